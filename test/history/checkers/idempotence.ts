import type { Operation } from '../history.ts'
import { allOf } from '../service-history.ts'
import { keyOf } from './task-register.ts'

/**
 * One key makes one task, however often it is sent, from wherever, and whether or not its response arrives; a
 * call without a response happened once or not at all (Jepsen's `idempotence` and `indefinite` of its analysis of
 * TigerBeetle 0.16.11).
 */
export function findIdempotenceErrors(operations: readonly Operation[]): string[] {
  const errors: string[] = []
  const final = allOf(operations, 'final').at(-1)?.found
  if (final === undefined) return ['nobody read what is left']
  const asked = new Map<string, { bodies: Set<string>; tasks: Set<string>; hasUnknown: boolean }>()
  for (const { asked: request, found, type } of allOf(operations, 'accept')) {
    const key = keyOf(request)
    const known = asked.get(key) ?? { bodies: new Set(), tasks: new Set(), hasUnknown: false }
    asked.set(key, known)
    known.bodies.add(request.body)
    if (type === 'info') known.hasUnknown = true
    if (found !== undefined && 'task' in found) known.tasks.add(found.task)
    if (
      found !== undefined &&
      'code' in found &&
      found.code === 'IDEMPOTENCY_CONFLICT' &&
      known.bodies.size < 2
    )
      errors.push(`key ${key}: a conflict although it was sent with one body`)
  }
  const kept = new Map(final.keys.map((row) => [keyOf(row), row.task]))
  const exists = new Set(final.tasks.map(({ id }) => id))
  for (const [key, { tasks, hasUnknown }] of asked) {
    if (tasks.size > 1) errors.push(`key ${key}: tasks ${[...tasks].join(' and ')}`)
    const [task] = tasks
    if (task !== undefined && !exists.has(task)) errors.push(`key ${key}: task ${task} is lost`)
    const left = kept.get(key)
    if (task !== undefined && left !== task) errors.push(`key ${key}: ${task} was returned, ${left} is kept`)
    if (task === undefined && left !== undefined && !hasUnknown)
      errors.push(`key ${key}: every request was refused, and ${left} is kept`)
  }
  const named = new Set(kept.values())
  for (const { id } of final.tasks) if (!named.has(id)) errors.push(`task ${id}: no key names it`)
  return errors
}
