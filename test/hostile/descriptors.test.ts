import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createMachine, type Machine, type RunningProcess } from '../e2e/support/service-process.ts'
import { descriptorsOf, isMeasurable } from '../support/footprint.ts'
import { exchange } from '../support/raw-exchange.ts'
import { untilHolds } from '../support/until-holds.ts'

/** The service's limit of descriptors; its own files and threads take some 40 of them. */
const descriptorsMax = 300
/** Together more than the service may have; each may take seconds until the service has closed it. */
const [batches, batch] = [2, 200]

let machine: Machine
let service: RunningProcess
let port: number
let image: string
let atRest: number
beforeAll(async () => {
  machine = await createMachine({ LOG_LEVEL: 'warn' }, { descriptorsMax })
  service = await machine.start('serve')
  port = Number(new URL(machine.baseUrl).port)
  const page = await (await fetch(`${machine.baseUrl}/gallery`)).text()
  image = /<img[^>]* src="(\/gallery\/files\/[^"?]+)/.exec(page)?.[1] ?? ''
  expect((await fetch(machine.baseUrl + image)).status).toBe(200)
  atRest = descriptorsOf(service.pid)
})
afterAll(() => machine.remove())
beforeEach(() => untilHolds(expectRest))

const descriptors = () => descriptorsOf(service.pid)
const expectRest = () => expect(descriptors()).toBeLessThanOrEqual(atRest + 5)
const status = async (path: string) => {
  const [response] = (await exchange(requestFor(path), { port, methods: ['GET'] })).responses
  return response?.status
}
const requestFor = (path: string) => Buffer.from(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`)

/** A connection that sends the given bytes and never ends its side, whatever the service does. */
function openHalf(bytes: string): Promise<Socket> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    socket.on('error', () => undefined).resume()
    socket.write(bytes, () => resolve(socket))
  })
}

describe.skipIf(!isMeasurable)('a service that may have 300 descriptors', () => {
  test.each([
    [
      'ran into the limit on headers',
      `GET / HTTP/1.1\r\nHost: localhost\r\nX-Padding: ${'x'.repeat(20_000)}\r\n\r\n`,
    ],
    ['sent no HTTP', 'no HTTP at all\r\n\r\n'],
    [
      'sent a body beyond the limit',
      `POST /api/v1/uploads HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9999999\r\n\r\n`,
    ],
    [
      'sent broken chunks',
      'PUT /objects/a HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
    ],
  ])('keeps none for a connection that %s and stays half-open', async (_what, bytes) => {
    const sockets: Socket[] = []
    for (let count = 0; count < batches; count += 1) {
      sockets.push(...(await Promise.all(Array.from({ length: batch }, () => openHalf(bytes)))))
      await untilHolds(expectRest)
      expect(await status('/healthz')).toBe(200)
    }
    for (const socket of sockets) socket.destroy()
  })

  test('responds with 503 for a file while none is left, and the file once some are free again', async () => {
    const kept = await openHalf('')
    await untilHolds(() => expect(descriptors()).toBeGreaterThan(atRest))
    const sockets = await Promise.all(Array.from({ length: descriptorsMax }, () => openHalf('')))
    await untilHolds(() => expect(descriptors()).toBeGreaterThanOrEqual(descriptorsMax - 1))
    const received = new Promise<string>((resolve) => kept.once('data', (chunk) => resolve(chunk.toString())))
    kept.write(requestFor(image))
    expect(await received).toMatch(/^HTTP\/1\.1 503 .*"code":"SERVICE_UNAVAILABLE"/s)
    for (const socket of [...sockets, kept]) socket.destroy()
    await untilHolds(async () => expect(await status(image)).toBe(200))
  })

  test('accepts and runs tasks after a shortage', async () => {
    const sockets = await Promise.all(Array.from({ length: 2 * descriptorsMax }, () => openHalf('')))
    await untilHolds(() => expect(descriptors()).toBeGreaterThanOrEqual(descriptorsMax - 1))
    for (const socket of sockets) socket.destroy()
    await untilHolds(expectRest)
    const account = await machine.createAccount('10.00')
    const { status: accepted, body } = await account.call('POST', '/api/v1/images/generations', {
      prompt: 'a pier',
    })
    expect(accepted).toBe(200)
    expect(await account.finished(body.id)).toMatchObject({ status: 'SUCCEEDED' })
  })
})
