import { createHash } from 'node:crypto'
import { createHolds } from './holds.ts'
import type { RecordedTask, Status, TaskCourse } from './record.ts'
import { type Arrival, json, ownError, type Reply, textReply } from './wire.ts'
import type { World } from './world.ts'

/** How long the service remembers a key, and how long a link is valid, by the contract. */
export const keyRememberedMs = 86_400_000
const linkMs = 3_600_000

/**
 * `current` follows several tasks by one request and holds polls. Older ones have no list, or one that does
 * not know `id`, or hold nothing.
 */
export type ServiceAge = 'current' | 'noList' | 'listWithoutIds' | 'noHolds'

/** The file of a task, in which every byte depends on the task. */
export function fileOf(id: string, sizeBytes: number): Uint8Array<ArrayBuffer> {
  const seed = createHash('md5').update(id).digest()
  return Uint8Array.from({ length: sizeBytes }, (_, index) => (seed[index % 16] ?? 0) ^ (index & 255))
}

/** The service, and the record by which a run is judged. It never forgets a task and never makes a mistake. */
export interface ModelService {
  readonly tasks: ReadonlyMap<string, RecordedTask>
  statusOf(task: RecordedTask): Status
  /** What was accepted for a prompt: one task for each charge. */
  acceptedFor(prompt: string): RecordedTask[]
  /** Answers now or later; the returned function ends a hold whose connection is gone. */
  handle(arrival: Arrival, answer: (reply: Reply) => void, mayHold?: boolean): () => void
}

export function createModelService(
  world: Pick<World, 'now' | 'serviceMs' | 'later'>,
  age: ServiceAge,
  courses: readonly TaskCourse[],
  storeUrl = 'https://files.test',
): ModelService {
  const tasks = new Map<string, RecordedTask>()
  const keys = new Map<string, { readonly asked: string; readonly task: RecordedTask }>()
  const links: number[] = []
  const uploads = new Map<string, { bytes?: Uint8Array; isReady: boolean; readonly expiresAtMs: number }>()
  const hasHolds = age === 'current' || age === 'listWithoutIds'
  const dateOf = (ms: number) => new Date(world.serviceMs() - world.now() + ms).toISOString()

  function statusOf({ acceptedAtMs, course, cancelledAtMs }: RecordedTask): Status {
    const ageMs = world.now() - acceptedAtMs
    if (cancelledAtMs !== undefined) return 'CANCELLED'
    if (ageMs < course.queuedMs) return 'QUEUED'
    if (ageMs < course.queuedMs + course.processingMs) return 'PROCESSING'
    return course.fails ? 'FAILED' : 'SUCCEEDED'
  }

  const holds = createHolds(world, hasHolds, statusOf)

  function viewOf(task: RecordedTask): object {
    const status = statusOf(task)
    const { id, bytes, course } = task
    const url = `${storeUrl}/results/${id}?signature=${links.push(world.now()) - 1}`
    const file = { url, contentType: 'image/png', ...(course.saysSize && { sizeBytes: bytes.length }) }
    return {
      id,
      type: 'image.generate',
      status,
      createdAt: dateOf(task.acceptedAtMs),
      startedAt: null,
      completedAt: null,
      output: status === 'SUCCEEDED' ? { images: [file] } : null,
      error: status === 'FAILED' ? { code: 'GENERATION_FAILED', message: null } : null,
      cost: { amount: '0.05', currency: 'USD', state: 'reserved' },
    }
  }

  function accept({ url, headers, body }: Arrival): Reply {
    const key = headers['idempotency-key']
    const asked = `${url.pathname} ${body}`
    const { prompt, assetId } = JSON.parse(String(body))
    const known = key === undefined ? undefined : keys.get(key)
    const isKnown = known !== undefined && world.now() < known.task.acceptedAtMs + keyRememberedMs
    if (isKnown && known.asked !== asked) return ownError(409, 'IDEMPOTENCY_CONFLICT')
    if (!isKnown && assetId !== undefined && !uploads.get(assetId)?.isReady)
      return ownError(400, 'ASSET_NOT_USABLE')
    const id = `task-${tasks.size + 1}`
    const course = courses[tasks.size % courses.length]
    if (course === undefined) throw new Error('A service needs a course for its tasks.')
    const bytes = fileOf(id, course.sizeBytes)
    const etag = `"${id}"`
    const task = isKnown ? known.task : { id, prompt, acceptedAtMs: world.now(), course, bytes, etag }
    tasks.set(task.id, task)
    if (key !== undefined) keys.set(key, { asked, task })
    const replayed: Record<string, string> = isKnown ? { 'idempotency-replayed': 'true' } : {}
    const tag: Record<string, string> = hasHolds ? { etag: 'W/"QUEUED"' } : {}
    const createdAt = dateOf(task.acceptedAtMs)
    return json({ id: task.id, status: 'QUEUED', createdAt }, 200, { ...tag, ...replayed })
  }

  function cancel(task: RecordedTask): Reply {
    if (statusOf(task) === 'QUEUED') {
      task.cancelledAtMs = world.now()
      holds.check()
    }
    const isCancelled = statusOf(task) === 'CANCELLED'
    return isCancelled ? json({ id: task.id, status: 'CANCELLED' }) : ownError(409, 'TASK_NOT_CANCELLABLE')
  }

  function list({ searchParams }: URL): Reply {
    const before = Number(searchParams.get('cursor') ?? Number.POSITIVE_INFINITY)
    const limit = Number(searchParams.get('limit') ?? 20)
    const older = [...tasks.values()].reverse().filter(({ id }) => Number(id.slice(5)) < before)
    const last = older[limit - 1]
    const nextCursor = older.length > limit && last !== undefined ? last.id.slice(5) : null
    return json({ tasks: older.slice(0, limit).map(viewOf), nextCursor })
  }

  function file({ url, headers }: Arrival, id: string): Reply {
    const task = tasks.get(id)
    const madeAtMs = links[Number(url.searchParams.get('signature'))]
    if (task === undefined || madeAtMs === undefined || world.now() >= madeAtMs + linkMs)
      return textReply(403, '<Error/>', { 'content-type': 'application/xml' })
    const { bytes, etag } = task
    const isSame = (headers['if-range'] ?? etag) === etag
    const from = isSame ? Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? 0) : 0
    if (from >= bytes.length) return textReply(416, '', { 'content-range': `bytes */${bytes.length}` })
    const rest = bytes.slice(from)
    const sent = { 'content-type': 'image/png', etag, 'content-length': `${rest.length}` }
    if (from === 0) return { status: 200, headers: sent, body: rest }
    const range = { 'content-range': `bytes ${from}-${bytes.length - 1}/${bytes.length}` }
    return { status: 206, headers: { ...sent, ...range }, body: rest }
  }

  function upload(arrival: Arrival, id: string): Reply {
    const found = uploads.get(id)
    if (found === undefined) return ownError(404, 'UPLOAD_NOT_FOUND')
    const isLate = !found.isReady && world.now() >= found.expiresAtMs
    if (arrival.method === 'PUT') {
      if (isLate || found.isReady) return textReply(403, '')
      found.bytes = new Uint8Array(Buffer.from(arrival.body ?? ''))
      return textReply(200, '')
    }
    if (arrival.method === 'POST' && !isLate && found.bytes === undefined)
      return ownError(400, 'UPLOAD_NOT_RECEIVED')
    if (arrival.method === 'POST' && !isLate) found.isReady = true
    return json({ id, status: isLate ? 'EXPIRED' : found.isReady ? 'READY' : 'PENDING', error: null })
  }

  function handle(arrival: Arrival, answer: (reply: Reply) => void, mayHold = true): () => void {
    const { method, url } = arrival
    const [, , , kind = '', id = '', verb = ''] = url.pathname.split('/')
    const how = { answer, mayHold }
    const now = (reply: Reply) => {
      answer(reply)
      return () => {}
    }
    if (!url.pathname.startsWith('/api/')) {
      const [, folder, name = ''] = url.pathname.split('/')
      return now(folder === 'results' ? file(arrival, name) : upload(arrival, name))
    }
    if (kind === 'me') return now(json({ id: 'a', balance: '9.00', currency: 'USD' }))
    if (kind === 'effects') return now(json({ effects: [{ id: 'oil', surface: 'image' }] }))
    if (kind === 'images' || kind === 'videos') return now(accept(arrival))
    if (kind === 'uploads' && id === '') {
      const name = `asset-${uploads.size + 1}`
      const expiresAtMs = world.now() + 900_000
      uploads.set(name, { isReady: false, expiresAtMs })
      const uploadUrl = `${storeUrl}/uploads/${name}?signature=1`
      return now(json({ id: name, uploadUrl, method: 'PUT', expiresAt: dateOf(expiresAtMs) }))
    }
    if (kind === 'uploads') return now(upload(arrival, id))
    if (id === '' && kind === 'tasks') {
      if (age === 'noList') return now(ownError(404, 'NOT_FOUND'))
      const ids = age === 'listWithoutIds' ? [] : url.searchParams.getAll('id')
      if (ids.length === 0) return now(list(url))
      const asked = ids.flatMap((one) => tasks.get(one) ?? [])
      return holds.poll(arrival, asked, () => ({ tasks: asked.map(viewOf), nextCursor: null }), how)
    }
    const task = tasks.get(id)
    if (task === undefined) return now(ownError(404, 'TASK_NOT_FOUND'))
    if (method === 'POST' && verb === 'cancel') return now(cancel(task))
    return holds.poll(arrival, [task], () => viewOf(task), how)
  }

  return {
    tasks,
    statusOf,
    acceptedFor: (prompt) => [...tasks.values()].filter((task) => task.prompt === prompt),
    handle,
  }
}
