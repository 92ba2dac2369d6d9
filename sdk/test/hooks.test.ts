import { describe, expect, test, vi } from 'vitest'
import { type Hooks, type Logger, type LogOptions, logHooks, Mediagen } from '../src/index.js'
import { createMockService } from '../src/testing/index.js'
import { accepted, createFakeClient, polled } from './support/fake-client.js'
import { brokenConnection, errorResponse, type FakeResponse, json } from './support/fake-fetch.js'

const account = { id: 'account-1', balance: '12.50', currency: 'USD' }
const taskId = 'task-1'

describe('hooks', () => {
  test('are called for each try, each response and each pause, in their order', async () => {
    const seen: unknown[] = []
    const hooks: Hooks = {
      onRequest: ({ method, url, attempt }) => seen.push(['request', method, url, attempt]),
      onResponse: ({ response, attempt, durationMs }) =>
        seen.push(['response', response.status, attempt, durationMs]),
      onRetry: ({ reason, attempt, pauseMs }) => {
        seen.push(['retry', reason instanceof Error ? reason.name : reason.status, attempt, pauseMs])
      },
    }
    const slow: FakeResponse = () => {
      clock.advance(120)
      return json(account)
    }
    const { client, clock } = createFakeClient(
      [brokenConnection(), errorResponse(429, 'RATE_LIMITED', { 'retry-after': '7' }), slow],
      { hooks },
    )
    await client.account()
    const url = 'https://media.test/api/v1/me'
    expect(seen).toEqual([
      ['request', 'GET', url, 1],
      ['retry', 'ConnectionError', 1, 500],
      ['request', 'GET', url, 2],
      ['response', 429, 2, 0],
      ['retry', 429, 2, 7000],
      ['request', 'GET', url, 3],
      ['response', 200, 3, 120],
    ])
  })

  test('see neither the API key nor the signature of an address', async () => {
    const seen: string[] = []
    const note = ({ url, headers }: { url: string; headers: Headers }) => {
      seen.push(url, JSON.stringify([...headers]))
    }
    const { client } = createFakeClient(
      [polled('SUCCEEDED'), brokenConnection(), new Response(new TextEncoder().encode('abc'))],
      {
        hooks: { onRequest: note, onResponse: note, onRetry: note },
      },
    )
    await (await client.tasks.wait(taskId)).download()
    expect(seen).toContain('https://files.test/out')
    expect(seen.join()).not.toMatch(/secret-key|signature/)
  })

  test('see the key that a generation is sent under, on each try the same', async () => {
    const keys: (string | null)[] = []
    const { client } = createFakeClient([brokenConnection(), accepted()], {
      hooks: { onRequest: ({ headers }) => keys.push(headers.get('idempotency-key')) },
    })
    const { idempotencyKey } = await client.images.generate({ prompt: 'x' })
    expect(keys).toEqual([idempotencyKey, idempotencyKey])
  })
})

describe('a hook that fails', () => {
  test.each([
    [
      'throws',
      () => {
        throw new Error('of the hook')
      },
    ],
    [
      'rejects',
      async () => {
        throw new Error('of the hook')
      },
    ],
  ])('and %s changes nothing of the call, and is reported', async (_, hook) => {
    const report = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const hooks: Hooks = { onRequest: hook, onResponse: hook, onRetry: hook }
    const { client, sent } = createFakeClient([brokenConnection(), accepted()], { hooks })
    const generation = await client.images.generate({ prompt: 'x' }, { onResponse: hook })
    expect(generation.id).toBe('task-1')
    expect(sent).toHaveLength(2)
    // Two requests, a response, a pause, and the response of the whole call.
    expect(report).toHaveBeenCalledTimes(5)
    expect(report).toHaveBeenCalledWith('mediagen: a hook failed:', new Error('of the hook'))
    report.mockRestore()
  })
})

describe('headers that may let somebody in', () => {
  const secrets = [
    ...['authorization', 'cookie', 'proxy-authorization', 'x-api-key', 'x-functions-key', 'x-password'],
    ...['ocp-apim-subscription-key', 'cf-access-client-id', 'x-amz-security-token', 'x-shared', 'location'],
  ]
  const secretHeaders = Object.fromEntries(secrets.map((name) => [name, 'secret']))

  test('are shown to hooks and logs without their values, in requests and in responses', async () => {
    const lines: string[] = []
    const write = (line: string) => lines.push(line)
    const logged = logHooks({ level: 'debug', logger: { debug: write, info: write, warn: write } })
    const seen: (readonly [string, string][])[] = []
    const note = (response: unknown) => response instanceof Response && seen.push([...response.headers])
    const hooks: Hooks = {
      onRequest(event) {
        logged.onRequest?.(event)
        seen.push([...event.headers])
      },
      onResponse: ({ response }) => note(response),
      onRetry: ({ reason }) => note(reason),
      onRateLimit: ({ response }) => note(response),
    }
    const received = { ...secretHeaders, 'retry-after': '1', 'set-cookie': 'secret' }
    const { client } = createFakeClient(
      [
        errorResponse(503, 'SERVICE_UNAVAILABLE', received),
        json(account),
        errorResponse(429, 'RATE_LIMITED', received),
        accepted(),
      ],
      { hooks, headers: { ...secretHeaders, 'accept-language': 'de' } },
    )
    await client.account()
    await client.images.generate({ prompt: 'x' })
    // Four requests, their responses, two retries and a wait.
    expect(seen).toHaveLength(11)
    expect(JSON.stringify([seen, lines])).not.toContain('secret')
    for (const name of secrets) expect(seen[0]).toContainEqual([name, '[redacted]'])
    expect(seen[0]).toContainEqual(['accept-language', 'de'])
    expect(seen[1]).toContainEqual(['set-cookie', '[redacted]'])
    expect(seen[1]).toContainEqual(['retry-after', '1'])
    expect(lines[0]).toContain('"x-functions-key":"[redacted]"')
  })

  test('stay as they are in what a call itself is given', async () => {
    const { client } = createFakeClient([json(account, 200, { 'x-shared': 'mine' })], {
      hooks: { onResponse() {} },
    })
    const { response } = await client.withResponse((call) => client.account(call))
    expect(response?.headers.get('x-shared')).toBe('mine')
  })

  test('come with a body of their own, which a hook may read, and a download without one', async () => {
    const texts: string[] = []
    const onResponse = async ({ response }: { response: Response }) => texts.push(await response.text())
    const bytes = new TextEncoder().encode('abc')
    const { client } = createFakeClient([json(account), polled('SUCCEEDED'), new Response(bytes)], {
      hooks: { onResponse },
    })
    await expect(client.account()).resolves.toEqual(account)
    await expect((await client.tasks.wait(taskId)).download()).resolves.toEqual(bytes)
    expect(texts[0]).toBe(JSON.stringify(account))
    expect(texts[2]).toBe('')
  })
})

test('no signature is in what hooks and errors say, whatever the platform quotes and the link contains', async () => {
  const url = 'https://files.test/out?X-Signature=hunter2&a=b'
  const quoting = new TypeError(`error sending request for url (${url}): connection reset`)
  for (const link of [url, `${url}\n`, `${url}#hunter2`]) {
    const seen: string[] = []
    const hooks: Hooks = {
      onRequest: (event) => seen.push(event.url),
      onRetry: ({ reason }) => seen.push(String(reason)),
    }
    const output = { images: [{ url: link, contentType: 'image/png' }] }
    const responses = [polled('SUCCEEDED', { output }), quoting, quoting]
    const { client } = createFakeClient(responses, { hooks, maxRetries: 1 })
    const task = await client.tasks.wait(taskId)
    const error = await task.download().catch((reason: unknown) => reason)
    expect(`${error}${JSON.stringify(error)}${seen}`).not.toContain('hunter2')
    expect(seen).toHaveLength(4)
  }
})

describe('a log', () => {
  const run = async (options: LogOptions) => {
    const lines: string[] = []
    const write = (level: string) => (line: string) => lines.push(`${level} ${line}`)
    const logger: Logger = { debug: write('debug'), info: write('info'), warn: write('warn') }
    const responses = [errorResponse(503, 'SERVICE_UNAVAILABLE'), json(account)]
    const { client } = createFakeClient(responses, { hooks: logHooks({ logger, ...options }) })
    await client.account()
    return lines
  }
  const url = 'https://media.test/api/v1/me'

  test('has by default a line for each response and for each pause', async () => {
    expect(await run({})).toEqual([
      `info mediagen: GET ${url} (try 1) returned 503 in 0 ms (request-1)`,
      `warn mediagen: GET ${url} (try 1) is tried again in 500 ms: HTTP 503`,
      `info mediagen: GET ${url} (try 2) returned 200 in 0 ms (request-1)`,
    ])
  })

  test('has only what went wrong at the level warn', async () => {
    expect(await run({ level: 'warn' })).toEqual([
      `warn mediagen: GET ${url} (try 1) is tried again in 500 ms: HTTP 503`,
    ])
  })

  test('has each request with its headers at the level debug, and never the API key', async () => {
    const lines = await run({ level: 'debug' })
    expect(lines.filter((line) => line.startsWith('debug'))).toEqual([
      `debug mediagen: GET ${url} (try 1) {"authorization":"[redacted]"}`,
      `debug mediagen: GET ${url} (try 2) {"authorization":"[redacted]"}`,
    ])
    expect(lines.join()).not.toContain('secret-key')
  })
})

describe('a wait while the service cannot be reached', () => {
  /** How many polls fail. */
  const failures = 20
  const outage = (): FakeResponse[] => Array.from({ length: failures }, brokenConnection)

  async function wait(responses: readonly FakeResponse[]) {
    const retries: [string, number, string][] = []
    const lines: string[] = []
    const log = (line: string) => lines.push(line)
    const logged = logHooks({ level: 'warn', logger: { debug: log, info: log, warn: log } })
    const told: (string | undefined)[] = []
    const { client, clock } = createFakeClient([accepted(), ...responses], {
      hooks: {
        ...logged,
        onRetry(event) {
          const { reason, attempt, url, pauseMs } = event
          retries.push([url, attempt, reason instanceof Error ? reason.name : String(reason.status)])
          expect(pauseMs).toBeGreaterThanOrEqual(0)
          logged.onRetry?.(event)
        },
      },
    })
    const generation = await client.images.generate({ prompt: 'x' })
    const result = await generation.wait({ onOutage: (error) => told.push(error?.name) })
    return { retries, lines, told, result, clock }
  }

  test('calls onRetry for each poll that failed, with their number in a row, and for none after it is over', async () => {
    const { retries, result } = await wait([
      ...outage(),
      polled('PROCESSING'),
      ...outage(),
      polled('SUCCEEDED'),
    ])
    const row = Array.from({ length: failures }, (_, index) => [
      'https://media.test/api/v1/tasks/task-1',
      index + 1,
      'ConnectionError',
    ])
    expect(retries).toEqual([...row, ...row])
    expect(result.status).toBe('SUCCEEDED')
  })

  test('says so in the log at once, and then less and less often', async () => {
    const { lines } = await wait([...outage(), polled('SUCCEEDED')])
    const tries = lines.map((line) => Number(/\(try (\d+)\) is tried again in \d+ ms: /.exec(line)?.[1]))
    expect(tries).toEqual([1, 2, 3, 4, 8, 16])
  })

  test('tells its caller of each, and when it is over', async () => {
    const busy = () => errorResponse(503, 'SERVICE_UNAVAILABLE')
    const page = () => new Response('<html>Log in</html>', { headers: { 'content-type': 'text/html' } })
    const { told, retries } = await wait([
      brokenConnection(),
      busy(),
      page(),
      polled('PROCESSING'),
      polled('SUCCEEDED'),
    ])
    expect(told).toEqual(['ConnectionError', 'ServerError', 'InvalidResponseError', undefined])
    expect(retries.map(([, , reason]) => reason)).toEqual(['ConnectionError', '503', 'InvalidResponseError'])
  })

  test('tells several waits that share their requests, and the hooks once for each request', async () => {
    const service = createMockService({ queuedMs: 0, processingMs: 20_000 })
    const { baseUrl, clock } = service
    const attempts: number[] = []
    let isDown = false
    const client = new Mediagen({
      apiKey: 'any',
      baseUrl,
      clock,
      hooks: { onRetry: ({ attempt }) => attempts.push(attempt) },
      async fetch(input, init) {
        const isPoll = init.method === 'GET'
        if (isPoll && isDown && attempts.length < 5) throw brokenConnection()
        return service.fetch(input, init)
      },
    })
    const orders = ['x', 'y', 'z'].map((prompt) => client.images.generate({ prompt }))
    const generations = await Promise.all(orders)
    isDown = true
    const told = generations.map((): boolean[] => [])
    const onOutage = (index: number) => (error: unknown) => told[index]?.push(error !== undefined)
    await Promise.all(generations.map((one, index) => one.wait({ onOutage: onOutage(index) })))
    expect(attempts).toEqual([1, 2, 3, 4, 5])
    for (const one of told) expect(one).toEqual([true, true, true, true, true, false])
  })
})

describe('withResponse', () => {
  test('gives what a call resolves to together with its response, headers and unread body', async () => {
    const { client } = createFakeClient([
      errorResponse(500, 'INTERNAL'),
      json(account, 200, { 'x-region': 'north' }),
    ])
    const { data, response } = await client.withResponse((call) => client.account(call))
    expect(data).toEqual(account)
    expect(response?.headers.get('x-region')).toBe('north')
    expect(response?.headers.get('x-request-id')).toBe('request-1')
    await expect(response?.json()).resolves.toEqual(account)
  })

  test('gives the last response where a call takes several requests', async () => {
    const { client } = createFakeClient([accepted({ 'idempotency-replayed': 'true' })])
    const request = { prompt: 'x' }
    const { data, response } = await client.withResponse((call) => client.images.generate(request, call))
    expect(data.replayed).toBe(true)
    expect(response?.headers.get('idempotency-replayed')).toBe('true')
  })

  test('gives no response where nothing had to be sent, and the error where there is one', async () => {
    const { client } = createFakeClient([errorResponse(404, 'TASK_NOT_FOUND')])
    expect(await client.withResponse(async () => 7)).toEqual({ data: 7, response: undefined })
    await expect(client.withResponse((call) => client.tasks.get(taskId, call))).rejects.toMatchObject({
      code: 'TASK_NOT_FOUND',
    })
  })

  test('is made of onResponse, which a call tells of an error response, too', async () => {
    const { client } = createFakeClient([errorResponse(404, 'TASK_NOT_FOUND')])
    const seen: number[] = []
    const onResponse = ({ status }: Response) => seen.push(status)
    await expect(client.tasks.get(taskId, { onResponse })).rejects.toMatchObject({ status: 404 })
    expect(seen).toEqual([404])
  })
})
