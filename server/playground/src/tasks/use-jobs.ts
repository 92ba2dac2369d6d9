import type { Account, Mediagen } from '@mediagen/sdk'
import { type GenerationOrder, type GenerationStorage, useGenerations } from '@mediagen/sdk/react'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { Connection } from '../service/connection.ts'
import { explain } from '../service/explain.ts'
import { announcementOf, isEnded, type Job, type JobDetails, jobOf } from './job.ts'

/** What somebody asks for. */
export interface Order extends Pick<Job, 'product' | 'request' | 'price' | 'effectName' | 'inputUrl'> {
  /** The upload that it begins with, under way or done, and a small copy of its image. */
  readonly input?:
    | { readonly assetId: Promise<string>; readonly thumbnail: Promise<string | undefined> }
    | undefined
}

export interface Jobs {
  /** Newest first. */
  readonly list: readonly Job[]
  /** Sends an order and returns the key of its job; undefined until the account is known, whose list it is. */
  readonly submit: ((order: Order) => string) | undefined
  /** What to read aloud. */
  readonly announcement: string
}

/** The most that are kept: with their small images they fit a browser's 5 MB several times. */
const listLength = 24

/** The generations of an account; anew for another account or service. */
export function useJobs(
  client: Mediagen | undefined,
  connection: Connection | undefined,
  account: Account | undefined,
  onMoney: () => void,
): Jobs {
  const scope = connection && account && `${connection.baseUrl} ${account.id}`
  const { generations, submit } = useGenerations<JobDetails>(scope === undefined ? undefined : client, {
    storage: pageStorage,
    name: `mediagen.playground.list ${scope}`,
    max: listLength,
  })
  const [uploading, setUploading] = useState<readonly Job[]>([])
  const list = useMemo(() => [...uploading, ...generations.map(jobOf)], [uploading, generations])
  // An upload belongs to the account that it was sent to.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another account begins anew.
  useEffect(() => setUploading([]), [scope])
  useEffect(() => {
    for (const { state, error, remove } of generations)
      if (state === 'failed' && error !== undefined && explain(error).code === 'TASK_NOT_FOUND') remove()
  }, [generations])

  function submitOrder({ input, product, request, price, effectName, inputUrl }: Order): string {
    const key = crypto.randomUUID()
    const details = { key, price, effectName, inputUrl }
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
    submit: scope === undefined ? undefined : submitOrder,
    announcement: useAnnouncement(list, onMoney),
  }
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

/** Undefined where the browser's owner allows none: the page works without a history. */
const pageStorage = ((): GenerationStorage | undefined => {
  try {
    const name = 'mediagen.playground.storage'
    localStorage.setItem(name, '')
    localStorage.removeItem(name)
    return localStorage
  } catch {
    return undefined
  }
})()
