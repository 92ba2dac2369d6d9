import { describe, expect, test } from 'vitest'
import { startTestService, type TestAccount } from '../support/service.ts'
import { createPreparedAccount, expectRejection, serviceOfFile } from './support/contract-service.ts'
import { generationIds, generationPaths, smallestBody } from './support/specification.ts'

const service = serviceOfFile()
const perMinute = 60
const generate = (account: TestAccount, body: Record<string, unknown> = { prompt: 'a' }) =>
  account.call('POST', generationPaths.generateImage, body)

describe('60 generation requests per minute and account', () => {
  test('60 are admitted and the 61st gets 429, counted across all four endpoints, reserving nothing', async () => {
    const account = await createPreparedAccount(service(), '1000.00')
    const send = (operation: (typeof generationIds)[number]) =>
      account.call('POST', generationPaths[operation], smallestBody(operation, account.assetId))
    for (let count = 0; count < perMinute; count += 4)
      for (const operation of generationIds) expect((await send(operation)).status).toBe(200)
    for (const operation of generationIds) {
      const response = await expectRejection(account, () => send(operation), 'RATE_LIMITED')
      expect(response.status).toBe(429)
      const retryAfter = Number(response.headers.get('Retry-After'))
      expect(Number.isInteger(retryAfter) && retryAfter >= 1 && retryAfter <= 60).toBe(true)
    }
  })

  test('are counted per account: another one is not limited', async () => {
    const [busy, other] = [await service().createAccount('0.00'), await service().createAccount('1.00')]
    for (let count = 0; count <= perMinute; count += 1) await generate(busy, {})
    expect((await generate(busy)).status).toBe(429)
    expect((await generate(other)).status).toBe(200)
  })

  test('are admitted again a minute later', async () => {
    const own = await startTestService()
    const account = await own.createAccount()
    for (let count = 0; count < perMinute; count += 1) await generate(account, {})
    expect((await generate(account)).status).toBe(429)
    own.advance(60_000)
    expect((await generate(account)).status).toBe(200)
  })

  test('are at most 60 in any minute, not only in one that begins with the first', async () => {
    const own = await startTestService()
    const account = await own.createAccount()
    await generate(account, {})
    own.advance(50_000)
    for (let count = 1; count < perMinute; count += 1) expect((await generate(account, {})).status).toBe(400)
    own.advance(10_000)
    expect((await generate(account, {})).status).toBe(400)
    const rejected = await generate(account, {})
    expect(rejected.status).toBe(429)
    // The requests of the burst are ten seconds old, or a little older on a busy machine.
    const retryAfter = Number(rejected.headers.get('Retry-After'))
    expect(retryAfter).toBeGreaterThan(1)
    expect(retryAfter).toBeLessThanOrEqual(50)
    own.advance(retryAfter * 1000)
    expect((await generate(account)).status).toBe(200)
  })

  test('invalid requests count, over all four operations together', async () => {
    const account = await service().createAccount()
    for (let count = 0; count < perMinute; count += 4)
      for (const operation of generationIds)
        expect((await account.call('POST', generationPaths[operation], {})).status).toBe(400)
    expect((await generate(account)).status).toBe(429)
  })

  test('rejections for insufficient balance count, and replays do', async () => {
    const account = await service().createAccount('0.02')
    const key = { 'Idempotency-Key': 'one' }
    const send = () => account.call('POST', generationPaths.generateImage, { prompt: 'a' }, key)
    expect((await send()).status).toBe(200)
    for (let count = 1; count < perMinute / 2; count += 1) expect((await send()).status).toBe(200)
    for (let count = perMinute / 2; count < perMinute; count += 1)
      expect((await generate(account)).status).toBe(402)
    expect((await send()).status).toBe(429)
  })

  test('requests without an account or a readable body do not count', async () => {
    const account = await service().createAccount()
    for (let count = 0; count < perMinute; count += 1) {
      await service().fetch(generationPaths.generateImage, { method: 'POST', body: '{}' })
      await service().fetch(generationPaths.generateImage, {
        method: 'POST',
        headers: { Authorization: `Bearer ${account.apiKey}`, 'Content-Type': 'application/json' },
        body: '[]',
      })
    }
    expect((await generate(account)).status).toBe(200)
  })
})

describe('everything else', () => {
  test('polling is not limited', async () => {
    const account = await createPreparedAccount(service(), '10.00')
    const { body } = await generate(account)
    for (let count = 0; count < perMinute; count += 1) await generate(account, {})
    for (let count = 0; count < 2 * perMinute; count += 1)
      expect((await account.call('GET', `/api/v1/tasks/${body.id}`)).status).toBe(200)
    expect((await account.call('POST', `/api/v1/tasks/${body.id}/cancel`)).status).toBe(200)
  })

  test('uploads, catalogue and account are not limited either', async () => {
    const account = await createPreparedAccount(service(), '10.00')
    for (let count = 0; count <= perMinute; count += 1) {
      await generate(account, {})
      const reserved = await account.call('POST', '/api/v1/uploads', { contentType: 'image/png' })
      expect(reserved.status).toBe(200)
    }
    for (const path of [
      '/api/v1/me',
      '/api/v1/pricing',
      '/api/v1/effects',
      `/api/v1/uploads/${account.assetId}`,
    ])
      expect((await account.call('GET', path)).status).toBe(200)
  })
})
