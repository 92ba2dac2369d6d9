import { writeFileSync } from 'node:fs'
import type { Reporter, SerializedError, TestModule } from 'vitest/node'

/** The counts of a test run, which `npm test` prints as its last line. */
export interface TestCount {
  passed: number
  /** Failed tests, and errors outside any test, each of which counts as one. */
  failed: number
}

/** Writes the count of a finished run to the file named by MEDIAGEN_TEST_COUNT_FILE. */
export default class CountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly SerializedError[]): void {
    const file = process.env.MEDIAGEN_TEST_COUNT_FILE
    if (file === undefined) return
    const count: TestCount = { passed: 0, failed: unhandledErrors.length }
    for (const module of modules) {
      const inModule = countModule(module)
      count.passed += inModule.passed
      count.failed += inModule.failed
    }
    writeFileSync(file, JSON.stringify(count))
  }
}

function countModule(module: TestModule): TestCount {
  const states = [...module.children.allTests()].map((test) => test.result().state)
  const passed = states.filter((state) => state === 'passed').length
  const failed = states.filter((state) => state === 'failed').length
  // A file that cannot be loaded and a beforeAll that throws fail the file without failing any test in it.
  return { passed, failed: failed === 0 && module.state() === 'failed' ? 1 : failed }
}
