import { inspect } from 'node:util'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Mediagen, MediagenError } from '../src/index.js'
import { createFakeClient, polled } from './support/fake-client.js'
import { createFakeFetch, errorResponse, json } from './support/fake-fetch.js'
import { until } from './support/until.js'

const account = { id: 'account-1', balance: '12.50', currency: 'USD' }

afterEach(() => {
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})

describe('a client', () => {
  test('takes key and address from the environment where it is not given them', async () => {
    vi.stubEnv('MEDIAGEN_API_KEY', 'key-of-the-environment')
    vi.stubEnv('MEDIAGEN_BASE_URL', 'https://environment.test')
    const { fetch, sent } = createFakeFetch(json(account), json(account))
    await new Mediagen({ fetch }).account()
    await new Mediagen({ fetch, apiKey: 'own-key', baseUrl: 'https://own.test' }).account()
    expect(sent.map(({ url, headers }) => [url, headers.get('authorization')])).toEqual([
      ['https://environment.test/api/v1/me', 'Bearer key-of-the-environment'],
      ['https://own.test/api/v1/me', 'Bearer own-key'],
    ])
  })

  test('speaks without a key to a service on this machine where it is given nothing at all', async () => {
    vi.stubEnv('MEDIAGEN_API_KEY', undefined)
    vi.stubEnv('MEDIAGEN_BASE_URL', undefined)
    const { fetch, sent } = createFakeFetch(json({ currency: 'USD', products: [] }))
    await new Mediagen({ fetch }).pricing()
    expect(sent[0]?.url).toBe('http://127.0.0.1:3000/api/v1/pricing')
    expect(sent[0]?.headers.has('authorization')).toBe(false)
  })

  test.each(['https://media.test', 'https://media.test/', 'https://media.test//'])(
    'reaches the same address by %s',
    async (baseUrl) => {
      const { client, sent } = createFakeClient([json(account)], { baseUrl })
      await client.account()
      expect(sent[0]?.url).toBe('https://media.test/api/v1/me')
    },
  )

  test('works behind a path of another server', async () => {
    const { client, sent } = createFakeClient([json(account)], { baseUrl: 'https://shop.test/media/' })
    await client.account()
    expect(sent[0]?.url).toBe('https://shop.test/media/api/v1/me')
  })

  test('uses the fetch that is in place when it is called', async () => {
    const client = new Mediagen({ baseUrl: 'https://media.test' })
    const { fetch, sent } = createFakeFetch(json(account))
    vi.stubGlobal('fetch', fetch)
    await client.account()
    expect(sent).toHaveLength(1)
  })

  test('gives its parts away: each works on its own', async () => {
    const { client } = createFakeClient([polled('QUEUED')])
    const { get } = client.tasks
    await expect(get('task-1')).resolves.toMatchObject({ status: 'QUEUED' })
  })

  test('shows its key nowhere when it is printed', () => {
    const { client } = createFakeClient([])
    expect(inspect(client, { depth: 9, showHidden: true })).not.toContain('secret-key')
    expect(JSON.stringify(client)).not.toContain('secret-key')
  })

  test('gives effects and examples as lists', async () => {
    const effects = [{ id: 'oil' }]
    const { client, sent } = createFakeClient([json({ effects }), json({ examples: [] })])
    await expect(client.effects()).resolves.toEqual(effects)
    await expect(client.examples({ surface: 'video' })).resolves.toEqual([])
    expect(sent.map(({ url }) => url)).toEqual([
      'https://media.test/api/v1/effects',
      'https://media.test/api/v1/examples?surface=video',
    ])
  })

  test('puts ids into addresses so that they stay ids', async () => {
    const { client, sent } = createFakeClient([polled('QUEUED', { id: '../me?x=1' })])
    await client.tasks.get('../me?x=1')
    expect(sent[0]?.url).toBe('https://media.test/api/v1/tasks/..%2Fme%3Fx%3D1')
  })
})

describe('an API key', () => {
  test.each(['secret\nkey', 'secret key', 'secret\u0000key', 'schl\u00fcssel-secret'])(
    'that no header can carry is rejected without being shown: case %#',
    (apiKey) => {
      let error: unknown
      try {
        new Mediagen({ apiKey })
      } catch (reason) {
        error = reason
      }
      expect(error).toMatchObject({
        name: 'MediagenError',
        message: expect.stringContaining('MEDIAGEN_API_KEY'),
      })
      expect(inspect(error)).not.toMatch(/secret|schl/)
    },
  )

  test('may have space around it, such as the last line break of a file', async () => {
    const { client, sent } = createFakeClient([json(account)], { apiKey: ' secret-key\n' })
    await client.account()
    expect(sent[0]?.headers.get('authorization')).toBe('Bearer secret-key')
  })

  test('that is empty in the environment counts as none', async () => {
    vi.stubEnv('MEDIAGEN_API_KEY', '')
    vi.stubEnv('MEDIAGEN_BASE_URL', '')
    const { fetch, sent } = createFakeFetch(json({ currency: 'USD', products: [] }))
    await new Mediagen({ fetch }).pricing()
    expect(sent[0]?.url).toBe('http://127.0.0.1:3000/api/v1/pricing')
    expect(sent[0]?.headers.has('authorization')).toBe(false)
  })
})

test.each(['', 'media.test', 'localhost:3000', 'ftp://media.test', 'http://', 'https://a b'])(
  'the address "%s" is rejected by the name of its setting',
  (baseUrl) => {
    expect(() => new Mediagen({ baseUrl })).toThrow(/baseUrl \(or MEDIAGEN_BASE_URL\) must be an http/)
  },
)

describe('client.http', () => {
  test('resolves to data or error and the response, as openapi-fetch does', async () => {
    const { client } = createFakeClient([json(account)])
    const { data, error, response } = await client.http.GET('/api/v1/me')
    expect(data).toEqual(account)
    expect(error).toBeUndefined()
    expect(response.status).toBe(200)
  })
})

describe('numbers that can only be mistakes', () => {
  const times = ['timeoutMs', 'transferTimeoutMs', 'totalTimeoutMs'] as const
  const badTimes = times.flatMap((name) => [Number.NaN, -1, 0].map((value) => [name, value] as const))
  test.each(badTimes)('are rejected by name: %s of %d', (name, value) => {
    expect(() => new Mediagen({ [name]: value })).toThrow(`${name} must be a number above 0, not ${value}`)
  })

  test.each([Number.NaN, -1, 1.5, Number.POSITIVE_INFINITY])(
    'are rejected by name: maxRetries of %d',
    (value) => {
      expect(() => new Mediagen({ maxRetries: value })).toThrow(
        'maxRetries must be a number from 0 up, whole',
      )
    },
  )

  test('are rejected in a call before it sends anything', async () => {
    const { client, sent } = createFakeClient([])
    await expect(client.account({ timeoutMs: Number.NaN })).rejects.toThrow('timeoutMs must be a number')
    await expect(client.account({ maxRetries: -1 })).rejects.toThrow('maxRetries must be a number')
    for (const timeoutMs of [Number.NaN, -1]) {
      await expect(client.tasks.wait('task-1', { timeoutMs })).rejects.toThrow('timeoutMs must be a number')
    }
    expect(sent).toEqual([])
  })

  test('are none where Infinity means no limit of time', () => {
    expect(() => new Mediagen({ timeoutMs: Number.POSITIVE_INFINITY })).not.toThrow()
  })
})

test('a totalTimeoutMs that is shorter than timeoutMs ends the call when it is over', async () => {
  const silence = () => new Promise<Response>(() => undefined)
  const { client, clock, sent } = createFakeClient([silence], { totalTimeoutMs: 200 })
  const startedAtMs = clock.now()
  const pending = client.account().catch((error: unknown) => error)
  await until(() => sent.length === 1)
  clock.strike()
  expect(await pending).toMatchObject({ name: 'RequestTimeoutError' })
  expect(clock.now() - startedAtMs).toBe(200)
})

describe('an address with more than a service has', () => {
  test.each([
    [
      'https://me:hunter2@media.test/shop',
      'have no user, password, query, fragment or /api: https://media.test/shop',
    ],
    [
      'https://media.test/?key=hunter2',
      'have no user, password, query, fragment or /api: https://media.test',
    ],
    ['https://media.test#hunter2', 'have no user, password, query, fragment or /api: https://media.test'],
    ['https://media.test/api', 'have no user, password, query, fragment or /api: https://media.test'],
    [
      'https://media.test/shop/api/v1/',
      'have no user, password, query, fragment or /api: https://media.test/shop',
    ],
    ['ftp://me:hunter2@media.test', 'be an http(s) address, not "ftp://***@media.test"'],
    ['ftp://me:hunter2/@media.test', 'be an http(s) address, not "ftp://***@media.test"'],
  ])('is rejected with what to write instead, and no password is shown: %s', (baseUrl, words) => {
    const make = () => new Mediagen({ baseUrl })
    expect(make).toThrow(`baseUrl (or MEDIAGEN_BASE_URL) must ${words}`)
    expect(make).not.toThrow('hunter2')
  })
})

describe('an id', () => {
  test.each(['', '.', '..', undefined, 7])('that would lead elsewhere is rejected: %s', async (value) => {
    const { client, sent } = createFakeClient([])
    // Programs in JavaScript have no types.
    const id: string = JSON.parse(JSON.stringify({ value })).value
    const calls = [client.tasks.get(id), client.tasks.cancel(id), client.uploads.get(id)]
    for (const call of calls) await expect(call).rejects.toThrow(/^(taskId|assetId) must be an id/)
    const params = { path: { taskId: id } }
    await expect(client.http.GET('/api/v1/tasks/{taskId}', { params })).rejects.toThrow(
      'taskId must be an id',
    )
    expect(sent).toEqual([])
  })
})

describe('a call without its input, from a program without types', () => {
  const { client, sent } = createFakeClient([])

  test('tasks.resume names the missing id, and sends nothing', () => {
    for (const input of [undefined, null]) {
      const resume = () => Reflect.apply(client.tasks.resume, undefined, [input])
      expect(resume).toThrow(MediagenError)
      expect(resume).toThrow(/id/)
    }
    expect(sent).toEqual([])
  })

  test.each([
    ['images.generate', 'prompt', client.images.generate],
    ['images.transform', 'file', client.images.transform],
    ['videos.generate', 'prompt', client.videos.generate],
    ['videos.transform', 'file', client.videos.transform],
    ['uploads.create', 'contentType', client.uploads.create],
    ['estimate', 'product', (input: never) => client.estimate(input)],
  ] as const)('%s names the missing %s, and sends nothing', async (_, field, call) => {
    for (const [input, type] of [
      [undefined, 'undefined'],
      [null, 'null'],
      ['a lighthouse', 'string'],
    ]) {
      const rejected = await Reflect.apply(call, undefined, [input]).catch((error: unknown) => error)
      expect(rejected).toBeInstanceOf(MediagenError)
      expect(String(rejected)).toContain(
        `${field} is missing: give an object such as { ${field}: … }, not ${type}`,
      )
    }
    expect(sent).toEqual([])
  })
})

test('an address of many characters is judged in linear time, whatever it repeats', () => {
  const many = 200_000
  expect(() => new Mediagen({ baseUrl: `https://media.test/${'/'.repeat(many)}a` })).not.toThrow()
  expect(() => new Mediagen({ baseUrl: 'x'.repeat(many) })).toThrow('be an http(s) address')
})

test('an error about the key names the option and the variable', async () => {
  const { client } = createFakeClient([
    errorResponse(401, 'UNAUTHENTICATED', { 'www-authenticate': 'Bearer' }),
  ])
  await expect(client.account()).rejects.toThrow(/apiKey or MEDIAGEN_API_KEY/)
})

test.each(['ReadableStream', 'Request'])(
  'a platform without %s is refused by name when the client is made',
  (name) => {
    vi.stubGlobal(name, undefined)
    const make = () => new Mediagen({ apiKey: 'any' })
    expect(make).toThrow(`This platform is not supported: it has no ${name}`)
    vi.unstubAllGlobals()
    expect(make).not.toThrow()
  },
)

describe('a page whose request gets no response', () => {
  const origin = 'https://app.test'
  beforeEach(() => {
    vi.stubGlobal('location', { origin })
    vi.stubGlobal(
      'XMLHttpRequest',
      class {
        readonly upload = {}
        readonly onerror = () => undefined
        open() {}
        setRequestHeader() {}
        abort() {}
        send() {
          this.onerror()
        }
      },
    )
  })

  test('is told of the setting that may forbid it, for a call and for an upload', async () => {
    const png = new Uint8Array(100)
    png.set([
      0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 64,
    ])
    png.set([0, 0, 0, 64], 20)
    const uploadUrl = 'https://files.test/put?signature=secret'
    const place = { id: 'asset-1', uploadUrl, method: 'PUT', expiresAt: '2100-01-01T00:00:00Z' }
    vi.stubGlobal('fetch', async (url: string) => {
      if (url.endsWith('/uploads')) return json(place)
      throw new TypeError('Failed to fetch')
    })
    const client = new Mediagen({ apiKey: 'any', baseUrl: 'https://media.test', maxRetries: 0 })
    const allowed = `that CORS_ORIGINS or the bucket allows ${origin}`
    await expect(client.account()).rejects.toThrow(allowed)
    const upload = client.uploads.file(png)
    await expect(upload).rejects.toThrow(allowed)
    await expect(upload).rejects.not.toThrow('secret')
  })

  test('but not where it asks its own origin, which is never forbidden', async () => {
    vi.stubGlobal('fetch', async () => {
      throw new TypeError('Failed to fetch')
    })
    const client = new Mediagen({ baseUrl: `${origin}/api/mediagen`, maxRetries: 0 })
    await expect(client.account()).rejects.toThrow('check the network and baseUrl')
  })
})

test('headers that no request can have are rejected when the client is made, without their values', () => {
  const make = () => new Mediagen({ headers: { 'x-secret': 'hunter2\n\u0000' } })
  expect(make).toThrow('headers has a character that no header takes')
  expect(make).not.toThrow('hunter2')
})
