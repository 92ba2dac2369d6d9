import { findProgram, type TestProgram } from '../../../scripts/set-up/debian.mjs'
import { requiredBy } from '../../../scripts/set-up/requirements.mjs'

/** The path of a program that tests run; undefined where it is missing and nothing requires it. */
export function pathOfProgram({ name, requirement }: TestProgram): string | undefined {
  const path = findProgram(name)
  const setting = requiredBy(requirement)
  if (path === undefined && setting !== undefined)
    throw new Error(`${setting}, but the program ${name} is not on this machine.`)
  return path
}
