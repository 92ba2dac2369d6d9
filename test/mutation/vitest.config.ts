import { defineConfig } from 'vitest/config'
import { modules } from './modules.ts'

/** As the project `integration-sqlite`, which Stryker cannot choose from several. */
export default defineConfig({
  test: {
    include: Object.values(modules).flatMap(({ tests }) => tests),
    isolate: false,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    setupFiles: ['test/support/after-each-file.ts', 'test/support/restore-globals.ts'],
    provide: { databaseDialect: 'sqlite' },
  },
})
