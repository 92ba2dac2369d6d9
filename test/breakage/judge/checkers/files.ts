import { acceptancesOf } from '../acceptances.ts'
import type { Operation } from '../history.ts'
import { allOf, refusedByGate } from '../service-history.ts'

/**
 * Sweeps delete what is no longer needed and nothing else: an engine gets the bytes that were uploaded, no task fails
 * because its input is gone, and a link leads to the task's own result for as long as results are kept, and as long as
 * its task says so.
 */
export function findFileErrors(
  operations: readonly Operation[],
  { resultsKeptMs }: { readonly resultsKeptMs: number },
): string[] {
  const inputs = inputsOf(operations)
  const refused = refusedByGate(operations)
  const final = allOf(operations, 'final').at(-1)?.found
  return [
    ...allOf(operations, 'submit')
      .filter(({ asked }) => asked.input !== inputs.get(asked.task))
      .map(
        ({ asked: { task, input } }) =>
          `task ${task} is submitted with ${input} instead of ${inputs.get(task)}`,
      ),
    ...(final?.tasks ?? [])
      .filter(({ id, error }) => error === 'INVALID_INPUT' && inputs.has(id) && !refused.has(id))
      .map(({ id }) => `task ${id} failed because its input is gone`),
    ...(final?.resultsLost ?? []).map((id) => `task ${id} says that its result is there, and it is not`),
    ...allOf(operations, 'fetch').flatMap(({ asked: { task }, type, found, start }) => {
      if (type !== 'ok' || found === undefined || found.of === task) return []
      if (found.of !== null) return [`task ${task} shows a link to the result of ${found.of}: ${start}`]
      if (!found.isRemoved) return [`task ${task} shows a link to bytes that are not there: ${start}`]
      return found.ageMs < resultsKeptMs
        ? [`the result of task ${task} was removed within ${found.ageMs} ms: ${start}`]
        : []
    }),
  ]
}

/** The hash of what was uploaded for each task that a client knows or that is left. */
function inputsOf(operations: readonly Operation[]): Map<string, string> {
  const hashes = new Map<string, string>()
  for (const { asked, found } of allOf(operations, 'upload'))
    if (found !== undefined && 'upload' in found) hashes.set(found.upload, asked.sha256)
  const inputs = new Map<string, string>()
  for (const { task, accept } of acceptancesOf(operations)) {
    const hash = hashes.get(accept.asked.input ?? '')
    if (hash !== undefined) inputs.set(task, hash)
  }
  return inputs
}
