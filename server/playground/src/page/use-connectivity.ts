import { useEffect, useRef, useSyncExternalStore } from 'react'

/** How often a service that does not answer is asked again. */
const againMs = 5_000

/** What stands between the page and its service; undefined: nothing. */
export type Outage = 'offline' | 'away'

/**
 * Whether the service can be reached, and a new attempt each few seconds, and at once when the browser is back
 * online, while it cannot.
 */
export function useConnectivity(isUnanswered: boolean, retry: () => void): Outage | undefined {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine)
  const attempt = useRef(retry)
  attempt.current = retry
  const outage = isOnline ? (isUnanswered ? 'away' : undefined) : 'offline'
  const before = useRef(outage)
  useEffect(() => {
    if (before.current === 'offline' && outage !== 'offline') attempt.current()
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
