/**
 * Where a test's process dies. It counts the steps of its work that are visible from outside (a COMMIT, a
 * call to an engine, a write to the object store), reports each to the test, and at the requested step ends
 * itself as SIGKILL does, or freezes as SIGSTOP does until the test resumes it.
 */
export interface CrashPoint {
  pass(step: string): void
}

/** `at` counts from 1; 0 is never. Without `report` nothing is reported to the test. */
export function createCrashPoint(options: {
  readonly at: number
  readonly report: boolean
  readonly signal: 'SIGKILL' | 'SIGSTOP'
}): CrashPoint {
  let passed = 0
  return {
    pass(step) {
      passed += 1
      if (options.report) process.send?.({ kind: 'step', step })
      if (passed === options.at) process.kill(process.pid, options.signal)
    },
  }
}
