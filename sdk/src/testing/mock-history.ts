import type { Clock } from '../core/clock.js'
import type { components } from '../generated/openapi.js'
import { multiplyAmount } from '../generations/decimal.js'
import { microsOf } from './mock-generations.js'
import { holdWhile } from './mock-hold.js'
import { emptyResponse, errorResponse, jsonResponse } from './mock-responses.js'
import type { MockTasks } from './mock-tasks.js'
import { type TaggedState, tagsIn } from './state-tags.js'

type Task = components['schemas']['Task']
type UsageDay = components['schemas']['UsageDay']

const filters = ['status', 'type', 'prompt', 'createdFrom', 'createdBefore', 'limit', 'cursor']

/** Lists the tasks of a mock, follows several at once, and sums up what they cost. */
export function createMockHistory(clock: Clock, tasks: MockTasks, currency: string) {
  /** A cursor of the mock is the number of tasks on the pages before, with the filters. */
  function list(query: URLSearchParams, origin: string): Response {
    const { cursor, limit = '20', ...rest } = Object.fromEntries(query)
    const list = JSON.stringify([rest, query.getAll('status').sort(), query.getAll('type').sort()])
    const tag = hashOf(list)
    const [from = '0', ofList = tag] = cursor?.split('.') ?? []
    if (ofList !== tag || !/^\d+$/.test(from)) {
      const message = 'must be the nextCursor of a list with the same filters'
      return errorResponse('INVALID_REQUEST', { details: [{ path: '/cursor', message }] })
    }
    const matching = tasks
      .ids()
      .reverse()
      .filter((id) => matches(query, tasks.view(id, origin)))
    const upTo = Number(from) + Number(limit)
    const shown = matching.slice(Number(from), upTo).flatMap((id) => tasks.view(id, origin) ?? [])
    return jsonResponse({ tasks: shown, nextCursor: upTo < matching.length ? `${upTo}.${tag}` : null })
  }

  async function follow(ids: readonly string[], request: Request): Promise<Response> {
    const { origin } = new URL(request.url)
    const known = tasks
      .ids()
      .reverse()
      .filter((id) => ids.includes(id))
    const tagNow = () => tagOf(known.map((id) => [id, tasks.state(id), tasks.isRemoved(id)]))
    const foundTag = tagNow()
    const seen = tagsIn(request.headers.get('if-none-match'))
    const hasSeen = (tag: string | undefined) => tag !== undefined && (seen ?? [foundTag]).includes(tag)
    const held = await holdWhile({ clock, tasks }, known, request, () => hasSeen(tagNow()))
    const etag = tagNow()
    const sent = { ...held, ...(etag !== undefined && { etag }) }
    if (seen !== undefined && hasSeen(etag)) return emptyResponse(304, sent)
    const shown = known.flatMap((id) => tasks.view(id, origin) ?? [])
    return jsonResponse({ tasks: shown, nextCursor: null }, 200, sent)
  }

  return {
    listTasks(request: Request): Promise<Response> | Response {
      const { origin, searchParams } = new URL(request.url)
      const ids = searchParams.getAll('id')
      if (ids.length === 0) return list(searchParams, origin)
      const details = filters
        .filter((name) => searchParams.has(name))
        .map((name) => ({ path: `/${name}`, message: 'must be left out with id' }))
      return details.length > 0 ? errorResponse('INVALID_REQUEST', { details }) : follow(ids, request)
    },
    getUsage(request: Request): Response {
      const { origin, searchParams } = new URL(request.url)
      const to = searchParams.get('to') ?? new Date(clock.now()).toISOString().slice(0, 10)
      const from = searchParams.get('from') ?? `${to.slice(0, 8)}01`
      if (from > to) {
        const details = [{ path: '/from', message: `must not be after ${to}` }]
        return errorResponse('INVALID_REQUEST', { details })
      }
      const ended = tasks.ids().flatMap((id) => tasks.view(id, origin) ?? [])
      const days = daysOf(ended).filter(({ date }) => date >= from && date <= to)
      return jsonResponse({ from, to, currency, charged: sumOf(days.map(({ charged }) => charged)), days })
    },
  }
}

function matches(query: URLSearchParams, task: Task | undefined): boolean {
  if (task === undefined) return false
  const [statuses, types] = [query.getAll('status'), query.getAll('type')]
  const createdAtMs = Date.parse(task.createdAt)
  const [from, before] = [query.get('createdFrom'), query.get('createdBefore')]
  const text = query.get('prompt')?.toUpperCase() ?? ''
  return (
    (statuses.length === 0 || statuses.includes(task.status)) &&
    (types.length === 0 || types.includes(task.type)) &&
    (task.request?.prompt ?? '').toUpperCase().includes(text) &&
    (from === null || createdAtMs >= Date.parse(from)) &&
    (before === null || createdAtMs < Date.parse(before))
  )
}

/** Opaque, and different whenever a task is in another state; none once all are finished. */
function tagOf(states: readonly (readonly [string, TaggedState | undefined, boolean])[]): string | undefined {
  const letters = states.map(
    ([id, { status, progress = '' } = { status: 'FAILED' }, isRemoved]) =>
      `${id}-${status.charAt(0)}${progress}${isRemoved ? '-R' : ''}`,
  )
  if (states.every(([, state]) => state?.status !== 'QUEUED' && state?.status !== 'PROCESSING'))
    return undefined
  return `W/"${hashOf(letters.join())}"`
}

function hashOf(text: string): string {
  return [...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 2 ** 40, 7).toString(36)
}

function daysOf(tasks: readonly Task[]): UsageDay[] {
  const days = new Map<string, UsageDay>()
  for (const { type, status, completedAt, cost } of tasks) {
    if (completedAt === null) continue
    const date = completedAt.slice(0, 10)
    const none = { succeeded: 0, failed: 0, cancelled: 0, charged: '0.00' }
    const day = days.get(`${date} ${type}`) ?? { date, product: type, keyId: null, ...none }
    if (status === 'SUCCEEDED') day.charged = sumOf([day.charged, cost?.amount ?? '0.00'])
    if (status === 'SUCCEEDED') day.succeeded += 1
    else if (status === 'FAILED') day.failed += 1
    else day.cancelled += 1
    days.set(`${date} ${type}`, day)
  }
  return [...days.entries()].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, day]) => day)
}

function sumOf(amounts: readonly string[]): string {
  return multiplyAmount('0.000001', Number(amounts.reduce((sum, amount) => sum + microsOf(amount), 0n)))
}
