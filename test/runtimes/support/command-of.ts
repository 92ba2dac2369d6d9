import type { TestContext } from 'vitest'
import { skipWhere } from './mock.ts'
import type { Runtime } from './runtimes.ts'

/**
 * What runs a program there; skips the test with the reason where this machine has none. `missing`: why the
 * runtimes could not be installed.
 */
export function commandOf(
  { name, command = [] }: Runtime,
  { missing, context }: { readonly missing: string; readonly context: TestContext },
): readonly string[] {
  const noPackage = `there is no package of ${name} for ${process.platform} ${process.arch}`
  skipWhere(command.length > 0 ? undefined : missing || noPackage, context)
  return command
}
