import { randomUUID } from 'node:crypto'
import { reasonOf } from '../codegen/src/conform/response-text.ts'
import type { Session, TestResponse } from '../codegen/src/conform/scenario.ts'
import type { TestRequest } from '../codegen/src/conform/test-request.ts'
import { isRecord, record } from '../codegen/src/read/record.ts'
import type { Catalogue } from './catalogue.ts'

/** One planned generation. */
export interface PlannedGeneration {
  readonly operationId: string
  readonly product: string
  readonly path: string
  readonly body: Readonly<Record<string, unknown>>
  readonly priceMicros: bigint
}

/** How often, and for how long, a task is polled. */
export interface Patience {
  readonly pollSeconds: number
  readonly finishSecondsMax: number
}

/**
 * One generation of each product in the price list, as cheap as possible. A transformation needs the upload,
 * and a video transformation also an effect.
 */
export function planGenerations(catalogue: Catalogue, canUpload: boolean): PlannedGeneration[] {
  const prompt = 'A lighthouse at dusk'
  const { videoEffect } = catalogue
  const all = [
    plan('generateImage', 'image.generate', 'images/generations', { prompt }, 1),
    plan('generateVideo', 'video.generate', 'videos/generations', { prompt, durationSeconds: 4 }, 4),
    ...(canUpload
      ? [plan('transformImage', 'image.transform', 'images/transformations', { prompt }, 1)]
      : []),
    ...(canUpload && videoEffect !== undefined
      ? [
          plan(
            'transformVideo',
            'video.transform',
            'videos/transformations',
            { effectId: videoEffect, durationSeconds: 5 },
            5,
          ),
        ]
      : []),
  ]
  return all.flat()

  function plan(operationId: string, product: string, path: string, fields: object, units: number) {
    const offer = catalogue.cheapest.get(product)
    if (offer === undefined) return []
    const body = { ...fields, resolution: offer.tier }
    const priceMicros = offer.unitMicros * BigInt(units)
    return [{ operationId, product, path: `/api/v1/${path}`, body, priceMicros }]
  }
}

/** Requests every planned generation twice, waits for all of them, and cancels one more. */
export async function checkGenerations(
  session: Session,
  planned: readonly PlannedGeneration[],
  { assetId, patience }: { assetId: string | undefined; patience: Patience },
): Promise<void> {
  const taskIds = []
  for (const generation of planned) {
    const needsAsset = generation.operationId.startsWith('transform')
    if (needsAsset && assetId === undefined) continue
    const taskId = await accept(session, generation, needsAsset ? { assetId } : {})
    if (taskId !== undefined) taskIds.push([generation, taskId] as const)
  }
  const [cheapest] = planned
  if (cheapest !== undefined) await checkCancellation(session, cheapest)
  for (const [generation, taskId] of taskIds) await finish(session, generation, taskId, patience)
}

function requestOf({ path }: PlannedGeneration, body: object, idempotencyKey: string): TestRequest {
  const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': idempotencyKey }
  return { method: 'POST', path, headers, body: JSON.stringify(body) }
}

/** The task's id, once a replay has returned the same task and another body has been rejected. */
async function accept(
  session: Session,
  generation: PlannedGeneration,
  asset: object,
): Promise<string | undefined> {
  const { operationId } = generation
  const body = { ...generation.body, ...asset }
  const idempotencyKey = randomUUID()
  const asked = requestOf(generation, body, idempotencyKey)
  const accepted = await session.send(operationId, asked)
  if (accepted === undefined) return undefined
  const { id, code } = record(accepted.body)
  if (accepted.status === 402 || accepted.status === 503) {
    session.remark(`${operationId} was not accepted, so that its way was not followed: ${String(code)}`)
    return undefined
  }
  if (accepted.status !== 200) {
    session.breach(operationId, asked, [
      `rejected with ${accepted.status} ${String(code)}, though it is right`,
    ])
    return undefined
  }
  if (accepted.headers.get('idempotency-replayed') === 'true')
    session.breach(operationId, asked, ['a first request is called a replay'])
  await session.send(`${operationId} sent again with its key`, asked, {
    status: 200,
    faults: (again) => [
      ...(record(again.body).id === id ? [] : ['another task: the generation was accepted twice']),
      ...(again.headers.get('idempotency-replayed') === 'true' ? [] : ['Idempotency-Replayed is not true']),
    ],
  })
  const other = requestOf(generation, { ...body, prompt: 'Something else' }, idempotencyKey)
  await session.send(`${operationId} with the key of another request`, other, {
    status: 409,
    code: 'IDEMPOTENCY_CONFLICT',
  })
  return String(id)
}

function taskRequest(id: string): TestRequest {
  return { method: 'GET', path: `/api/v1/tasks/${encodeURIComponent(id)}` }
}

/** Polls a task to its end and fetches its result. */
async function finish(
  session: Session,
  { operationId, product }: PlannedGeneration,
  taskId: string,
  { pollSeconds, finishSecondsMax }: Patience,
): Promise<void> {
  const read = taskRequest(taskId)
  const tried = `getTask of ${operationId}`
  const ofProduct = {
    status: 200,
    faults: ({ body }: TestResponse) =>
      record(body).type === product ? [] : [`type is ${String(record(body).type)}, not ${product}`],
  }
  let task = await session.send(tried, read, ofProduct)
  await checkSeenState(session, tried, read, task)
  for (let waited = 0; isUnfinished(task) && waited < finishSecondsMax; waited += pollSeconds) {
    await session.wait(pollSeconds)
    task = await session.send(tried, read, ofProduct)
  }
  if (task?.status !== 200) return
  const { status, error } = record(task.body)
  if (isUnfinished(task))
    return session.remark(`${operationId} is ${String(status)} after ${finishSecondsMax} s`)
  if (status === 'FAILED') session.remark(`${operationId} failed with ${String(record(error).code)}`)
  if (status === 'SUCCEEDED') await fetchResults(session, read, product, task)
  await checkDeletion(session, read)
  await session.send(
    `cancelTask of a task that is ${String(status)}`,
    { method: 'POST', path: `${read.path}/cancel` },
    { status: 409, code: 'TASK_NOT_CANCELLABLE' },
  )
}

/** Polls again with the state that was seen: 304 while it lasts, and the task once it has changed. */
async function checkSeenState(
  session: Session,
  tried: string,
  read: TestRequest,
  task: TestResponse | undefined,
): Promise<void> {
  const etag = task?.headers.get('etag')
  if (!isUnfinished(task) || !etag) return
  const { status } = record(task?.body)
  const asked = { ...read, headers: { 'If-None-Match': etag } }
  const again = await session.send(tried, asked)
  if (again?.status === 200 && record(again.body).status === status)
    session.breach(tried, asked, [`responds with 200 and not 304, though it is still ${String(status)}`])
  if (session.unimplemented.has('listTasks')) return
  const list = read.path.replace(/\/([^/]*)$/, '?id=$1')
  await session.send('listTasks of it, in a state that was seen', {
    ...read,
    path: list,
    headers: { 'If-None-Match': '*' },
  })
}

function isUnfinished(task: TestResponse | undefined): boolean {
  return ['QUEUED', 'PROCESSING'].includes(String(record(task?.body).status))
}

async function fetchResults(
  session: Session,
  read: TestRequest,
  product: string,
  task: TestResponse,
): Promise<void> {
  const kind = product.startsWith('image') ? 'images' : 'videos'
  const output = record(record(task.body).output)
  const files = Array.isArray(output[kind]) ? output[kind].filter(isRecord) : []
  const faults = files.length === 0 ? [`output.${kind} is empty`] : []
  for (const { url } of files) {
    try {
      const response = await fetch(new URL(String(url), session.baseUrl), {
        signal: AbortSignal.timeout(60_000),
      })
      const { byteLength } = await response.arrayBuffer()
      if (!response.ok || byteLength === 0)
        faults.push(`its result responds with ${response.status}, ${byteLength} bytes`)
    } catch (error) {
      faults.push(`its result cannot be fetched: ${reasonOf(error)}`)
    }
  }
  session.breach(`the result of ${product}`, read, faults)
}

/** Deletes the result of a finished task, twice: it has no file from then on, and both responses are the same. */
async function checkDeletion(session: Session, read: TestRequest): Promise<void> {
  const remove = { method: 'DELETE', path: `${read.path}/result` }
  const deleted = await session.send('deleteResult', remove, { status: 200, faults: filesLeft })
  if (deleted === undefined) return
  await session.send('deleteResult again', remove, {
    status: 200,
    faults: ({ body }) =>
      JSON.stringify(body) === JSON.stringify(deleted.body) ? [] : ['differs from the first response'],
  })
  await session.send('getTask of a deleted result', read, { status: 200, faults: filesLeft })
}

function filesLeft({ body }: TestResponse): string[] {
  const { images = [], videos = [] } = record(record(body).output)
  return [images, videos].some((files) => Array.isArray(files) && files.length > 0)
    ? ['still has files of its result']
    : []
}

/** Cancels a task immediately. One that has started by then is ignored. */
async function checkCancellation(session: Session, generation: PlannedGeneration): Promise<void> {
  const accepted = await session.send(
    generation.operationId,
    requestOf(generation, generation.body, randomUUID()),
  )
  if (accepted?.status !== 200) return
  const read = taskRequest(String(record(accepted.body).id))
  const cancel = { method: 'POST', path: `${read.path}/cancel` }
  const cancelled = await session.send('cancelTask', cancel)
  if (cancelled === undefined) return
  if (cancelled.status === 409)
    return session.remark('no task was cancelled: the one tried had begun already')
  await session.send('cancelTask again', cancel, { status: 200 })
  await session.send('getTask of a cancelled task', read, {
    status: 200,
    faults: ({ body }) =>
      record(body).status === 'CANCELLED' ? [] : [`status is ${String(record(body).status)}, not CANCELLED`],
  })
}
