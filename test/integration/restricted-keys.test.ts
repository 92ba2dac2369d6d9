import { afterEach, describe, expect, test, vi } from 'vitest'
import type { KeyProperties } from '../../server/src/core/domain/accounts/api-key.ts'
import { Usd } from '../../server/src/core/domain/money/usd.ts'
import { createAdministration } from '../../server/src/operator/administration.ts'
import { accountWith, type TestAccount } from '../support/account.ts'
import { apiKeyParts } from '../support/api-key-parts.ts'
import { openServiceOfFile } from '../support/service.ts'
import { untilHolds } from '../support/until-holds.ts'

const images = '/api/v1/images/generations'
const hourMs = 3_600_000

const service = await openServiceOfFile()
const administration = createAdministration(service.database)
afterEach(() => vi.restoreAllMocks())

/** One more key with these properties, of a new account unless one is given. */
async function issue(properties: KeyProperties, account?: TestAccount) {
  const owner = account ?? (await service.createAccount('100.00'))
  const { keyId, apiKey } = await administration.issueApiKey(owner.accountId, { properties })
  return { owner, keyId, apiKey, ...accountWith(service.fetch, apiKey) }
}

const codeOf = async (sent: Promise<{ status: number; body: { code?: string } }>) => {
  const { status, body } = await sent
  return status === 200 ? 200 : `${status} ${body.code}`
}

describe('a key that may only read', () => {
  test('reads its account, tasks and uploads, and may not order, upload or cancel', async () => {
    const { owner, ...reader } = await issue({ isReadOnly: true })
    const { id } = (await owner.call('POST', images, { prompt: 'a fox' })).body
    const upload = await owner.reserve()
    const forbidden = '403 KEY_NOT_PERMITTED'
    expect(await codeOf(reader.call('GET', '/api/v1/me'))).toBe(200)
    expect(await codeOf(reader.call('GET', `/api/v1/tasks/${id}`))).toBe(200)
    expect(await codeOf(reader.call('GET', `/api/v1/uploads/${upload.id}`))).toBe(200)
    expect(await codeOf(reader.call('POST', images, { prompt: 'a fox' }))).toBe(forbidden)
    expect(await codeOf(reader.call('POST', `/api/v1/tasks/${id}/cancel`))).toBe(forbidden)
    expect(await codeOf(reader.call('POST', '/api/v1/uploads', { contentType: 'image/png' }))).toBe(forbidden)
    expect(await codeOf(reader.call('POST', `/api/v1/uploads/${upload.id}/complete`, {}))).toBe(forbidden)
    expect((await owner.call('GET', `/api/v1/tasks/${id}`)).body.status).toBe('QUEUED')
  })

  test('is refused before its body is read, and does not count towards the rate of the account', async () => {
    const { owner, apiKey } = await issue({ isReadOnly: true })
    for (let index = 0; index < 70; index += 1) {
      const response = await service.fetch(images, {
        method: 'POST',
        headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' },
        body: '{ this is no JSON',
      })
      expect(response.status).toBe(403)
    }
    expect(await codeOf(owner.call('POST', images, { prompt: 'a fox' }))).toBe(200)
  })
})

test('a key for some products orders those alone, and reads and cancels everything of its account', async () => {
  const { owner, ...key } = await issue({ products: ['image.generate'] })
  expect(await codeOf(key.call('POST', images, { prompt: 'a fox' }))).toBe(200)
  const video = await owner.call('POST', '/api/v1/videos/generations', { prompt: 'a fox' })
  expect(await codeOf(key.call('POST', '/api/v1/videos/generations', { prompt: 'a fox' }))).toBe(
    '403 KEY_NOT_PERMITTED',
  )
  expect(await codeOf(key.call('POST', `/api/v1/tasks/${video.body.id}/cancel`))).toBe(200)
})

test('the rate of a key is its own, and leaves the rest of the account its rate', async () => {
  const { owner, ...key } = await issue({ requestsPerMinute: 2 })
  const send = () => key.call('POST', images, { prompt: 'a fox' })
  expect([await codeOf(send()), await codeOf(send())]).toEqual([200, 200])
  const refused = await send()
  expect([refused.status, refused.body.code]).toEqual([429, 'RATE_LIMITED'])
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0)
  expect(refused.body.message).toContain('the limit of the API key is 2 in 60 seconds.')
  expect(await codeOf(owner.call('POST', images, { prompt: 'a fox' }))).toBe(200)
  service.advance(61_000)
  expect(await codeOf(send())).toBe(200)
})

describe('a key with an expiry', () => {
  const expiring = async (durationMs: number) => {
    const { accountId } = await service.createAccount()
    const expiresAtMs = (await service.database.nowMs()) + durationMs
    const issued = await administration.issueApiKey(accountId, { properties: { expiresAtMs } })
    return { ...issued, expiresAtMs }
  }
  const me = (apiKey: string) => accountWith(service.fetch, apiKey).call('GET', '/api/v1/me')

  test('stops working on time, even one that was just used', async () => {
    const { apiKey, expiresAtMs } = await expiring(hourMs)
    service.advance(expiresAtMs - 2_900 - (await service.database.nowMs()))
    expect((await me(apiKey)).status).toBe(200)
    service.advance(2_900)
    expect((await me(apiKey)).status).toBe(401)
  })

  test('is then refused exactly like one that never existed', async () => {
    const { apiKey } = await expiring(-1)
    const unknown = `mg_${'0'.repeat(12)}_${'a'.repeat(32)}`
    const [expired, invented] = [await me(apiKey), await me(unknown)]
    const shown = ({ status, headers, body }: Awaited<ReturnType<typeof me>>) => ({
      status,
      headers: [...headers].filter(([name]) => !['x-request-id', 'date'].includes(name)),
      body: { ...body, requestId: '' },
    })
    expect(shown(expired)).toEqual(shown(invented))
    expect(expired.status).toBe(401)
  })
})

describe('a key that cannot exist', () => {
  test.each([
    ['with a wrong checksum', (key: string) => key.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))],
    ['cut short', (key: string) => key.slice(0, -1)],
    ['in another case', (key: string) => `mgk_${key.slice(4).toUpperCase()}`],
    ['of the prefix alone', () => 'mgk_'],
    ['of SQL', () => "mgk_'OR'1'='1"],
    ['of 5 KB', () => `mgk_${'a'.repeat(5_000)}`],
  ])('%s is refused without reading the database', async (_name, change) => {
    const { apiKey } = await service.createAccount()
    const read = vi.spyOn(service.database, 'read')
    const response = await accountWith(service.fetch, change(apiKey)).call('GET', '/api/v1/me')
    expect(response.status).toBe(401)
    expect(read).not.toHaveBeenCalled()
  })
})

describe('the account as a key sees it', () => {
  test('names all that the key may do, and what it has spent', async () => {
    const expiresAtMs = (await service.database.nowMs()) + hourMs
    const key = await issue({
      name: 'Marketing',
      expiresAtMs,
      products: ['image.generate', 'video.generate'],
      requestsPerMinute: 30,
      dayLimit: Usd.parse('5'),
      totalLimit: Usd.parse('10'),
    })
    const { body } = await key.call('GET', '/api/v1/me')
    expect(body.key).toEqual({
      id: key.keyId,
      name: 'Marketing',
      expiresAt: new Date(expiresAtMs).toISOString(),
      products: ['image.generate', 'video.generate'],
      readOnly: false,
      limits: { day: '5.00', total: '10.00', requestsPerMinute: 30 },
      spent: { day: '0.00', total: '0.00' },
    })
  })

  test('restricts nothing for a key without properties', async () => {
    const { apiKey, call } = await service.createAccount()
    expect((await call('GET', '/api/v1/me')).body.key).toEqual({
      id: apiKeyParts(apiKey).keyId,
      name: null,
      expiresAt: null,
      products: null,
      readOnly: false,
      limits: { day: null, total: null, requestsPerMinute: null },
      spent: null,
    })
  })
})

test('the last use of a key is recorded once a minute, and no request waits for it', async () => {
  const { owner, keyId, ...key } = await issue({})
  const autocommit = vi.spyOn(service.database, 'autocommit')
  const lastUse = async () => {
    const { apiKeys } = await administration.showAccount(owner.accountId)
    return apiKeys.find((each) => each.keyId === keyId)?.lastUsedAtMs
  }
  expect(await lastUse()).toBeUndefined()
  for (let index = 0; index < 5; index += 1) await key.call('GET', '/api/v1/me')
  await untilHolds(async () => expect(await lastUse()).toBeDefined())
  const [first, writes] = [await lastUse(), autocommit.mock.calls.length]
  await key.call('GET', '/api/v1/me')
  expect(autocommit.mock.calls.length).toBe(writes)
  service.advance(61_000)
  await key.call('GET', '/api/v1/me')
  await untilHolds(async () => expect(await lastUse()).toBeGreaterThan(first ?? 0))
})
