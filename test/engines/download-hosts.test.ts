import { describe, expect, onTestFinished, test } from 'vitest'
import { UnusableMediaError } from '../../server/src/core/ports/provider.ts'
import { createEngineHttp } from '../../server/src/engines/shared/calls/engine-http.ts'
import { mediaAt } from '../../server/src/engines/shared/media/download.ts'
import { startCounterpart } from './support/counterpart.ts'
import { bytesOf } from './support/job.ts'

const headers = { authorization: 'Bearer secret-key' }
const pixels = Buffer.from('pixels')
/** An engine on the public internet, which is never contacted: its links lead elsewhere. */
const publicEngine = 'https://api.engine.example'

/** The outcome of fetching this link of an engine: the bytes, or the error. */
async function fetched(engineUrl: string, link: string, allowedHosts: readonly string[] = []) {
  const http = createEngineHttp({ url: engineUrl, headers })
  onTestFinished(() => http.close())
  return bytesOf(mediaAt(http, link, { allowedHosts })).catch((error: unknown) => error)
}

/** A server that redirects this many times before it returns the result. */
const leading = (times: number) =>
  startCounterpart(({ path }) => {
    const place = Number(path.slice(1))
    return place < times ? { status: 302, headers: { Location: `/${place + 1}` } } : { bytes: pixels }
  })

/** The same server under a name that no engine has. */
const byAnotherName = (url: string): string => url.replace('127.0.0.1', 'localhost')

describe('a result behind redirects', () => {
  test('is fetched through three of them, with the key on the engine’s own host', async () => {
    const engine = await leading(3)
    expect(await fetched(engine.url, '/0')).toEqual(pixels)
    expect(engine.requests.map((request) => request.headers.authorization)).toEqual(
      Array(4).fill('Bearer secret-key'),
    )
  })

  test('is not followed through a fourth', async () => {
    const engine = await leading(4)
    expect(await fetched(engine.url, '/0')).toBeInstanceOf(UnusableMediaError)
    expect(engine.requests).toHaveLength(4)
  })

  test('is followed to an allowed host without the key, and to no other', async () => {
    const store = await startCounterpart(() => ({ bytes: pixels }))
    const Location = byAnotherName(store.url)
    const engine = await startCounterpart(() => ({ status: 307, headers: { Location } }))
    expect(await fetched(engine.url, '/0')).toMatchObject({
      message: expect.stringMatching(/ localhost:\d+, which is not among the allowed hosts/),
    })
    expect(store.requests).toEqual([])
    expect(await fetched(engine.url, '/0', ['localhost'])).toEqual(pixels)
    expect(store.requests.map((request) => request.headers.authorization)).toEqual([undefined])
  })

  test('is not followed to another port of the engine’s own host, unless the file allows the host', async () => {
    const inside = await startCounterpart(() => ({ bytes: pixels }))
    const engine = await startCounterpart(() => ({ status: 302, headers: { Location: inside.url } }))
    for (const link of [inside.url, `${engine.url}/0`])
      expect(await fetched(engine.url, link)).toMatchObject({
        message: `The result lies at ${new URL(inside.url).host}, which is not among the allowed hosts of this provider.`,
      })
    expect(inside.requests).toEqual([])
    expect(await fetched(engine.url, `${engine.url}/0`, ['127.0.0.1'])).toEqual(pixels)
    expect(inside.requests.map((request) => request.headers.authorization)).toEqual([undefined])
  })

  test('is not asked for again where one leads to no address', async () => {
    const engine = await startCounterpart(() => ({ status: 302, headers: { Location: 'http://[' } }))
    expect(await fetched(engine.url, '/0')).toBeInstanceOf(UnusableMediaError)
  })

  test('is not read from another protocol', async () => {
    const engine = await startCounterpart(() => ({
      status: 302,
      headers: { Location: 'file:///etc/passwd' },
    }))
    expect(await fetched(engine.url, '/0')).toMatchObject({ message: 'Results are not fetched over file:' })
  })
})

describe('a public engine does not lead into the private network', () => {
  test.each([
    ['http://10.0.0.7/result', '10.0.0.7'],
    ['http://169.254.169.254/latest/meta-data', '169.254.169.254'],
    ['http://[::1]/result', '[::1]'],
    ['http://[::ffff:192.168.0.1]/result', '[::ffff:c0a8:1]'],
    ['http://[::127.0.0.1]/result', '[::7f00:1]'],
    ['http://[2002:7f00:1::]/result', '[2002:7f00:1::]'],
    ['http://[64:ff9b:1::7f00:1]/result', '[64:ff9b:1::7f00:1]'],
    ['http://[::ffff:0:127.0.0.1]/result', '[::ffff:0:7f00:1]'],
  ])('by the address %s, though the file allows it', async (link, host) => {
    expect(await fetched(publicEngine, link, [host])).toMatchObject({
      message: `The result lies at ${host}, which is a private address.`,
    })
  })

  test('by a name that resolves to a private address, which is checked when the connection is established', async () => {
    const inside = await startCounterpart(() => ({ bytes: pixels }))
    expect(await fetched(publicEngine, byAnotherName(inside.url), ['localhost'])).toMatchObject({
      message: 'The result lies at localhost, which is a private address.',
    })
    expect(inside.requests).toEqual([])
  })
})
