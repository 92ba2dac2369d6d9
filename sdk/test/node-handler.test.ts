import { EventEmitter, once } from 'node:events'
import { createServer, type RequestListener, request as sendRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { Mediagen } from '../src/index.js'
import { createProxy, type ProxyHandler, toNodeHandler } from '../src/proxy/index.js'
import { createMockService } from '../src/testing/index.js'

/** Serves a listener of node:http until the test is over; gives its address. */
async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return `http://127.0.0.1:${(address satisfies AddressInfo).port}`
}

/** A proxy of a mock. */
function start() {
  const service = createMockService({ queuedMs: 0, processingMs: 0 })
  const { baseUrl, fetch } = service
  return { service, proxy: createProxy({ apiKey: 'key', baseUrl, fetch, authorize: () => 'anna' }) }
}

describe('a proxy as a handler of node:http', () => {
  test('takes a generation to its end', async () => {
    const { proxy, service } = start()
    const url = await serve(toNodeHandler(proxy))
    const client = new Mediagen({ baseUrl: `${url}/media` })
    const generation = await client.images.generate({ prompt: 'a fox' })
    await expect(generation.wait()).resolves.toMatchObject({ status: 'SUCCEEDED' })
    expect(service.taskCount()).toBe(1)
  })

  test('finds the whole path and the body that a framework has read before', async () => {
    const { proxy, service } = start()
    const url = await serve(async (incoming, outgoing) => {
      const chunks: Buffer[] = []
      for await (const chunk of incoming) chunks.push(chunk)
      const body: unknown = chunks.length > 0 ? JSON.parse(Buffer.concat(chunks).toString()) : undefined
      // As Express does for a handler that is mounted.
      const mounted = { originalUrl: incoming.url, url: '/tasks', body }
      await toNodeHandler(proxy)(Object.assign(incoming, mounted), outgoing)
    })
    await new Mediagen({ baseUrl: url }).images.generate({ prompt: 'a fox' })
    expect(service.taskCount()).toBe(1)
  })

  test('tells the proxy that the page has gone, and ends with it', async () => {
    const events = new EventEmitter()
    const heard = once(events, 'heard')
    const stopped = once(events, 'stopped')
    const hang: ProxyHandler = ({ signal }) => {
      events.emit('heard')
      return new Promise((_, reject) =>
        signal.addEventListener('abort', () => {
          events.emit('stopped')
          reject(signal.reason)
        }),
      )
    }
    const outgoing = sendRequest(await serve(toNodeHandler(hang)))
    outgoing.on('error', () => undefined).end()
    await heard
    outgoing.destroy()
    await stopped
  })

  test('waits for a slow reader, and ends the connection where an answer breaks off', async () => {
    const large = new Uint8Array(4_000_000).fill(7)
    const url = await serve(toNodeHandler(async () => new Response(large)))
    expect((await (await fetch(url)).arrayBuffer()).byteLength).toBe(large.length)
    const broken = () =>
      new ReadableStream<Uint8Array>({
        pull: (controller) => controller.error(new Error('cut')),
      })
    const other = await serve(toNodeHandler(async () => new Response(broken())))
    await expect(fetch(other).then((response) => response.text())).rejects.toThrow(TypeError)
  })

  test('survives a host that is none', async () => {
    const url = await serve(toNodeHandler(start().proxy))
    const outcome = new Promise((resolve) => {
      const outgoing = sendRequest(url, { headers: { host: 'a b' } }, ({ statusCode }) => resolve(statusCode))
      outgoing.on('error', () => resolve('closed')).end()
    })
    expect(await outcome).toBe('closed')
    expect((await fetch(`${url}/api/v1/pricing`)).status).toBe(200)
  })
})
