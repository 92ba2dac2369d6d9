import type { Operation } from '../history.ts'
import { allOf, keyOf } from '../service-history.ts'

/**
 * One key makes one task, however often it is sent, from wherever, and whether or not its response arrives; a
 * call without a response happened once or not at all (Jepsen's `idempotence` and `indefinite` of its analysis of
 * TigerBeetle 0.16.11).
 */
export function findIdempotenceErrors(operations: readonly Operation[]): string[] {
  const errors: string[] = []
  const final = allOf(operations, 'final').at(-1)?.found
  if (final === undefined) return ['nobody read what is left']
  const keys = new Map<string, Attempt[]>()
  for (const { asked, found, type } of allOf(operations, 'accept')) {
    const key = keyOf(asked)
    const attempt = { body: asked.body, isUnknown: type === 'info', ...found }
    const attempts = keys.get(key)
    if (attempts === undefined) keys.set(key, [attempt])
    else attempts.push(attempt)
  }
  const kept = new Map(final.keys.map((row) => [keyOf(row), row.task]))
  const exists = new Set(final.tasks.map(({ id }) => id))
  for (const [key, attempts] of keys) {
    const granted = attempts.filter(({ task }) => task !== undefined)
    const tasks = new Set(granted.map(({ task }) => task))
    const bodies = new Set(granted.map(({ body }) => body))
    const [task] = tasks
    const left = kept.get(key)
    const add = (error: string): void => void errors.push(`key ${key}: ${error}`)
    if (tasks.size > 1) add(`tasks ${[...tasks].join(' and ')}`)
    if (bodies.size > 1) add(`one task for ${[...bodies].join(' and ')}`)
    if (task !== undefined && !exists.has(task)) add(`task ${task} is lost`)
    if (task !== undefined && left !== task) add(`${task} was returned, ${left} is kept`)
    if (task === undefined && left !== undefined && !attempts.some(({ isUnknown }) => isUnknown))
      add(`every request was refused, and ${left} is kept`)
    if (
      attempts.some(({ code }) => code === 'IDEMPOTENCY_CONFLICT') &&
      new Set(attempts.map(({ body }) => body)).size < 2
    )
      add('a conflict although it was sent with one body')
  }
  const named = new Set(kept.values())
  for (const { id } of final.tasks) if (!named.has(id)) errors.push(`task ${id}: no key names it`)
  return errors
}

/** One request under a key. */
interface Attempt {
  readonly body: string
  readonly isUnknown: boolean
  readonly task?: string
  readonly code?: string
}
