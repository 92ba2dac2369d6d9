import { inject, type TestContext } from 'vitest'
import { skipWhere } from './mock.ts'
import type { Runtime } from './runtimes.ts'

/** What runs a program there; skips the test with the reason where this machine has none. */
export function commandOf({ name, command = [] }: Runtime, context: TestContext): readonly string[] {
  const noPackage = `there is no package of ${name} for ${process.platform} ${process.arch}`
  skipWhere(command.length > 0 ? undefined : inject('runtimesMissing') || noPackage, context)
  return command
}
