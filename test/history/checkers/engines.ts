import type { Operation } from '../history.ts'
import { allOf } from '../service-history.ts'

/** An engine that charges for each job gets a task once at most, whichever process dies at which moment. */
export function findEngineErrors(operations: readonly Operation[]): string[] {
  const submitted = new Set<string>()
  return allOf(operations, 'submit').flatMap(({ asked: { task, engine }, start }) => {
    const isAgain = engine === 'once' && submitted.has(task)
    submitted.add(task)
    return isAgain ? [`task ${task} is submitted to ${engine} again: operation ${start}`] : []
  })
}
