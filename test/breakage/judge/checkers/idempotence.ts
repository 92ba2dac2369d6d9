import { keyIn, keyOf } from '../acceptances.ts'
import type { Operation } from '../history.ts'
import { type Accept, allOf, type FinalTask } from '../service-history.ts'
import { groupBy } from './group-by.ts'

/**
 * One key makes one task for as long as it is remembered, however often it is sent, from wherever, and whether or not
 * its response arrives; a call without a response happened once or not at all (Jepsen's `idempotence` and `indefinite`
 * of its analysis of TigerBeetle 0.16.11). A key is remembered for this long by the database's clock, which also says
 * when each task was accepted.
 */
export function findIdempotenceErrors(
  operations: readonly Operation[],
  { rememberedMs }: { readonly rememberedMs: number },
): string[] {
  const errors: string[] = []
  const final = allOf(operations, 'final').at(-1)?.found
  if (final === undefined) return ['nobody read what is left']
  const attempts = groupBy(allOf(operations, 'accept'), ({ asked }) => keyOf(asked))
  const tasks = groupBy(final.tasks, ({ account, body }) => keyOf({ account, key: keyIn(body) }))
  const kept = new Map(final.keys.map((row) => [keyOf(row), row.task]))
  for (const key of new Set([...attempts.keys(), ...tasks.keys(), ...kept.keys()])) {
    const made = (tasks.get(key) ?? []).toSorted((a, b) => a.acceptedAtMs - b.acceptedAtMs)
    const last = made.at(-1)
    const add = (error: string): void => void errors.push(`key ${key}: ${error}`)
    made.slice(1).forEach((task, before) => {
      const gapMs = task.acceptedAtMs - (made[before]?.acceptedAtMs ?? 0)
      if (gapMs < rememberedMs) add(`tasks ${made[before]?.id} and ${task.id} within ${gapMs} ms`)
    })
    for (const error of findRequestErrors(attempts.get(key) ?? [], made)) add(error)
    if (kept.has(key) ? kept.get(key) !== last?.id : isRemembered(last))
      add(`${last?.id} is its last task, and ${kept.get(key)} is kept`)
  }
  return errors

  function isRemembered(task: FinalTask | undefined): boolean {
    return task !== undefined && task.acceptedAtMs + rememberedMs > (final?.nowMs ?? 0)
  }
}

/** The requests with one key, beside all the tasks that it made. */
function findRequestErrors(
  attempts: readonly Operation<Accept['asked'], Accept['found']>[],
  made: readonly FinalTask[],
): string[] {
  const errors: string[] = []
  const byId = new Map(made.map((task) => [task.id, task]))
  const returned = new Set<string>()
  for (const { asked, found } of attempts) {
    if (found === undefined) continue
    if ('code' in found) {
      if (found.code === 'IDEMPOTENCY_CONFLICT' && new Set(attempts.map(({ asked }) => asked.body)).size < 2)
        errors.push('a conflict although it was sent with one body')
      continue
    }
    returned.add(found.task)
    const body = byId.get(found.task)?.body
    if (body === undefined) errors.push(`task ${found.task} is lost`)
    else if (body !== asked.body) errors.push(`task ${found.task} for ${body} was returned to ${asked.body}`)
  }
  for (const { id, body } of made)
    if (!returned.has(id) && !attempts.some(({ type, asked }) => type === 'info' && asked.body === body))
      errors.push(`every request for ${body} was refused, or got another task than ${id}`)
  return errors
}
