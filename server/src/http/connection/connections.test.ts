import type { RequestListener, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { readJson } from '@mediagen/contract/edge'
import { errorCodes, ServiceError } from '@mediagen/contract/errors'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { open, serve, statusesOf } from '../support/test-connection.ts'

afterEach(() => {
  vi.useRealTimers()
})

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`
const lastGet = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`
/** An app whose responses are sent by hand, in any order. */
function heldApp() {
  const begun: string[] = []
  const responses = new Map<string, ServerResponse>()
  const app: RequestListener = (request, response) => {
    begun.push(request.url ?? '')
    responses.set(request.url ?? '', response)
  }
  return { app, begun, respond: (path: string) => responses.get(path)?.writeHead(200).end(path) }
}

describe('the requests of one connection', () => {
  test('are begun one after another, each once the one before it got its response', async () => {
    const { app, begun, respond } = heldApp()
    const client = open(await serve(app), get('/1') + get('/2') + lastGet('/3'))
    for (const [at, path] of ['/1', '/2', '/3'].entries()) {
      await expect.poll(() => begun.length).toBe(at + 1)
      respond(path)
    }
    expect(statusesOf(await client.closed)).toEqual([200, 200, 200])
    expect(begun).toEqual(['/1', '/2', '/3'])
  })

  test('wait behind a response that the client does not read', async () => {
    const large = Buffer.alloc(16 * 1024 * 1024)
    const begun: string[] = []
    const port = await serve((request, response) => {
      begun.push(request.url ?? '')
      response.end(large)
    })
    const client = open(port, '')
    client.socket.pause()
    client.socket.write(get('/1') + get('/2') + get('/3'))
    await expect.poll(() => begun).toEqual(['/1'])
    client.socket.resume()
    await expect.poll(() => begun).toEqual(['/1', '/2', '/3'])
  })

  test('may be 8 in waiting, and all get a response', async () => {
    const port = await serve((_request, response) => void response.end())
    const client = open(port, get('/').repeat(9))
    await expect.poll(() => statusesOf(client.received()).length).toBe(9)
    client.socket.write(lastGet('/'))
    expect(statusesOf(await client.closed)).toEqual(Array(10).fill(200))
  })

  test('that are more than that are never parsed: the connection closes once those before them have their responses', async () => {
    const seen: string[] = []
    const port = await serve((request, response) => {
      seen.push(request.url ?? '')
      response.end()
    })
    const client = open(port, `${get('/').repeat(9)}${get('/more')}not even HTTP`)
    expect(statusesOf(await client.closed)).toEqual(Array(9).fill(200))
    expect(seen).not.toContain('/more')
  })

  test('wait in 32 KB at most, whatever their number', async () => {
    const port = await serve((_request, response) => void response.end())
    const large = `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(15_000)}\r\n\r\n`
    expect(statusesOf(await open(port, large.repeat(9)).closed)).toEqual(Array(4).fill(200))
    const post = `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 15000\r\n\r\n${'x'.repeat(15_000)}`
    const { app, begun, respond } = heldApp()
    const client = open(await serve(app), get('/first') + post.repeat(8))
    await expect.poll(() => begun).toEqual(['/first'])
    respond('/first')
    for (let count = 2; count <= 4; count += 1) {
      await expect.poll(() => begun.length).toBe(count)
      respond('/')
    }
    expect(statusesOf(await client.closed)).toEqual(Array(4).fill(200))
  })

  test('let those of other connections in between', async () => {
    const begun: string[] = []
    const port = await serve((request, response) => {
      begun.push(request.url ?? '')
      response.end()
    })
    const clients = [open(port, get('/1')), open(port, get('/2'))]
    await expect.poll(() => begun.length).toBe(2)
    begun.length = 0
    for (const [at, { socket }] of clients.entries()) socket.write(get(`/${at + 1}`).repeat(9))
    await expect.poll(() => begun.length).toBe(18)
    expect(begun.indexOf('/2')).toBeLessThan(begun.lastIndexOf('/1'))
    expect(begun.lastIndexOf('/1')).toBeGreaterThan(13)
  })

  test('get their whole responses, however large, also where too many follow', async () => {
    const chunks = Array(32).fill(Buffer.alloc(64 * 1024))
    const port = await serve((_request, response) => void Readable.from(chunks).pipe(response))
    const received = (await open(port, get('/').repeat(20)).closed).split('HTTP/1.1 200 OK')
    expect(received).toHaveLength(10)
    expect(received.slice(1).map((text) => text.split('\0').length - 1)).toEqual(
      Array(9).fill(2 * 1024 * 1024),
    )
  })

  test('that are too many do not keep a client that has left', async () => {
    const chunks = Array(640).fill(Buffer.alloc(64 * 1024))
    const responses: ServerResponse[] = []
    const port = await serve((_request, response) => {
      responses.push(response)
      Readable.from(chunks).pipe(response)
    })
    const client = open(port, get('/').repeat(20))
    client.socket.pause()
    await expect.poll(() => responses[0]?.writableNeedDrain).toBe(true)
    client.socket.destroy()
    await expect.poll(() => responses[0]?.destroyed).toBe(true)
  })

  test('end with one that asks for an upgrade, which gets a response without one', async () => {
    const begun: string[] = []
    const port = await serve((request, response) => {
      begun.push(request.url ?? '')
      response.end()
    })
    const upgrade = 'GET /1 HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'
    expect(statusesOf(await open(port, upgrade + get('/2')).closed)).toEqual([200])
    expect(begun).toEqual(['/1'])
  })

  // Node processes pending work between two parts of one chunk: after a body, the previous response has been
  // sent.
  test.each(['', '{'])(
    'are not carried out behind a response that closes the connection (body: %j)',
    async (body) => {
      const begun: string[] = []
      const port = await serve((request, response) => {
        begun.push(request.url ?? '')
        response.writeHead(200, { Connection: 'close' }).end()
      })
      const head = `POST /1 HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n`
      expect(statusesOf(await open(port, head + body + get('/2')).closed)).toEqual([200])
      expect(begun).toEqual(['/1'])
    },
  )
})

describe('bytes that are no request', () => {
  test.each([
    ['stray bytes', 'stray bytes\r\n\r\n'],
    [
      'a request with two lengths',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
    ],
    ['headers beyond the limit', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`],
    ['HTTP/0.9', 'GET /more\r\n\r\n'],
    ['HTTP/2', 'GET /more HTTP/2.0\r\nHost: x\r\n\r\n'],
    ['chunks in HTTP/1.0', 'POST / HTTP/1.0\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
    ...['gzip, chunked', ',chunked', 'identity\r\nTransfer-Encoding: chunked'].map((encoding) => [
      `Transfer-Encoding: ${JSON.stringify(encoding)}`,
      `POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: ${encoding}\r\n\r\n0\r\n\r\n`,
    ]),
    ['CONNECT', 'CONNECT other:443 HTTP/1.1\r\nHost: other:443\r\n\r\n'],
  ])('%s are rejected after every request before them has its response', async (_name, bytes) => {
    const { app, begun, respond } = heldApp()
    const client = open(await serve(app), get('/1') + get('/2') + bytes)
    await expect.poll(() => begun).toEqual(['/1'])
    respond('/1')
    await expect.poll(() => begun).toEqual(['/1', '/2'])
    expect(statusesOf(client.received())).toEqual([200])
    respond('/2')
    expect(statusesOf(await client.closed)).toEqual([200, 200, 400])
  })

  test('get a response with a date, as every other', async () => {
    const { closed } = open(await serve(() => undefined), 'nonsense\r\n\r\n')
    const [, date = ''] = /^Date: (.+)\r$/m.exec(await closed) ?? []
    expect(new Date(date).toUTCString()).toBe(date)
  })

  test.each(['nonsense\r\n\r\n', `GET / HTTP/1.1\r\nX: ${'x'.repeat(20_000)}`])(
    'end the connection also of a client that never closes its side',
    async (bytes) => {
      const { socket, closed } = open(await serve(() => undefined), bytes)
      expect(statusesOf(await closed)).toEqual([400])
      // Writing to a connection that is closed on both sides causes a reset.
      const reset = new Promise<string | undefined>((resolve) =>
        socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code)),
      )
      const writing = setInterval(() => socket.write('x'), 50)
      onTestFinished(() => clearInterval(writing))
      expect(await reset).toMatch(/ECONNRESET|EPIPE/)
    },
  )

  test('in the body of a request get the response in the place of that request, and once', async () => {
    const port = await serve(async (request, response) => {
      const error = await readJson(request, response).catch((reason: unknown) => reason)
      response.writeHead(error instanceof ServiceError ? errorCodes[error.code].status : 200).end()
    })
    const head = 'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n'
    expect(statusesOf(await open(port, `${get('/1')}${head}ZZ\r\n`).closed)).toEqual([200, 400])
  })

  test.each(['ZZ\r\n', ''])(
    'in the body leave the response under way whole, however slowly it is read (%j)',
    async (bytes) => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      const body = 'x'.repeat(16_000_000)
      const port = await serve((_request, response) => void response.end(body))
      const head = 'GET / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n'
      const client = open(port, head + bytes)
      client.socket.once('data', () => client.socket.pause())
      if (bytes === '') client.socket.end()
      await expect.poll(() => client.socket.isPaused()).toBe(true)
      vi.advanceTimersByTime(10_000)
      client.socket.resume()
      expect((await client.closed).split('\r\n\r\n')[1]).toHaveLength(body.length)
    },
  )

  test('in the body of a request that has its response end the connection without another', async () => {
    const port = await serve((_request, response) => void response.end())
    const client = open(port, 'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n')
    await expect.poll(client.received).toContain('200')
    client.socket.write('ZZ\r\n')
    expect(statusesOf(await client.closed)).toEqual([200])
  })
})

describe('a body', () => {
  const post = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n'

  test('is called for with 100 Continue only by whoever reads it', async () => {
    const port = await serve(async (request, response) => {
      if (request.url === '/') await readJson(request, response)
      response.writeHead(request.url === '/' ? 200 : 403).end()
    })
    const taken = open(port, `${post}Content-Length: 2\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n`)
    await expect.poll(taken.received).toContain('100 Continue')
    taken.socket.write('{}')
    expect(statusesOf(await taken.closed)).toEqual([100, 200])
    const rejected = open(
      port,
      `${post.replace('/', '/no')}Content-Length: 2\r\nExpect: 100-continue\r\n\r\n`,
    )
    expect(statusesOf(await rejected.closed)).toEqual([403])
  })

  test('that a request never completes after its response is waited for 5 seconds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const client = open(
      await serve((_request, response) => void response.end()),
      `${post}Content-Length: 9\r\n\r\n{`,
    )
    while (vi.getTimerCount() === 0) await new Promise(setImmediate)
    vi.advanceTimersByTime(4_999)
    expect(client.socket.readyState).toBe('open')
    vi.advanceTimersByTime(1)
    expect(statusesOf(await client.closed)).toEqual([200])
  })
})
