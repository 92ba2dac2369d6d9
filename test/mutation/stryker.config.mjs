// @ts-check
/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
  testRunner: 'vitest',
  vitest: { configFile: 'test/mutation/vitest.config.ts', related: false },
  plugins: ['@stryker-mutator/vitest-runner', import.meta.resolve('./error-messages.mjs')],
  ignorers: ['error-messages'],
  coverageAnalysis: 'perTest',
  // Constants of a module, whose mutants would each need every test.
  ignoreStatic: true,
  concurrency: 1,
  timeoutMS: 10_000,
  ignorePatterns: ['out', '.turbo'],
  tempDirName: 'out/mutation/sandbox',
  cleanTempDir: 'always',
  disableTypeChecks: false,
  incremental: true,
  allowConsoleColors: false,
  reporters: ['clear-text'],
  clearTextReporter: {
    allowColor: false,
    allowEmojis: false,
    logTests: false,
    reportTests: false,
    reportScoreTable: false,
  },
}
