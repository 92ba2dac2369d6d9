import { type Hooks, Mediagen } from '@mediagen/sdk'
import type { Reach } from './reach.ts'
import type { PageSettings } from './settings.ts'

/** How the page reaches a service: by a proxy that has the key, or directly with the visitor's own. */
export type Connection =
  | { readonly kind: 'proxy'; readonly baseUrl: string }
  | { readonly kind: 'key'; readonly baseUrl: string; readonly apiKey: string }

const storageName = 'mediagen.playground.connection'

/** The visitor's connection of this session, else the proxy; undefined where a key has to be asked for. */
export function loadConnection(
  settings: PageSettings,
  { origin }: Pick<Location, 'origin'>,
  session: Pick<Storage, 'getItem'>,
): Connection | undefined {
  const { baseUrl, apiKey } = readSaved(session.getItem(storageName))
  const isReachable = baseUrl === origin || settings.address !== undefined
  if (typeof baseUrl === 'string' && typeof apiKey === 'string' && isReachable)
    return { kind: 'key', baseUrl, apiKey }
  return proxyConnection(settings, { origin })
}

/** The connection that needs no key, where the server has one. */
export function proxyConnection(
  { proxy }: PageSettings,
  { origin }: Pick<Location, 'origin'>,
): Connection | undefined {
  return proxy === undefined ? undefined : { kind: 'proxy', baseUrl: new URL(proxy, origin).href }
}

/** The connection for what the service tells everybody. */
export function publicConnection(
  { address }: PageSettings,
  { origin }: Pick<Location, 'origin'>,
): Connection {
  return { kind: 'proxy', baseUrl: address ?? origin }
}

/** Keeps a key until the tab is closed, and nowhere else; forgets the one before. */
export function saveConnection(
  connection: Connection | undefined,
  session: Pick<Storage, 'setItem' | 'removeItem'>,
): void {
  if (connection?.kind === 'key') {
    const { baseUrl, apiKey } = connection
    session.setItem(storageName, JSON.stringify({ baseUrl, apiKey }))
  } else {
    session.removeItem(storageName)
  }
}

/** Throws MediagenError for an address or a key that cannot be meant. */
export function createClient(connection: Connection, reach?: Reach, hooks?: Hooks): Mediagen {
  const { baseUrl } = connection
  const apiKey = connection.kind === 'key' ? connection.apiKey : ''
  return new Mediagen({ baseUrl, apiKey, maxRetries: 2, fetch: reach?.fetch, hooks })
}

function readSaved(text: string | null): { baseUrl?: unknown; apiKey?: unknown } {
  try {
    return Object(JSON.parse(text ?? '{}'))
  } catch {
    return {}
  }
}
