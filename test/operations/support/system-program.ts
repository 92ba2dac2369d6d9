import { findProgram, type TestProgram } from '../../../scripts/set-up/debian.mjs'

/** The path of a program that tests run; undefined where it is missing and nothing requires it. */
export function pathOfProgram({ name, insteadOf, requiredBy }: TestProgram): string | undefined {
  const path = insteadOf?.map((setting) => process.env[setting]).find(Boolean) ?? findProgram(name)
  if (path === undefined && process.env[requiredBy] === '1')
    throw new Error(`${requiredBy}=1, but the program ${name} is not on this machine.`)
  return path
}
