import { EventEmitter, once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, request as sendRequest } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, onTestFinished, test } from 'vitest'
import { Mediagen } from '../src/index.js'
import { createProxy, type ProxyHandler, toNodeHandler } from '../src/proxy/index.js'
import { createMockService } from '../src/testing/index.js'

/** Serves a listener of node:http until the test is over; gives its address. */
async function serve(listener: RequestListener, settings: object = {}): Promise<string> {
  const server = Object.assign(createServer(listener), settings)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return `http://127.0.0.1:${(address satisfies AddressInfo).port}`
}

interface RawRequest {
  readonly method?: string
  readonly path?: string
  readonly host?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** Sends a request line and a Host header that `fetch` would not send. */
async function send(url: string, { host = 'localhost', headers, body, ...line }: RawRequest) {
  const outgoing = sendRequest(url, {
    ...line,
    headers: { ...headers, host, 'content-type': 'application/json' },
  })
  outgoing.end(body)
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage]
  return { status: incoming.statusCode, headers: incoming.headers, text: await text(incoming) }
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

  describe('on a server that keeps half-open connections', () => {
    /** Sends a request, ends this side once the handler has it, and resolves to what the server sent. */
    async function sendAndEnd(head: string, respond: (request: Request) => Promise<Response>) {
      const events = new EventEmitter()
      const received = once(events, 'received')
      const handler = toNodeHandler((request) => {
        events.emit('received')
        return respond(request)
      })
      const url = await serve(handler, { httpAllowHalfOpen: true })
      const socket = connect({ port: Number(new URL(url).port), allowHalfOpen: true })
      socket.write(`${head}\r\nHost: a\r\nConnection: close\r\n\r\n`)
      await received
      socket.end()
      return text(socket)
    }

    test('ends a held poll whose page has ended its side, and the connection with it', async () => {
      const hang: ProxyHandler = ({ signal }) =>
        new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
      expect(await sendAndEnd('GET /api/v1/tasks/a HTTP/1.1\r\nPrefer: wait=30', hang)).toBe('')
      const cut: ProxyHandler = ({ signal }) =>
        new Promise((resolve) => signal.addEventListener('abort', () => resolve(new Response('late'))))
      expect(await sendAndEnd('GET /api/v1/tasks/a HTTP/1.1\r\nPrefer: wait=30', cut)).not.toContain('late')
    })

    test.each(['GET', 'POST'])('responds to any other %s in full', async (method) => {
      const response = async () => {
        await new Promise((resolve) => setImmediate(resolve))
        return new Response('what became of it')
      }
      expect(await sendAndEnd(`${method} / HTTP/1.1`, response)).toContain('what became of it')
    })

    test('leaves no listener on a connection that goes on', async () => {
      let listeners = 0
      const handle = toNodeHandler(async () => new Response('a'))
      const url = await serve(async (incoming, outgoing) => {
        const before = incoming.socket.listenerCount('end')
        await handle(incoming, outgoing)
        listeners += incoming.socket.listenerCount('end') - before
      })
      await (await fetch(url, { headers: { prefer: 'wait=30' } })).text()
      expect(listeners).toBe(0)
    })
  })

  test('waits for a slow reader, and ends the connection where a response breaks off', async () => {
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

  test('sends each cookie in a header of its own', async () => {
    const headers = new Headers({ 'x-a': '1' })
    for (const cookie of ['a=1; Path=/', 'b=2']) headers.append('set-cookie', cookie)
    const url = await serve(toNodeHandler(async () => new Response('a', { headers })))
    const response = await send(url, {})
    expect(response.headers['set-cookie']).toEqual(['a=1; Path=/', 'b=2'])
    expect(response.headers['x-a']).toBe('1')
  })

  describe('leaves few listeners', () => {
    test('however often a response waits for its reader', async () => {
      const pieces = Array.from({ length: 30 }, () => new Uint8Array(2 ** 18))
      let listeners = 0
      const handle = toNodeHandler(
        async () =>
          new Response(
            new ReadableStream({
              pull(controller) {
                const piece = pieces.pop()
                if (piece) controller.enqueue(piece)
                else controller.close()
              },
            }),
          ),
      )
      const url = await serve(async (incoming, outgoing) => {
        const before = outgoing.listenerCount('close')
        const handled = handle(incoming, outgoing)
        outgoing.once('finish', () => {
          listeners = outgoing.listenerCount('close') - before
        })
        await handled
      })
      await (await fetch(url)).arrayBuffer()
      // That which tells the handler that its client has gone.
      expect(listeners).toBe(1)
    })

    test('however many held polls a connection has, each of which ends with it', async () => {
      const events = new EventEmitter()
      const listeners: number[] = []
      let aborted = 0
      const handle = toNodeHandler(
        ({ signal }) =>
          new Promise((_, reject) =>
            signal.addEventListener('abort', () => {
              aborted += 1
              if (aborted === 20) events.emit('aborted')
              reject(signal.reason)
            }),
          ),
      )
      const url = await serve(
        (incoming, outgoing) => {
          const before = incoming.socket.listenerCount('end')
          void handle(incoming, outgoing)
          listeners.push(incoming.socket.listenerCount('end') - before)
          if (listeners.length === 20) events.emit('received')
        },
        { httpAllowHalfOpen: true },
      )
      const received = once(events, 'received')
      const over = once(events, 'aborted')
      const socket = connect({ port: Number(new URL(url).port), allowHalfOpen: true })
      socket.on('error', () => undefined)
      socket.write('GET /api/v1/tasks/a HTTP/1.1\r\nHost: a\r\nPrefer: wait=30\r\n\r\n'.repeat(20))
      await received
      expect(listeners.reduce((sum, count) => sum + count)).toBe(1)
      socket.end()
      await over
    })
  })

  test('takes a body that a framework has read as bytes', async () => {
    const { proxy, service } = start()
    const url = await serve(async (incoming, outgoing) => {
      const chunks: Buffer[] = []
      for await (const chunk of incoming) chunks.push(chunk)
      // As `express.raw()` leaves it.
      await toNodeHandler(proxy)(Object.assign(incoming, { body: Buffer.concat(chunks) }), outgoing)
    })
    await new Mediagen({ baseUrl: url }).images.generate({ prompt: 'a fox' })
    expect(service.taskCount()).toBe(1)
  })
})

describe('what a request of node:http asks for', () => {
  const json = '{"prompt":"a fox"}'

  test.each([
    'x/api/v1/images/generations#',
    'x/api/v1/images/generations?',
    'x\\api\\v1\\images\\generations#',
    'user@x/api/v1/images/generations#',
    '[::1]/api/v1/images/generations#',
  ])('is never chosen by its Host header, such as %s', async (host) => {
    const { proxy, service } = start()
    const url = await serve(toNodeHandler(proxy))
    const { status } = await send(url, { method: 'POST', path: '/nothing', host, body: json })
    expect([status, service.taskCount()]).toEqual([404, 0])
  })

  test.each(['http://elsewhere.example', 'HTTPS://a:1', '//elsewhere.example', ''])(
    'is the path of its request target, also behind "%s"',
    async (before) => {
      const url = await serve(toNodeHandler(({ url }) => new Response(new URL(url).host)))
      const path = `${before}/api/v1/pricing`
      expect(await send(url, { path, host: 'media.example:81' })).toMatchObject({ text: 'media.example:81' })
      const proxied = await serve(toNodeHandler(start().proxy))
      expect(await send(proxied, { path })).toMatchObject({ status: 200 })
    },
  )

  test.each([
    ['media.example', 'media.example'],
    ['my_host:3000', 'my_host:3000'],
    ['[::1]:3000', '[::1]:3000'],
    ['a b', 'localhost'],
    ['a:b', 'localhost'],
  ])('has an address whose host is plain: "%s" becomes %s', async (host, expected) => {
    const url = await serve(toNodeHandler((request) => new Response(new URL(request.url).host)))
    expect(await send(url, { host })).toMatchObject({ status: 200, text: expected })
  })

  test.each([
    ['GET', '127.999.1.1', 400, 'INVALID_REQUEST'],
    ['GET', 'localhost:99999', 400, 'INVALID_REQUEST'],
    ['POST', '[::::]', 400, 'INVALID_REQUEST'],
    ['TRACE', 'localhost', 405, 'METHOD_NOT_ALLOWED'],
  ])(
    'is rejected where it can be no Request: %s with Host %s gets %i',
    async (method, host, status, code) => {
      let calls = 0
      const url = await serve(toNodeHandler(() => new Response(String(++calls))))
      const response = await send(url, { method, host, headers: { 'x-request-id': 'r1' } })
      expect(response).toMatchObject({ status, headers: { 'x-request-id': 'r1' } })
      expect(JSON.parse(response.text)).toMatchObject({ status, code, requestId: 'r1' })
      expect([calls, response.headers.allow?.includes('POST')]).toEqual([
        0,
        status === 405 ? true : undefined,
      ])
    },
  )
})
