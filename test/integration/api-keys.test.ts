import { afterEach, expect, test, vi } from 'vitest'
import { createAdministration } from '../../server/src/operator/administration.ts'
import { createAuthenticate } from '../../server/src/use-cases/accounts/authenticate.ts'
import { apiKeyParts } from '../support/api-key-parts.ts'
import { openServiceOfFile } from '../support/service.ts'

const service = await openServiceOfFile()
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

/** Finds keys through the service's database; `around` is what happens at each look-up, counted from 1. */
function authenticateWith(
  around: (lookUp: number, read: () => Promise<unknown>) => Promise<unknown> = (_, read) => read(),
) {
  let lookUps = 0
  let nowMs = 1_000
  const database = {
    ...service.database,
    read(work: Parameters<typeof service.database.read>[0]) {
      lookUps += 1
      return around(lookUps, () => service.database.read(work))
    },
  } as typeof service.database
  return {
    authenticate: createAuthenticate(database, { nowMs: () => nowMs }),
    pass: (ms: number) => {
      nowMs += ms
    },
    lookUps: () => lookUps,
  }
}

test('a key in many concurrent requests is looked up once', async () => {
  const { apiKey, accountId } = await service.createAccount()
  const { authenticate, lookUps } = authenticateWith()
  const found = await Promise.all(Array.from({ length: 100 }, () => authenticate(apiKey)))
  expect(found).toEqual(found.map(() => expect.objectContaining({ accountId })))
  expect(lookUps()).toBe(1)
})

test('a cached key is looked up again after 3 seconds, also in the turn of the event loop of its last use', async () => {
  const { apiKey, accountId } = await service.createAccount()
  const { authenticate, pass, lookUps } = authenticateWith()
  await authenticate(apiKey)
  pass(2_999)
  await authenticate(apiKey)
  expect(lookUps()).toBe(1)
  pass(2)
  expect(await authenticate(apiKey)).toMatchObject({ accountId })
  expect(lookUps()).toBe(2)
})

test('a look-up that is answered late, as to a process that was frozen, is cached for no longer', async () => {
  const { apiKey, accountId } = await service.createAccount()
  const { authenticate, pass, lookUps } = authenticateWith(async (lookUp, read) => {
    const found = await read()
    if (lookUp === 1) pass(10_000)
    return found
  })
  expect(await authenticate(apiKey)).toMatchObject({ accountId })
  await authenticate(apiKey)
  expect(lookUps()).toBe(2)
})

test('requests whose look-up took more than 3 seconds share the next one', async () => {
  const { apiKey, accountId } = await service.createAccount()
  const { authenticate, pass, lookUps } = authenticateWith(async (lookUp, read) => {
    const found = await read()
    if (lookUp === 1) pass(10_000)
    return found
  })
  const found = await Promise.all(Array.from({ length: 100 }, () => authenticate(apiKey)))
  expect(found).toEqual(found.map(() => expect.objectContaining({ accountId })))
  expect(lookUps()).toBe(2)
})

test('a request does not wait for a look-up that began more than 3 seconds ago', async () => {
  const { apiKey, accountId } = await service.createAccount()
  let answer = (): void => undefined
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  const { authenticate, pass } = authenticateWith(async (lookUp, read) => {
    const found = await read()
    if (lookUp === 1) await answered
    return found
  })
  const first = authenticate(apiKey)
  pass(3_001)
  expect(await authenticate(apiKey)).toMatchObject({ accountId })
  answer()
  expect(await first).toMatchObject({ accountId })
})

test('a look-up that fails is tried again by the next request', async () => {
  const { apiKey, accountId } = await service.createAccount()
  const { authenticate } = authenticateWith(async (lookUp, read) => {
    if (lookUp === 1) throw new Error('the database is away')
    return read()
  })
  await expect(authenticate(apiKey)).rejects.toThrow('the database is away')
  expect(await authenticate(apiKey)).toMatchObject({ accountId })
})

test('a key that expires works until then for a process whose look-up took long, and not after', async () => {
  const { accountId } = await service.createAccount()
  const { apiKey } = await createAdministration(service.database).issueApiKey(accountId)
  let leftMs = 2_000
  const { authenticate, pass } = authenticateWith(async (lookUp, read) => {
    // The database reads its clock at the end of the look-up.
    if (lookUp === 1) passBoth(1_500)
    const found = (await read()) as object
    return leftMs > 0 ? { ...found, expiresInMs: leftMs } : undefined
  })
  function passBoth(ms: number): void {
    leftMs -= ms
    pass(ms)
  }
  expect(await authenticate(apiKey)).toMatchObject({ accountId })
  passBoth(100)
  expect(await authenticate(apiKey)).toMatchObject({ accountId })
  passBoth(399)
  expect(await authenticate(apiKey)).toMatchObject({ accountId })
  passBoth(1)
  expect(await authenticate(apiKey)).toBeUndefined()
})
