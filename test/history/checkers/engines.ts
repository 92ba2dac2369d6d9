import type { Operation } from '../history.ts'
import { allOf } from '../service-history.ts'

/** An engine that charges for each job gets a task once at most, and none after its cancellation was granted. */
export function findEngineErrors(operations: readonly Operation[]): string[] {
  const cancelled = new Map<string, number>()
  for (const { asked, found, end } of allOf(operations, 'cancel'))
    if (found?.isGranted === true) cancelled.set(asked.task, Math.min(end, cancelled.get(asked.task) ?? end))
  const submitted = new Set<string>()
  return allOf(operations, 'submit').flatMap(({ asked: { task, engine }, start }) => {
    const key = `${engine} ${task}`
    const isAgain = engine === 'once' && submitted.has(key)
    submitted.add(key)
    return [
      ...(isAgain ? [`task ${task} is submitted to ${engine} again: operation ${start}`] : []),
      ...((cancelled.get(task) ?? Number.POSITIVE_INFINITY) < start
        ? [`task ${task} is submitted after its cancellation was granted: operation ${start}`]
        : []),
    ]
  })
}
