import { isRecord, type UnknownRecord } from '../types/record.js'
import type { Caller } from './options.js'
import { ProxyError } from './proxy-error.js'
import { type ScopedIds, sealBody, sealRequest } from './scoped-ids.js'

/** The most ids of one request, by the contract. */
const idsMax = 100

/** The tasks that a caller lists by one request. */
export interface ListedTasks {
  /** The query for the service; undefined if none of the ids is the caller's. */
  readonly search: string | undefined
  /** The response's tasks that the caller may see, with the caller's ids. */
  seal(body: unknown): Promise<unknown>
}

/**
 * Reads the query of a list. One without ids is of the tasks of every caller, so it is refused unless this
 * caller may list them all. Ids that this caller did not get are left out, exactly as the service leaves out
 * unknown ones.
 */
export async function openList(
  ids: ScopedIds,
  given: string,
  { listsAllTasks }: Pick<Caller, 'listsAllTasks'>,
): Promise<ListedTasks> {
  const query = new URLSearchParams(given)
  const sealed = [...new Set(query.getAll('id'))]
  // Not any truthy value: plain JavaScript may pass on the text 'false'.
  if (sealed.length === 0 && listsAllTasks === true)
    return { search: given, seal: (body) => sealAll(ids, body) }
  if (sealed.length === 0) {
    const message = 'This proxy lists tasks by their ids only; name them with id=.'
    throw new ProxyError(403, 'OPERATION_NOT_ALLOWED', message)
  }
  if (sealed.length > idsMax) {
    const details = [{ path: '/id', message: `must not have more than ${idsMax} items` }]
    const message = 'The request does not meet the contract; see details.'
    throw new ProxyError(400, 'INVALID_REQUEST', message, { details })
  }
  const opened = await Promise.all(sealed.map(async (id) => [await ids.open(id), id] as const))
  const sealedOf = new Map(opened.flatMap(([id, own]) => (id === undefined ? [] : [[id, own]])))
  query.delete('id')
  for (const id of sealedOf.keys()) query.append('id', id)
  return {
    search: sealedOf.size === 0 ? undefined : `?${query}`,
    async seal(body) {
      if (!isRecord(body) || !Array.isArray(body.tasks)) return body
      const tasks = body.tasks.filter(isRecord).flatMap((task: UnknownRecord) => {
        const own = sealedOf.get(String(task.id))
        return own === undefined ? [] : [sealRequest({ ...task, id: own }, ids)]
      })
      return { tasks: await Promise.all(tasks), nextCursor: null }
    },
  }
}

async function sealAll(ids: ScopedIds, body: unknown): Promise<unknown> {
  if (!isRecord(body) || !Array.isArray(body.tasks)) return body
  return { ...body, tasks: await Promise.all(body.tasks.map((task: unknown) => sealBody(task, ids))) }
}
