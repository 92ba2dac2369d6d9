import dns from 'node:dns'
import { once } from 'node:events'
import http, { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { generateImage } from 'ai'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { png, setStage } from './support/stage.js'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** What the name service says of every name. */
function resolveTo(...addresses: readonly string[]) {
  const answer = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
  return vi.spyOn(dns.promises, 'lookup').mockResolvedValue(answer as never)
}

/** A server that sends the image. */
async function startServer(): Promise<{ readonly port: number; readonly hosts: (string | undefined)[] }> {
  const hosts: (string | undefined)[] = []
  const server = createServer(({ url, headers }, response) => {
    hosts.push(headers.host)
    if (url === '/moved.png') response.writeHead(302, { location: '/photo.png' }).end()
    else response.writeHead(200, { 'content-type': 'image/png' }).end(png)
  })
  return { port: await listen(server), hosts }
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => new Promise((closed) => server.close(() => closed())))
  return (server.address() as AddressInfo).port
}

/** Deadlines that pass when the test says how much time has. */
function mockDeadlines(): (ms: number) => void {
  const deadlines: { readonly ms: number; readonly abort: AbortController }[] = []
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const abort = new AbortController()
    deadlines.push({ ms, abort })
    return abort.signal
  })
  return (elapsedMs) => {
    for (const { ms, abort } of deadlines)
      if (ms <= elapsedMs) abort.abort(new DOMException('The operation timed out.', 'TimeoutError'))
  }
}

/** Connects each request to the server on this machine; returns the addresses that were asked for. */
function connectLocally() {
  const { request } = http
  const asked: unknown[] = []
  vi.spyOn(http, 'request').mockImplementation(((url: URL, options: http.RequestOptions) => {
    asked.push(options.host)
    if (options.host === '203.0.112.1')
      return request(url, { ...options, host: '127.0.0.1', hostname: '127.0.0.1', port: 1 })
    return request(url, { ...options, host: '127.0.0.1', hostname: '127.0.0.1' })
  }) as typeof request)
  return asked
}

function transform(url: string) {
  const stage = setStage()
  const call = generateImage({
    model: stage.mediagen.image('image.transform'),
    prompt: { images: [url], text: 'x' },
    maxRetries: 0,
  })
  return { call, ...stage }
}

describe('an image by its URL', () => {
  test.each([
    ['127.0.0.1'],
    ['10.1.2.3'],
    ['169.254.169.254'],
    ['::1'],
    ['fe80::1'],
    ['fd00::1'],
    ['::ffff:127.0.0.1'],
    ['2002:7f00:1::'],
    ['2001:0:7f00:1::1'],
    ['100::1'],
    ['93.184.216.34', '192.168.1.1'],
  ])('is not read from a name that leads to %s', async (...addresses) => {
    const { port, hosts } = await startServer()
    resolveTo(...addresses)
    const asked = connectLocally()
    const { call, service, seen } = transform(`http://photos.example:${port}/photo.png`)
    await expect(call).rejects.toMatchObject({ name: 'AI_DownloadError' })
    expect([service.taskCount(), seen, hosts, asked]).toEqual([0, [], [], []])
  })

  test('is read from the first address that answers, under its name, and through a redirect', async () => {
    const { port, hosts } = await startServer()
    const lookup = resolveTo('203.0.112.1', '93.184.216.34')
    const asked = connectLocally()
    const { call, service } = transform(`http://photos.example:${port}/moved.png`)
    await call
    expect(service.taskCount()).toBe(1)
    expect(hosts).toEqual([`photos.example:${port}`, `photos.example:${port}`])
    expect(asked).toEqual(['203.0.112.1', '93.184.216.34', '203.0.112.1', '93.184.216.34'])
    expect(lookup).toHaveBeenCalledTimes(2)
  })

  test('is given up after two minutes, although its server sends a byte now and then', async () => {
    const elapse = mockDeadlines()
    let closed = false
    const server = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'image/png' }).write('x')
      response.once('close', () => {
        closed = true
      })
    })
    const port = await listen(server)
    resolveTo('93.184.216.34')
    connectLocally()
    const { call, service } = transform(`http://photos.example:${port}/photo.png`)
    const failed = expect(call).rejects.toMatchObject({ name: 'AI_DownloadError' })
    await once(server, 'request')
    elapse(120_000)
    await failed
    await expect.poll(() => closed).toBe(true)
    expect(service.taskCount()).toBe(0)
  })

  test('is given up after two minutes without a word of the name service', async () => {
    const elapse = mockDeadlines()
    const lookup = vi.spyOn(dns.promises, 'lookup').mockReturnValue(new Promise(() => {}) as never)
    const { call } = transform('http://photos.example/photo.png')
    const failed = expect(call).rejects.toMatchObject({ name: 'AI_DownloadError' })
    await expect.poll(() => lookup.mock.calls.length).toBe(1)
    elapse(120_000)
    await failed
  })

  test('is not read where there are no modules of Node', async () => {
    vi.stubGlobal('process', undefined)
    const { call } = transform('http://photos.example/photo.png')
    await expect(call).rejects.toMatchObject({
      name: 'AI_DownloadError',
      cause: new Error('An image is read from a URL on Node only. Give its bytes instead.'),
    })
  })
})
