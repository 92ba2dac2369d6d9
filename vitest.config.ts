import { defineConfig, type TestProjectConfiguration } from 'vitest/config'
import { testProjects } from './scripts/config/vitest-projects.ts'

export default defineConfig({
  test: {
    projects: testProjects() satisfies TestProjectConfiguration[],
    // Two cores are what continuous integration has; more workers would only make the tests of time less
    // honest.
    maxWorkers: 2,
    // Never a second chance: a test that passes only sometimes is a fault, in the test or in the service.
    retry: 0,
    passWithNoTests: false,
  },
})
