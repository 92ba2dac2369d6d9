import { fileURLToPath } from 'node:url'
import { Mediagen } from '@mediagen/sdk'
import {
  createMockService,
  type ListeningMock,
  listenAsServer,
  type MockService,
} from '@mediagen/sdk/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { findFreePort } from '../test/support/free-port.ts'
import { type RunningProgram, startProgram } from '../test/support/running-program.ts'

const site = 'https://app.example.com'
const apiKey = 'mg_only_on_the_server'

let service: MockService
let listening: ListeningMock
beforeAll(async () => {
  service = createMockService({ baseUrl: 'http://127.0.0.1:0', queuedMs: 0, processingMs: 0 })
  listening = await listenAsServer(service)
  vi.stubEnv('MEDIAGEN_API_KEY', apiKey)
  vi.stubEnv('MEDIAGEN_BASE_URL', listening.url)
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await listening.close()
})

/** What a framework does with a request for one of its addresses. */
type App = (request: Request) => Promise<Response>

const apps: Record<string, () => Promise<App>> = {
  /** Next.js calls the export that is named like the method, with the parameters of the path. */
  'next-route.ts': async () => {
    const route = await import('./proxy/next-route.ts')
    const handlers = new Map<string, (request: Request, context: object) => Promise<Response>>(
      Object.entries(route),
    )
    return async (request) => {
      const path = new URL(request.url).pathname.split('/').slice(3)
      const handler = handlers.get(request.method)
      return handler?.(request, { params: Promise.resolve({ path }) }) ?? new Response(null, { status: 405 })
    }
  },
  'hono-app.ts': async () => {
    const { default: app } = await import('./proxy/hono-app.ts')
    return async (request) => app.fetch(request)
  },
  /** A Worker gets its secrets with each request. */
  'worker.ts': async () => {
    const { default: worker } = await import('./proxy/worker.ts')
    return (request) => worker.fetch(request, { MEDIAGEN_API_KEY: apiKey, MEDIAGEN_BASE_URL: listening.url })
  },
}

describe.each(Object.entries(apps))('the proxy of the example %s', (_, load) => {
  let app: App
  beforeEach(async () => {
    app = await load()
  })
  const asPage = (session: string) => {
    const fetch: typeof globalThis.fetch = async (input, init) => {
      const request = new Request(input, init)
      request.headers.set('cookie', `session=${session}`)
      request.headers.set('origin', site)
      return app(request)
    }
    return new Mediagen({ baseUrl: `${site}/api/mediagen`, fetch, maxRetries: 0, apiKey: '' })
  }

  test('knows two users whose sessions begin alike, and no other cookie for a session', async () => {
    const { id } = await asPage('2f1b-anna').images.generate({ prompt: 'a fox' })
    const other = asPage('2f1b-ben')
    await expect(other.tasks.get(id)).rejects.toMatchObject({ code: 'TASK_NOT_FOUND' })
    await expect(asPage('; my-session=anna').pricing()).rejects.toMatchObject({ status: 401 })
  })

  test('takes a generation to its end for who is signed in', async () => {
    const generation = await asPage('anna').images.generate({ prompt: 'a fox' })
    await expect(generation.wait()).resolves.toMatchObject({ status: 'SUCCEEDED' })
    await expect(asPage('ben').tasks.get(generation.id)).rejects.toMatchObject({ code: 'TASK_NOT_FOUND' })
  })

  test('rejects strangers, and what costs too much', async () => {
    await expect(asPage('').pricing()).rejects.toMatchObject({ status: 401, code: 'UNAUTHENTICATED' })
    const tooMuch = asPage('anna').videos.generate({
      prompt: 'waves',
      resolution: '1080p',
      durationSeconds: 15,
    })
    await expect(tooMuch).rejects.toMatchObject({ status: 403, code: 'COST_LIMIT_EXCEEDED' })
  })

  test('responds to the preflight of its pages', async () => {
    const headers = { origin: site, 'access-control-request-method': 'POST' }
    const response = await app(
      new Request(`${site}/api/mediagen/api/v1/images/generations`, { method: 'OPTIONS', headers }),
    )
    expect(response.status).toBe(204)
  })
})

describe('the proxy of the example express-server.ts', () => {
  let server: RunningProgram
  let baseUrl: string
  beforeAll(async () => {
    const program = fileURLToPath(new URL('proxy/express-server.ts', import.meta.url))
    server = await startProgram([program], { PORT: String(await findFreePort()) })
    baseUrl = `${server.url}/api/mediagen`
  })
  afterAll(() => server.stop())

  test('takes a generation to its end for who is signed in, and rejects strangers', async () => {
    const fetchAs = (session: string): typeof globalThis.fetch => {
      return async (input, init) => {
        const request = new Request(input, init)
        request.headers.set('cookie', `session=${session}`)
        return fetch(request)
      }
    }
    const client = new Mediagen({ baseUrl, fetch: fetchAs('anna') })
    const generation = await client.images.generate({ prompt: 'a fox' })
    await expect(generation.wait()).resolves.toMatchObject({ status: 'SUCCEEDED' })
    const stranger = new Mediagen({ baseUrl, fetch: fetchAs(''), maxRetries: 0 })
    await expect(stranger.images.generate({ prompt: 'a fox' })).rejects.toMatchObject({ status: 401 })
  })
})
