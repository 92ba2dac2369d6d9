import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createProxy, toNodeHandler } from '@mediagen/sdk/proxy'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startHttpService } from '../../server/src/commands/http-service.ts'
import { findFreePort } from '../support/free-port.ts'
import { listenLocally } from '../support/listen-locally.ts'
import { startTestService, type TestAccount, type TestService } from '../support/service.ts'
import { heldBy, untilHeld, untilHolds } from '../support/until-holds.ts'

interface Proxied {
  /** Where pages reach the proxy. */
  readonly url: string
  readonly serviceUrl: string
}

/** A service whose playground uses the account's key. */
async function startPlayground(service: TestService, { apiKey }: TestAccount): Promise<Proxied> {
  const playgroundDir = await mkdtemp(join(tmpdir(), 'playground-'))
  onTestFinished(() => rm(playgroundDir, { recursive: true }))
  await mkdir(join(playgroundDir, 'playground'))
  await writeFile(join(playgroundDir, 'index.html'), '<!doctype html>')
  const port = await findFreePort()
  const serviceUrl = `http://127.0.0.1:${port}`
  const config = { ...service.parts.config, port, host: '127.0.0.1', publicUrl: serviceUrl, playgroundDir }
  const options = { onAccepted: () => undefined, demoKey: apiKey }
  const { close } = await startHttpService({ ...service.parts, config }, options)
  onTestFinished(() => close({ graceMs: 0 }))
  return { url: `${serviceUrl}/playground/proxy`, serviceUrl }
}

/** A program's own server, whose proxy takes a cookie for the caller. */
async function startOwnServer({ baseUrl }: TestService, { apiKey }: TestAccount): Promise<Proxied> {
  const authorize = ({ headers }: Request) => /user=(\w+)/.exec(headers.get('cookie') ?? '')?.[1]
  const server = createServer(toNodeHandler(createProxy({ apiKey, baseUrl, authorize })))
  const { url, close } = await listenLocally(server)
  onTestFinished(close)
  return { url, serviceUrl: baseUrl }
}

const headersOf = (user: string) => ({ 'Sec-Fetch-Site': 'same-origin', Cookie: `user=${user}` })

async function accept({ url }: Proxied, user: string): Promise<string> {
  const response = await fetch(`${url}/api/v1/images/generations`, {
    method: 'POST',
    headers: { ...headersOf(user), 'Content-Type': 'application/json' },
    body: '{"prompt":"a lighthouse"}',
  })
  return ((await response.json()) as { id: string }).id
}

/** Sends a poll that is to be held, on a connection of its own. */
function poll({ url }: Proxied, user: string, taskId: string) {
  const { hostname, host, port, pathname } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port) })
  onTestFinished(() => void socket.destroy())
  const headers = Object.entries({ ...headersOf(user), Host: host, Prefer: 'wait=25' })
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  const path = `${pathname === '/' ? '' : pathname}/api/v1/tasks/${taskId}`
  socket.write(`GET ${path} HTTP/1.1\r\n${lines}\r\n`)
  return socket
}

describe('a page that goes away', () => {
  test.each([
    ['the playground', startPlayground],
    ['a proxy on node:http', startOwnServer],
  ])('frees what it held through %s, whichever way its connection ends', async (_, start) => {
    const service = await startTestService()
    const proxied = await start(service, await service.createAccount())
    const taskId = await accept(proxied, 'anna')
    for (const way of ['end', 'destroy', 'resetAndDestroy'] as const) {
      const sockets = Array.from({ length: 5 }, () => poll(proxied, 'anna', taskId))
      await untilHeld({ baseUrl: proxied.serviceUrl }, sockets.length)
      for (const socket of sockets) socket[way]()
      await untilHeld({ baseUrl: proxied.serviceUrl }, 0)
    }
  })
})

describe('a visitor who polls without end', () => {
  test('leaves the other visitors of the same proxy polls that are held', async () => {
    const service = await startTestService()
    const proxied = await startOwnServer(service, await service.createAccount())
    const [mallorys, annas] = [await accept(proxied, 'mallory'), await accept(proxied, 'anna')]
    const sockets = Array.from({ length: 150 }, () => poll(proxied, 'mallory', mallorys))
    const respondedCount = () => sockets.filter(({ bytesRead }) => bytesRead > 0).length
    for (const socket of sockets) socket.resume()
    await untilHolds(() => expect(respondedCount()).toBe(140))
    expect(await heldBy({ baseUrl: proxied.serviceUrl })).toBe(10)
    poll(proxied, 'anna', annas)
    await untilHeld({ baseUrl: proxied.serviceUrl }, 11)
  })
})
