import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { createAdministration } from '../../server/src/operator/administration.ts'
import { createAuthenticate } from '../../server/src/use-cases/authenticate.ts'
import { apiKeyParts } from '../support/api-key-parts.ts'
import { openTestService } from '../support/service.ts'

let service: Awaited<ReturnType<typeof openTestService>>
beforeAll(async () => {
  service = await openTestService()
})
afterAll(() => service.close())
afterEach(() => vi.restoreAllMocks())

const me = (apiKey: string) => service.fetch('/api/v1/me', { headers: { Authorization: `Bearer ${apiKey}` } })

/** Advances the clock by which valid keys are cached. */
function passSeconds(seconds: number): void {
  const now = performance.now() + seconds * 1000
  vi.spyOn(performance, 'now').mockImplementation(() => now)
}

test('a revoked key stops working within 5 seconds, even one that was just used', async () => {
  const { apiKey } = await service.createAccount()
  const administration = createAdministration(service.database)
  expect((await me(apiKey)).status).toBe(200)
  await administration.revokeApiKey(apiKeyParts(apiKey).keyId)
  passSeconds(5)
  const rejected = await me(apiKey)
  expect(rejected.status).toBe(401)
  expect(rejected.headers.get('WWW-Authenticate')).toMatch(/^Bearer/)
})

test('a revoked key that was not in use stops working immediately', async () => {
  const { apiKey } = await service.createAccount()
  await createAdministration(service.database).revokeApiKey(apiKeyParts(apiKey).keyId)
  expect((await me(apiKey)).status).toBe(401)
})

test('a new key works immediately, even one that was tried before it existed; the others keep working', async () => {
  const { accountId, apiKey: first } = await service.createAccount()
  expect((await me('mg_not_a_key')).status).toBe(401)
  const { apiKey: second } = await createAdministration(service.database).issueApiKey(accountId)
  for (const key of [first, second]) {
    const response = await me(key)
    expect(response.status).toBe(200)
    expect((await response.json()).id).toBe(accountId)
  }
})

test('revoking one key of an account leaves its others', async () => {
  const { accountId, apiKey: first } = await service.createAccount()
  const administration = createAdministration(service.database)
  const second = await administration.issueApiKey(accountId)
  await administration.revokeApiKey(second.keyId)
  expect((await me(second.apiKey)).status).toBe(401)
  expect((await me(first)).status).toBe(200)
})

test('a key is stored only as its SHA-256', async () => {
  const { apiKey } = await service.createAccount()
  const rows = await service.database.read((db) => db.selectFrom('api_keys').selectAll().execute())
  const text = JSON.stringify(rows, (_, value) => {
    if (typeof value === 'bigint') return String(value)
    return value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value
  })
  expect(text).not.toContain(apiKey)
  expect(text).not.toContain(apiKeyParts(apiKey).secret)
  expect(rows.every((row) => row.key_hash.length === 32)).toBe(true)
})

test.each([
  ['in another case', (key: string) => key.toUpperCase()],
  ['cut short', (key: string) => key.slice(0, -1)],
  ['made longer', (key: string) => `${key}A`],
  ['with one character changed', (key: string) => key.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))],
])('a key %s is rejected', async (_name, change) => {
  const { apiKey } = await service.createAccount()
  expect((await me(change(apiKey))).status).toBe(401)
})

test('a key in many concurrent requests is looked up once', async () => {
  const { apiKey, accountId } = await service.createAccount()
  let reads = 0
  const authenticate = createAuthenticate({
    ...service.database,
    read(work) {
      reads += 1
      return service.database.read(work)
    },
  })
  const found = await Promise.all(Array.from({ length: 100 }, () => authenticate(apiKey)))
  expect(found).toEqual(found.map(() => expect.objectContaining({ accountId })))
  expect(reads).toBe(1)
})

test('a cached key is looked up again after 3 seconds, also in the turn of the event loop of its last use', async () => {
  const { apiKey, accountId } = await service.createAccount()
  let reads = 0
  let nowMs = 1_000
  const database = {
    ...service.database,
    read(work: Parameters<typeof service.database.read>[0]) {
      reads += 1
      return service.database.read(work)
    },
  } as typeof service.database
  const authenticate = createAuthenticate(database, { nowMs: () => nowMs })
  await authenticate(apiKey)
  nowMs += 2_999
  await authenticate(apiKey)
  expect(reads).toBe(1)
  nowMs += 2
  expect(await authenticate(apiKey)).toMatchObject({ accountId })
  expect(reads).toBe(2)
})

test('a look-up that is answered late, as to a process that was frozen, is cached for no longer', async () => {
  const { apiKey, accountId } = await service.createAccount()
  let nowMs = 1_000
  let reads = 0
  let answerMs = 10_000
  const authenticate = createAuthenticate(
    {
      ...service.database,
      async read(work) {
        reads += 1
        const found = await service.database.read(work)
        nowMs += answerMs
        return found
      },
    },
    { nowMs: () => nowMs },
  )
  expect(await authenticate(apiKey)).toMatchObject({ accountId })
  answerMs = 0
  await authenticate(apiKey)
  expect(reads).toBe(2)
})

test('requests whose look-up took more than 3 seconds share the next one', async () => {
  const { apiKey, accountId } = await service.createAccount()
  let nowMs = 1_000
  let reads = 0
  const authenticate = createAuthenticate(
    {
      ...service.database,
      async read(work) {
        reads += 1
        const found = await service.database.read(work)
        if (reads === 1) nowMs += 10_000
        return found
      },
    },
    { nowMs: () => nowMs },
  )
  const found = await Promise.all(Array.from({ length: 100 }, () => authenticate(apiKey)))
  expect(found).toEqual(found.map(() => expect.objectContaining({ accountId })))
  expect(reads).toBe(2)
})

test('a request does not wait for a look-up that began more than 3 seconds ago', async () => {
  const { apiKey, accountId } = await service.createAccount()
  let nowMs = 1_000
  let answer = (): void => undefined
  let waits: Promise<void> | undefined = new Promise((resolve) => {
    answer = resolve
  })
  const authenticate = createAuthenticate(
    {
      ...service.database,
      async read(work) {
        const wait = waits
        const found = await service.database.read(work)
        await wait
        return found
      },
    },
    { nowMs: () => nowMs },
  )
  const first = authenticate(apiKey)
  waits = undefined
  nowMs += 3_001
  expect(await authenticate(apiKey)).toMatchObject({ accountId })
  answer()
  expect(await first).toMatchObject({ accountId })
})

test('a look-up that fails is tried again by the next request', async () => {
  const { apiKey, accountId } = await service.createAccount()
  let isAway = true
  const authenticate = createAuthenticate({
    ...service.database,
    async read(work) {
      if (isAway) throw new Error('the database is away')
      return service.database.read(work)
    },
  })
  await expect(authenticate(apiKey)).rejects.toThrow('the database is away')
  isAway = false
  expect(await authenticate(apiKey)).toMatchObject({ accountId })
})

test('a key that expires works until then for a process whose look-up took long, and not after', async () => {
  const { accountId } = await service.createAccount()
  let nowMs = 1_000
  const expiresAtMs = 3_000
  let answerMs = 1_500
  const authenticate = createAuthenticate(
    {
      ...service.database,
      async read(work) {
        // The database reads its clock at the end of the look-up.
        nowMs += answerMs
        const found = (await service.database.read(work)) as object | undefined
        if (nowMs >= expiresAtMs) return undefined as never
        return { ...found, expiresInMs: expiresAtMs - nowMs } as never
      },
    },
    { nowMs: () => nowMs },
  )
  const { apiKey } = await createAdministration(service.database).issueApiKey(accountId)
  expect(await authenticate(apiKey)).toMatchObject({ accountId })
  answerMs = 0
  for (const atMs of [2_600, 2_999]) {
    nowMs = atMs
    expect(await authenticate(apiKey)).toMatchObject({ accountId })
  }
  nowMs = 3_000
  expect(await authenticate(apiKey)).toBeUndefined()
})
