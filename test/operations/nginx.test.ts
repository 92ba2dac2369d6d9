import { once } from 'node:events'
import { createServer, request, type ServerResponse } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { nginx } from '../../scripts/set-up/debian.mjs'
import { findFreePort } from '../support/free-port.ts'
import { listenLocally } from '../support/listen-locally.ts'
import { readText } from './support/deployment.ts'
import { runNginx } from './support/run-nginx.ts'
import { pathOfProgram } from './support/system-program.ts'

const program = pathOfProgram(nginx)
/** One address may hold 200; the others are rejected. */
const requestCount = 250
const connectionsMax = 200

const balancer = '127.0.0.1'
const stranger = '127.0.0.2'
const trustsBalancer = `set_real_ip_from ${balancer};`

/** An API that holds every request until it is released, and keeps what nginx says of its client. */
async function startHoldingApi() {
  const held: ServerResponse[] = []
  const clients: (string | string[] | undefined)[] = []
  const waiting = new Set<() => void>()
  const api = createServer((incoming, response) => {
    held.push(response)
    clients.push(incoming.headers['x-forwarded-for'])
    for (const tell of waiting) tell()
  })
  const { port, close } = await listenLocally(api)
  onTestFinished(close)
  return {
    port,
    clients,
    waiting,
    heldCount: () => held.length,
    release: () => {
      for (const response of held) response.end('{}')
    },
  }
}

/** The status of one request, on a connection of its own from that address. */
async function statusOf(port: number, from: string, forwardedFor: string): Promise<number | undefined> {
  const sent = request({
    host: '127.0.0.1',
    port,
    path: '/api/v1/me',
    localAddress: from,
    agent: false,
    headers: { 'X-Forwarded-For': forwardedFor },
  }).end()
  const [response] = await once(sent, 'response')
  response.resume()
  return response.statusCode
}

/** Sends all requests at once, none of which ends before each is held or rejected; counts the rejections. */
async function countRejected(
  trustedProxies: string,
  from: string,
  forwardedFor: (index: number) => string,
): Promise<{ rejected: number; clients: Set<unknown> }> {
  const api = await startHoldingApi()
  const port = await runNginx(program ?? '', { apiPort: api.port, trustedProxies })
  let rejected = 0
  const statuses = await new Promise<(number | undefined)[]>((resolve, reject) => {
    const releaseWhenAllAreThere = () => {
      if (api.heldCount() + rejected === requestCount) api.release()
    }
    api.waiting.add(releaseWhenAllAreThere)
    const send = async (index: number) => {
      const status = await statusOf(port, from, forwardedFor(index))
      if (status === 429) {
        rejected += 1
        releaseWhenAllAreThere()
      }
      return status
    }
    Promise.all(Array.from({ length: requestCount }, (_, index) => send(index))).then(resolve, reject)
  })
  expect(statuses.filter((status) => status !== 200 && status !== 429)).toEqual([])
  return { rejected, clients: new Set(api.clients) }
}

const clientOf = (index: number) => `198.51.${Math.floor(index / 100)}.${index % 100}`

// Other systems have only 127.0.0.1 of the addresses of the loopback.
const canRun = program !== undefined && process.platform === 'linux'

test.skipIf(!canRun)('clients behind a trusted load balancer are limited each on its own', async () => {
  const { rejected, clients } = await countRejected(trustsBalancer, balancer, clientOf)
  expect(rejected).toBe(0)
  expect(clients.size).toBe(requestCount)
})

test.skipIf(!canRun)('a client behind a trusted load balancer is one, whatever it claims to be', async () => {
  const { rejected, clients } = await countRejected(
    trustsBalancer,
    balancer,
    // A balancer adds the address that it sees to what the client sent.
    (index) => `${clientOf(index)}, 203.0.113.9`,
  )
  expect(rejected).toBe(requestCount - connectionsMax)
  expect([...clients]).toEqual(['203.0.113.9'])
})

test.skipIf(!canRun)('X-Forwarded-For of a stranger is ignored', async () => {
  const { rejected, clients } = await countRejected(trustsBalancer, stranger, clientOf)
  expect(rejected).toBe(requestCount - connectionsMax)
  expect([...clients]).toEqual([stranger])
})

test.skipIf(!canRun)('as shipped, nginx trusts no proxy', async () => {
  const { rejected, clients } = await countRejected(
    readText('examples/self-host/trusted-proxies.conf'),
    balancer,
    clientOf,
  )
  expect(rejected).toBe(requestCount - connectionsMax)
  expect([...clients]).toEqual([balancer])
})

test.skipIf(!canRun)('without an API, the status is that of the body: 503', async () => {
  const apiPort = await findFreePort()
  const port = await runNginx(program ?? '', { apiPort, trustedProxies: '' })
  expect(await statusOf(port, balancer, '')).toBe(503)
})
