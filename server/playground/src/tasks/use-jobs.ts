import type { Account, Mediagen } from '@mediagen/sdk'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { Connection } from '../service/connection.ts'
import { announcementOf, type Job } from './job.ts'
import { createJobStore, type JobStore } from './job-store.ts'

export interface Jobs {
  readonly list: readonly Job[]
  /** Undefined until the account is known, whose history it is. */
  readonly store: JobStore | undefined
  /** What to read aloud. */
  readonly announcement: string
}

const none: readonly Job[] = []
const subscribeToNothing = () => () => undefined

/** The generations of an account; anew for another account or service. */
export function useJobs(
  client: Mediagen | undefined,
  connection: Connection | undefined,
  account: Account | undefined,
  onMoney: () => void,
): Jobs {
  const [store, setStore] = useState<JobStore>()
  const [announcement, setAnnouncement] = useState('')
  const moved = useRef(onMoney)
  moved.current = onMoney
  const scope = connection && account && `${connection.baseUrl} ${account.id}`
  useEffect(() => {
    if (client === undefined || scope === undefined) return
    const opened = createJobStore({
      client,
      scope,
      storage: localStorage,
      onMoney(ended) {
        moved.current()
        if (ended !== undefined) setAnnouncement(announcementOf(ended))
      },
    })
    setStore(opened)
    return () => {
      opened.close()
      setStore(undefined)
    }
  }, [client, scope])
  const list = useSyncExternalStore(store?.subscribe ?? subscribeToNothing, store?.jobs ?? (() => none))
  return { list, store, announcement }
}
