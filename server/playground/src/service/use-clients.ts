import { useMemo } from 'react'
import { type Connection, createClient, publicConnection } from './connection.ts'
import { createReach } from './reach.ts'
import type { PageSettings } from './settings.ts'

/** The clients of a connection: `client` with its key, and `reader`, which there always is, for what is public. */
export function useClients(connection: Connection | undefined, settings: PageSettings) {
  const reach = useMemo(() => connection && createReach(connection.baseUrl), [connection])
  const client = useMemo(() => connection && createClient(connection, reach), [connection, reach])
  // Effects, examples and prices are public.
  const reader = useMemo(
    () => client ?? createClient(publicConnection(settings, location)),
    [client, settings],
  )
  return { reach, client, reader }
}
