import {
  type CallOptions,
  type Generation,
  type Mediagen,
  type Product,
  SubmitAmbiguousError,
} from '@mediagen/sdk'
import type { FieldValue } from '../contract/read-forms.ts'
import { explain } from '../service/explain.ts'
import { loadHistory, saveHistory } from './history.ts'
import type { Job, JobState } from './job.ts'

/** What somebody asks for. */
export interface Order extends Pick<Job, 'product' | 'request' | 'price' | 'effectName' | 'inputUrl'> {
  /** The upload that it begins with, under way or done, and a small copy of its image. */
  readonly input?:
    | { readonly assetId: Promise<string>; readonly thumbnail: Promise<string | undefined> }
    | undefined
}

/** The generations of one account on this page. Every change replaces the list that `jobs` gives. */
export interface JobStore {
  readonly jobs: () => readonly Job[]
  readonly subscribe: (listener: () => void) => () => void
  /** Sends an order and follows it to its end; gives the key of its job. */
  submit(order: Order): string
  /** Cancels a waiting task. What it meets instead is shown with the job. */
  cancel(job: Job): Promise<void>
  /** Asks what became of an order that was never answered, under the same key. */
  askAgain(job: Job): void
  /** Reads a task once more, for links that work again. */
  refresh(job: Job): Promise<void>
  forget(job: Job): void
  /** Stops following; the tasks go on. */
  close(): void
}

export interface JobStoreOptions {
  readonly client: Mediagen
  readonly storage: Pick<Storage, 'getItem' | 'setItem'>
  /** Tells the histories of accounts apart. */
  readonly scope: string
  /** Called whenever money may have moved, with the job where it has come to its end. */
  readonly onMoney: (ended?: Job) => void
}

export function createJobStore({ client, storage, scope, onMoney }: JobStoreOptions): JobStore {
  let list: readonly Job[] = loadHistory(storage, scope)
  const listeners = new Set<() => void>()
  const retries = new Map<string, SubmitAmbiguousError>()
  const stop = new AbortController()
  const { signal } = stop

  function replace(jobs: readonly Job[]): void {
    if (signal.aborted) return
    list = jobs
    saveHistory(storage, scope, list)
    for (const listener of listeners) listener()
  }
  const change = (key: string, changes: (job: Job) => Partial<Job>) =>
    replace(list.map((job) => (job.key === key ? { ...job, ...changes(job) } : job)))
  const setState = (key: string, state: JobState) => change(key, () => ({ state }))
  const setAccepted = (key: string, changes: Partial<Extract<JobState, { kind: 'accepted' }>>) =>
    change(key, ({ state }) => ({ state: state.kind === 'accepted' ? { ...state, ...changes } : state }))

  async function send(key: string, begin: () => Promise<Generation>): Promise<void> {
    try {
      const generation = await begin()
      setState(key, { kind: 'accepted', saved: savedOf(generation), task: undefined, problem: undefined })
      onMoney()
      await follow(key, generation)
    } catch (error) {
      if (signal.aborted) return
      if (error instanceof SubmitAmbiguousError) retries.set(key, error)
      const canAsk = error instanceof SubmitAmbiguousError
      setState(key, { kind: 'refused', problem: explain(error), canAsk })
      onMoney(find(key))
    }
  }

  async function follow(key: string, generation: Generation): Promise<void> {
    try {
      for await (const task of generation.updates({ signal })) setAccepted(key, { task, problem: undefined })
      onMoney(find(key))
    } catch (error) {
      if (signal.aborted) return
      const problem = explain(error)
      if (problem.code === 'TASK_NOT_FOUND') replace(list.filter((job) => job.key !== key))
      else setAccepted(key, { problem })
    }
  }

  const find = (key: string) => list.find((job) => job.key === key)

  for (const { key, state } of list)
    if (state.kind === 'accepted') void follow(key, client.tasks.resume(state.saved))

  return {
    jobs: () => list,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    submit({ input, ...order }) {
      const key = crypto.randomUUID()
      const state = { kind: input === undefined ? 'sending' : 'uploading' } as const
      const createdAt = new Date().toISOString()
      replace([{ ...order, key, createdAt, state }, ...list])
      void input?.thumbnail.then((inputUrl) => change(key, () => ({ inputUrl })))
      void send(key, async () => {
        const assetId = await input?.assetId
        setState(key, { kind: 'sending' })
        const request = assetId === undefined ? order.request : { ...order.request, assetId }
        change(key, () => ({ request }))
        return submitTo(client, order.product, request, { signal })
      })
      return key
    },
    async cancel({ key, state }) {
      if (state.kind !== 'accepted') return
      try {
        await client.tasks.cancel(state.saved.id)
        setAccepted(key, { task: await client.tasks.get(state.saved.id), problem: undefined })
        onMoney(find(key))
      } catch (error) {
        setAccepted(key, { problem: explain(error) })
      }
    },
    askAgain({ key }) {
      const error = retries.get(key)
      if (error === undefined) return
      retries.delete(key)
      setState(key, { kind: 'sending' })
      void send(key, () => error.retry({ signal }))
    },
    async refresh({ key, state }) {
      if (state.kind !== 'accepted') return
      const task = await client.tasks.get(state.saved.id).catch(() => undefined)
      if (task !== undefined) setAccepted(key, { task })
    },
    forget: (job) => replace(list.filter(({ key }) => key !== job.key)),
    close: () => stop.abort(),
  }
}

/** The form was read from the contract, and the service checks the request by the same one. */
function submitTo(
  client: Mediagen,
  product: Product,
  request: Readonly<Record<string, FieldValue>>,
  options: CallOptions,
): Promise<Generation> {
  const body = Object(request)
  if (product === 'image.generate') return client.images.generate(body, options)
  if (product === 'image.transform') return client.images.transform(body, options)
  if (product === 'video.generate') return client.videos.generate(body, options)
  return client.videos.transform(body, options)
}

function savedOf({ id, status, createdAt, idempotencyKey, replayed, requestId, pricingInput }: Generation) {
  return { id, status, createdAt, idempotencyKey, replayed, requestId, pricingInput }
}
