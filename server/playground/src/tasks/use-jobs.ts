import type { Mediagen, Task } from '@mediagen/sdk'
import { type GenerationOrder, useGenerations } from '@mediagen/sdk/react'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { randomKey } from '../../shared/random-key.ts'
import type { FieldValue } from '../contract/read-forms.ts'
import type { JobDetails } from '../kept/made-here.ts'
import { pageStorage } from '../kept/stored.ts'
import { useKept } from '../kept/use-kept.ts'
import type { Connection } from '../service/connection.ts'
import { explain } from '../service/explain.ts'
import type { Service } from '../service/use-service.ts'
import { announcementOf, isEnded, type Job, jobOf, jobOfTask, taskOf } from './job.ts'
import { hasEnded } from './task-list.ts'
import { type History, useHistory } from './use-history.ts'
import { type Search, useSearch } from './use-search.ts'

/** What somebody asks for. */
export interface Order extends Pick<Job, 'product' | 'price' | 'inputUrl'> {
  readonly request: Readonly<Record<string, FieldValue>>
  /** The upload that it begins with, under way or done, and a small copy of its image. */
  readonly input?:
    | { readonly assetId: Promise<string>; readonly thumbnail: Promise<string | undefined> }
    | undefined
}

export interface Jobs {
  /** Newest first, as far back as was read. */
  readonly list: readonly Job[]
  /** Those whose prompts contain a text, as far as they were looked for. */
  readonly search: Search & { readonly found: readonly Job[] }
  /** Those with a star, however old, once they are read. */
  readonly favourites: readonly Job[]
  readonly readFavourites: () => void
  /** What is read of the list. */
  readonly history: Pick<History, 'isRead' | 'readOlder' | 'refresh' | 'problem'>
  /** Sends an order and returns the key of its job; undefined until the account is known, whose list it is. */
  readonly submit: ((order: Order) => string) | undefined
  /** What to read aloud. */
  readonly announcement: string
}

/** The most orders in flight that are kept: with their small images they fit a browser's 5 MB several times. */
const ordersMax = 24

/**
 * The generations of an account: uploads and orders on their way, and the tasks that the service lists. Anew
 * for another account or service.
 */
export function useJobs(
  client: Mediagen | undefined,
  connection: Connection | undefined,
  { account, effects, refreshMoney: onMoney }: Pick<Service, 'account' | 'effects' | 'refreshMoney'>,
): Jobs {
  const scope = connection && account && `${connection.baseUrl} ${account.id}`
  const kept = useKept(scope)
  const { generations, submit } = useGenerations<JobDetails>(scope === undefined ? undefined : client, {
    storage: pageStorage,
    name: `mediagen.playground.list ${scope}`,
    max: ordersMax,
  })
  const ownTasks = useMemo(() => new Set(generations.map(({ taskId }) => taskId)), [generations])
  const isOwn = useCallback((taskId: string) => ownTasks.has(taskId), [ownTasks])
  const history = useHistory(client, isOwn, onMoney)
  const [deletedInputs, setDeletedInputs] = useState<ReadonlySet<string>>(new Set())
  const [uploading, setUploading] = useState<readonly Job[]>([])
  // An upload belongs to the account that it was sent to.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another account begins anew.
  useEffect(() => setUploading([]), [scope])

  const { find, add } = history
  const search = useSearch(client, add)
  const ended = new Set(history.tasks.filter(hasEnded).map(({ id }) => id))
  useEffect(() => {
    // The oldest first, as what was kept last is kept longest.
    for (const { key, taskId, task, details, state, error, remove } of [...generations].reverse()) {
      if (taskId !== undefined && !kept.madeHere.has(taskId)) kept.keep({ key, ...details, taskId })
      // From its end on, a task is in the service's list, which is not taken for granted: it may be out of reach.
      if (taskId !== undefined ? ended.has(taskId) : state === 'cancelled') remove()
      else if (task !== undefined && hasEnded(task) && find(task.id) !== task) add([task])
      else if (state === 'failed' && error !== undefined && explain(error).code === 'TASK_NOT_FOUND') remove()
    }
  })

  const complete = (listed: Job): Job => {
    const { request } = listed
    const job = { ...listed, effectName: effects?.find(({ id }) => id === request?.effectId)?.name }
    const task = taskOf(job)
    if (task?.status !== 'SUCCEEDED') return job
    const { id } = task
    return { ...job, isFavourite: kept.favourites.has(id), star: () => kept.toggleFavourite(id) }
  }
  const inputDeletionOf = (task: Task) => {
    const assetId = task.request?.assetId
    if (client === undefined || assetId === undefined || !hasEnded(task)) return undefined
    if (deletedInputs.has(assetId)) return undefined
    return async () => {
      await client.uploads.delete(assetId).catch((error: unknown) => {
        // Deleted elsewhere: what this device has of it goes all the same.
        if (explain(error).code !== 'UPLOAD_NOT_FOUND') throw error
      })
      const users = history.tasks.filter(({ request }) => request?.assetId === assetId)
      kept.forgetInputs(new Set(users.map(({ id }) => id)))
      setDeletedInputs((before) => new Set(before).add(assetId))
    }
  }
  const jobFor = (task: Task) => {
    const { id } = task
    const actions = {
      cancel: () => history.cancel(id),
      retry: () => history.renew(id),
      deleteResult: () => history.deleteResult(id),
      deleteInput: inputDeletionOf(task),
      isInputDeleted: deletedInputs.has(task.request?.assetId ?? ''),
    }
    return complete(jobOfTask(task, kept.madeHere.get(id), history.problemOf(id), actions))
  }
  const orders = generations.filter(({ taskId }) => taskId === undefined || !ended.has(taskId))
  const ordered = new Set(orders.map(({ taskId }) => taskId))
  const others = history.tasks.filter(({ id }) => !ordered.has(id))
  // Read together with the account, but shown only with what this device knows of them.
  const tasks = scope === undefined ? [] : others.map(jobFor)
  const jobs = [...orders.map((order) => complete(jobOf(order))), ...tasks]
  const list = [...uploading, ...jobs.sort(byTime)]
  const jobsOf = (ids: Iterable<string>) => [...ids].flatMap((id) => find(id) ?? []).map(jobFor)
  const favourites = jobsOf(kept.favourites)

  function submitOrder({ input, product, request, price, inputUrl }: Order): string {
    const key = randomKey()
    const details = { key, price, inputUrl }
    const send = (fields: object, changes?: Pick<JobDetails, 'inputUrl'>) =>
      // The form was read from the contract, and the service checks the request by the same one.
      submit({ product, ...fields } as GenerationOrder, { details: { ...details, ...changes } })
    if (input === undefined) {
      send(request)
      return key
    }
    const forget = () => setUploading((jobs) => jobs.filter((job) => job.key !== key))
    const change = (changes: Partial<Job>) =>
      setUploading((jobs) => jobs.map((job) => (job.key === key ? { ...job, ...changes } : job)))
    const createdAt = new Date().toISOString()
    const job = {
      ...details,
      product,
      request,
      createdAt,
      remove: forget,
      state: { kind: 'uploading' },
    } as const
    setUploading((jobs) => [job, ...jobs])
    void input.thumbnail.then((inputUrl) => change({ inputUrl }))
    Promise.all([input.assetId, input.thumbnail]).then(
      ([assetId, thumbnail]) => {
        forget()
        send({ ...request, assetId }, { inputUrl: thumbnail })
      },
      (error) => change({ state: { kind: 'refused', problem: explain(error), canAsk: false } }),
    )
    return key
  }

  return {
    list,
    search: { ...search, found: jobsOf(search.taskIds) },
    favourites,
    readFavourites: () => history.read([...kept.favourites].filter((id) => find(id) === undefined)),
    history,
    submit: scope === undefined ? undefined : submitOrder,
    announcement: useAnnouncement(list, onMoney),
  }
}

function byTime(one: Job, other: Job): number {
  return Date.parse(other.createdAt) - Date.parse(one.createdAt)
}

/** Says which job has come to its end while the page was open; calls `onMoney` whenever money may have moved. */
function useAnnouncement(list: readonly Job[], onMoney: () => void): string {
  const [announcement, setAnnouncement] = useState('')
  const known = useRef<ReadonlyMap<string, string>>(new Map())
  const moved = useRef(onMoney)
  moved.current = onMoney
  useEffect(() => {
    const before = known.current
    known.current = new Map(list.map((job) => [job.key, standingOf(job)]))
    for (const job of list) {
      const was = before.get(job.key)
      const standing = standingOf(job)
      if (was === undefined || was === standing || was === 'unread') continue
      moved.current()
      if (isEnded(job)) setAnnouncement(announcementOf(job))
    }
  }, [list])
  return announcement
}

function standingOf({ state }: Job): string {
  if (state.kind !== 'accepted') return state.kind
  return state.task === undefined ? 'unread' : state.status
}
