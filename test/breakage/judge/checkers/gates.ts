import { acceptancesOf } from '../acceptances.ts'
import type { Operation } from '../history.ts'
import { allOf, type Judge } from '../service-history.ts'
import { seenStatuses } from './seen-statuses.ts'

type Stage = Judge['asked']['stage']

/**
 * Nothing passes a gate that has not allowed it, whichever process died since it was asked: an engine gets no task, no
 * client sees a result, and no upload is ready or becomes the input of a task. A task that the gate refused, or about
 * which it said nothing, does not succeed.
 */
export function findGateErrors(operations: readonly Operation[]): string[] {
  const allowedAt = new Map<string, number>()
  for (const { asked, start } of allOf(operations, 'judge')) {
    const key = `${asked.stage} ${asked.id}`
    if (asked.verdict === 'allow') allowedAt.set(key, Math.min(start, allowedAt.get(key) ?? start))
  }
  /** What passed the gate by the line at which that was seen. */
  const passed = (stage: Stage, id: string, what: string, at: number): string[] =>
    (allowedAt.get(`${stage} ${id}`) ?? Number.POSITIVE_INFINITY) < at
      ? []
      : [`${what} without a verdict that allows it: ${at}`]
  return [
    ...allOf(operations, 'submit').flatMap(({ asked: { task }, start }) =>
      passed('before', task, `task ${task} is submitted`, start),
    ),
    ...seenStatuses(operations).flatMap(({ task, status, by }) =>
      status === 'SUCCEEDED' ? passed('after', task, `the result of task ${task} is shown`, by.end) : [],
    ),
    ...allOf(operations, 'upload').flatMap(({ type, found, end }) =>
      type === 'ok' && found !== undefined && 'upload' in found
        ? passed('upload', String(found.upload), `upload ${found.upload} is ready`, end)
        : [],
    ),
    ...acceptancesOf(operations).flatMap(({ task, accept: { asked, end } }) =>
      asked.input === undefined
        ? []
        : passed('upload', asked.input, `upload ${asked.input} becomes the input of task ${task}`, end),
    ),
    ...allOf(operations, 'final').flatMap(({ found, start }) =>
      (found?.tasks ?? [])
        .filter(({ status }) => status === 'SUCCEEDED')
        .flatMap(({ id }) =>
          (['before', 'after'] as const).flatMap((stage) =>
            passed(stage, id, `task ${id} succeeded (${stage})`, start),
          ),
        ),
    ),
  ]
}
