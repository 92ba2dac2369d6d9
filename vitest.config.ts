import { defineConfig, type TestProjectConfiguration } from 'vitest/config'
import { testProjects } from './scripts/config/vitest-projects.ts'

export default defineConfig({
  test: {
    projects: testProjects() satisfies TestProjectConfiguration[],
    // Continuous integration has two cores, and two workers leave them idle for two fifths of the time: their files
    // wait for processes, databases, and moments.
    maxWorkers: 4,
    // Never a second chance: a test that passes only sometimes is a fault, in the test or in the service.
    retry: 0,
    passWithNoTests: false,
  },
})
