import type { RateLimitEvent } from '@mediagen/sdk'
import { useMemo, useRef } from 'react'
import { type Connection, createClient, publicConnection } from './connection.ts'
import { createReach } from './reach.ts'
import type { PageSettings } from './settings.ts'

/**
 * The clients of a connection: `client` with its key, and `reader`, which there always is, for what is public.
 * `limitEndsMs` is when orders that wait for the rate limit are sent.
 */
export function useClients(connection: Connection | undefined, settings: PageSettings) {
  const reach = useMemo(() => connection && createReach(connection.baseUrl), [connection])
  const limitEndsMs = useRef(0)
  const client = useMemo(() => {
    const onRateLimit = ({ waitMs }: RateLimitEvent) => {
      limitEndsMs.current = Date.now() + waitMs
    }
    return connection && createClient(connection, reach, { onRateLimit })
  }, [connection, reach])
  // Effects, examples and prices are public.
  const reader = useMemo(
    () => client ?? createClient(publicConnection(settings, location)),
    [client, settings],
  )
  return { reach, client, reader, limitEndsMs }
}
