import { createFakeClient, polled } from './fake-client.js'
import { brokenConnection, type FakeResponse } from './fake-fetch.js'

/** The bytes of the result of `polled`. */
export const bytes = new Uint8Array([1, 2, 3])
export const file = () => new Response(bytes)
export const gone = () => new Response('expired', { status: 403 })
export const renewed = () =>
  polled('SUCCEEDED', {
    output: { images: [{ url: 'https://files.test/out?signature=two', contentType: 'image/png' }] },
  })

/** A finished task, and what it takes to look at the requests for its files. */
export async function finish(responses: readonly FakeResponse[], first = polled('SUCCEEDED')) {
  const fake = createFakeClient([first, ...responses])
  const task = await fake.client.tasks.wait('task-1')
  return { task, ...fake }
}

/** Gives the first bytes, then breaks. */
export function torn(
  first: readonly number[],
  headers: Record<string, string> = { etag: '"one"' },
  status = 200,
) {
  let isGiven = false
  const body = new ReadableStream({
    pull(controller) {
      if (isGiven || first.length === 0) return controller.error(brokenConnection())
      isGiven = true
      controller.enqueue(new Uint8Array(first))
    },
  })
  return new Response(body, { status, headers })
}
/** A part of the file, with the headers of an object store where none are given. */
export function part(last: readonly number[], headers: Record<string, string> = {}, status = 206) {
  const contentRange = status === 206 ? { 'content-range': `bytes ${3 - last.length}-2/3` } : {}
  return new Response(new Uint8Array(last), {
    status,
    headers: { etag: '"one"', ...contentRange, ...headers },
  })
}
/** A page of a network that somebody must log in to, of the length of the file. */
export const loginPage = () => new Response('<a>', { headers: { 'content-type': 'text/html' } })
/** A file whose size the service does not know. */
export const sizeless = () => {
  const image = { url: 'https://files.test/out?signature=one', contentType: 'image/png' }
  return polled('SUCCEEDED', { output: { images: [image] } })
}

/** All bytes of a stream. */
export function readAll(stream: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  return new Response(stream).bytes()
}
