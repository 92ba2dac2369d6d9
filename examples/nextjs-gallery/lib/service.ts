import 'server-only'
import { Mediagen } from '@mediagen/sdk'
import { cookies } from 'next/headers'
import { mediagenProxy } from './proxy'

/** A client with the key of the account: for prices and effects, which are the same for everybody. */
export function accountClient(): Mediagen {
  return new Mediagen()
}

/**
 * A client for server components that acts as the visitor. It goes through the proxy in this process, so
 * that a page shows to nobody the task of another.
 */
export async function visitorClient(): Promise<Mediagen> {
  const cookie = (await cookies()).toString()
  return new Mediagen({
    apiKey: '',
    baseUrl: 'http://proxy.internal',
    fetch(input, init) {
      const request = new Request(input, init)
      request.headers.set('cookie', cookie)
      return mediagenProxy(request)
    },
  })
}
