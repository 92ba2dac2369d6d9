import { useEffect, useRef, useSyncExternalStore } from 'react'
import type { Reach } from '../service/reach.ts'

/** How often a service that does not answer is asked again. */
const againMs = 5_000

/** What stands between the page and its service; undefined: nothing. */
export type Outage = 'offline' | 'away'

/**
 * What keeps the page from its service. While the service does not answer it is asked again every few seconds by
 * `retry`, which is also called once the way is free again.
 */
export function useConnectivity(reach: Reach | undefined, retry: () => void): Outage | undefined {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine)
  const isMet = useSyncExternalStore(reach?.subscribe ?? subscribe, reach?.isMet ?? (() => true))
  const attempt = useRef(retry)
  attempt.current = retry
  const outage = isOnline ? (isMet ? undefined : 'away') : 'offline'
  const before = useRef(outage)
  useEffect(() => {
    if (before.current !== undefined && outage !== 'offline') attempt.current()
    before.current = outage
    if (outage !== 'away') return
    const timer = setInterval(() => attempt.current(), againMs)
    return () => clearInterval(timer)
  }, [outage])
  return outage
}

function subscribe(notify: () => void): () => void {
  addEventListener('online', notify)
  addEventListener('offline', notify)
  return () => {
    removeEventListener('online', notify)
    removeEventListener('offline', notify)
  }
}
