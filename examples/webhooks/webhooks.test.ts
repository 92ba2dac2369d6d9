import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import {
  createVirtualClock,
  type MockServer,
  startMockServer,
  type VirtualClock,
} from '@mediagen/sdk/testing'
import { Webhook } from 'standardwebhooks'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { findFreePort } from '../../test/support/free-port.ts'
import { type LocalServer, listenLocally } from '../../test/support/listen-locally.ts'
import { type RunningProgram, startProgram } from '../../test/support/running-program.ts'

const program = new URL('server.ts', import.meta.url).pathname
const secret = `whsec_${Buffer.from('a secret of this test, 32 bytes.').toString('base64')}`

/** A message as the receiver got it. */
interface Received {
  readonly id: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

let service: MockServer
/** Stands still, so that tasks take no time or do not end. */
let clock: VirtualClock
let processingMs: number
let folder: string
let receiver: LocalServer
let received: Received[]
/** What the receiver does with a message. */
let respond: (response: ServerResponse) => void
let running: RunningProgram

beforeEach(async () => {
  clock = createVirtualClock()
  processingMs = 0
  service = await startMockServer({ port: 0, clock, queuedMs: 0, processingMs: () => processingMs })
  folder = await mkdtemp(join(tmpdir(), 'mediagen-webhooks-'))
  received = []
  respond = (response) => response.writeHead(204).end()
  const server = createServer(async (request, response) => {
    const body = await text(request)
    received.push({ id: String(request.headers['webhook-id']), headers: request.headers, body })
    respond(response)
  })
  receiver = await listenLocally(server)
})
afterEach(async () => {
  await running.stop()
  await receiver.close()
  await service.close()
  await rm(folder, { recursive: true })
})

test('the end of a generation is announced once, in a signed message', async () => {
  const id = await order(await start())
  await vi.waitFor(() => expect(received).toHaveLength(1), 20_000)
  const [message] = received
  if (message === undefined) throw new Error('no message')
  expect(message.id).toBe(id)
  const headers = {
    'webhook-id': message.id,
    'webhook-timestamp': String(message.headers['webhook-timestamp']),
    'webhook-signature': String(message.headers['webhook-signature']),
  }
  expect(new Webhook(secret).verify(message.body, headers)).toMatchObject({
    type: 'generation.succeeded',
    data: { status: 'SUCCEEDED', type: 'image.generate', output: { images: [{ contentType: 'image/png' }] } },
  })
  expect(() => new Webhook(secret).verify(message.body.replace('SUCCEEDED', 'FAILED'), headers)).toThrow()
  await running.stop()
  await order(await start())
  await vi.waitFor(() => expect(received).toHaveLength(2), 20_000)
  expect(received[1]?.id).not.toBe(id)
})

test('a receiver that is away, or fails, gets the message later, under the same id', async () => {
  let failures = 2
  respond = (response) => {
    if (failures-- > 0) response.writeHead(500).end()
    else response.writeHead(204).end()
  }
  const id = await order(await start())
  await vi.waitFor(() => expect(received).toHaveLength(3), 20_000)
  expect(new Set(received.map((message) => message.id))).toEqual(new Set([id]))
})

test('a generation that fails or is rejected is announced as well', async () => {
  const url = await start()
  service.service.faults.failTasks('GENERATION_FAILED')
  await order(url)
  await vi.waitFor(() => expect(received).toHaveLength(1), 20_000)
  await order(url, { prompt: '' })
  await vi.waitFor(() => expect(received).toHaveLength(2), 20_000)
  expect(received.map(({ body }) => JSON.parse(body))).toMatchObject([
    { type: 'generation.failed', data: { error: { code: 'GENERATION_FAILED' } } },
    { type: 'generation.rejected', data: { code: 'INVALID_REQUEST' } },
  ])
})

test('a process that is killed before the task is done tells of it after its restart, and it was paid once', async () => {
  processingMs = 1
  const id = await order(await start())
  await vi.waitFor(() => expect(service.service.taskCount()).toBe(1), 20_000)
  await running.stop('SIGKILL')
  expect(received).toEqual([])
  clock.advance(1)
  await start()
  await vi.waitFor(() => expect(received).toHaveLength(1), 20_000)
  expect(received[0]?.id).toBe(id)
  expect(service.service.taskCount()).toBe(1)
})

test('a process that is killed before the receiver responds sends it again', async () => {
  const arrived = new Promise<void>((resolve) => {
    respond = () => resolve()
  })
  const id = await order(await start())
  await arrived
  await running.stop('SIGKILL')
  respond = (response) => response.writeHead(200).end()
  await start()
  await vi.waitFor(() => expect(received).toHaveLength(2), 20_000)
  expect(received.map((message) => message.id)).toEqual([id, id])
  expect(service.service.taskCount()).toBe(1)
})

async function start(): Promise<string> {
  running = await startProgram([program], {
    NODE_NO_WARNINGS: '1',
    MEDIAGEN_API_KEY: 'any',
    MEDIAGEN_BASE_URL: service.url,
    OUTBOX: join(folder, 'outbox.sqlite'),
    PORT: String(await findFreePort()),
    WEBHOOK_PAUSE_MS: '10',
    WEBHOOK_SECRET: secret,
    WEBHOOK_URL: `${receiver.url}/hook`,
  })
  return running.url
}

async function order(url: string, request: object = { prompt: 'a fox' }): Promise<string> {
  const body = JSON.stringify({ product: 'image.generate', request })
  const response = await fetch(`${url}/orders`, { method: 'POST', body })
  expect(response.status).toBe(202)
  const { id }: { id: string } = await response.json()
  return id
}
