import { Mediagen } from '@mediagen/sdk'

/** The client of the page: without a key, which the proxy has. A server has none, so hooks are idle there. */
export const pageClient =
  typeof location === 'undefined'
    ? undefined
    : new Mediagen({ baseUrl: new URL('/api/mediagen', location.href).href })
