import type { Operation } from '../history.ts'
import { allOf } from '../service-history.ts'

/**
 * An engine that charges for each job gets a task once at most, whichever process dies at which moment, and no other
 * engine gets what it has.
 */
export function findEngineErrors(operations: readonly Operation[]): string[] {
  const charged = new Set<string>()
  return allOf(operations, 'submit').flatMap(({ asked: { task, engine }, start }) => {
    const isAgain = charged.has(task)
    if (engine === 'once') charged.add(task)
    return isAgain ? [`task ${task} is submitted again, to ${engine}: operation ${start}`] : []
  })
}
