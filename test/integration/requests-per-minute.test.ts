import { describe, expect, test } from 'vitest'
import { createAdministration } from '../../server/src/operator/administration.ts'
import { accountWith, type TestAccount } from '../support/account.ts'
import { openServiceOfFile } from '../support/service.ts'

const images = '/api/v1/images/generations'

const service = await openServiceOfFile()
const administration = createAdministration(service.database)

/** How many of so many requests at once are admitted to the validation, which rejects them. */
async function admitted(requests: number, ...callers: readonly Pick<TestAccount, 'call'>[]) {
  const statuses = await Promise.all(
    Array.from({ length: requests }, async (_, index) => {
      const response = await callers[index % callers.length]?.call('POST', images, {})
      return response?.status
    }),
  )
  expect(statuses.filter((status) => status !== 400 && status !== 429)).toEqual([])
  return statuses.filter((status) => status === 400).length
}

/** Sets an account's number, and lets the five seconds pass in which it takes effect. */
async function set({ accountId }: TestAccount, requestsPerMinute: number | 'default'): Promise<void> {
  await administration.setAccountLimits({ accountId, requestsPerMinute })
  service.advance(5_000)
}

const toldTo = async ({ call }: Pick<TestAccount, 'call'>) => (await call('GET', '/api/v1/me')).body.limits

describe('the requests a minute of an account', () => {
  test('are the contract’s unless it has a number of its own, and the account is told which', async () => {
    const [account, other] = [await service.createAccount(), await service.createAccount()]
    expect(await toldTo(account)).toEqual({ requestsPerMinute: 60 })
    await set(account, 75)
    expect(await toldTo(account)).toEqual({ requestsPerMinute: 75 })
    expect([await admitted(90, account), await admitted(90, other)]).toEqual([75, 60])
    await set(other, 5)
    service.advance(60_000)
    expect(await admitted(10, other)).toBe(5)
    const refused = await other.call('POST', images, { prompt: 'a fox' })
    expect([refused.status, refused.body.code]).toEqual([429, 'RATE_LIMITED'])
    const seconds = refused.headers.get('Retry-After')
    expect(Number(seconds)).toBeLessThanOrEqual(60)
    expect(refused.body.message).toBe(
      `Too many generation requests: the limit of the account is 5 in 60 seconds. Try again in ${seconds} s.`,
    )
  })

  test('may change while the account is in use: what a minute held before counts', async () => {
    const account = await service.createAccount()
    await set(account, 100)
    expect(await admitted(120, account)).toBe(100)
    await set(account, 130)
    expect(await admitted(120, account)).toBe(30)
    await set(account, 20)
    expect(await admitted(30, account)).toBe(0)
    await set(account, 140)
    expect(await admitted(30, account)).toBe(10)
    await set(account, 'default')
    expect(await admitted(70, account)).toBe(0)
    service.advance(60_000)
    expect(await admitted(70, account)).toBe(60)
  })

  test('are never exceeded by a burst during which they are set', async () => {
    const account = await service.createAccount()
    const { accountId } = account
    const [first, second] = await Promise.all([
      admitted(200, account),
      administration
        .setAccountLimits({ accountId, requestsPerMinute: 90 })
        .then(() => admitted(200, account)),
    ])
    expect(first + second).toBeGreaterThanOrEqual(60)
    expect(first + second).toBeLessThanOrEqual(90)
  })

  test('hold over all keys of the account, and a key’s own number within them', async () => {
    const account = await service.createAccount()
    const keyWith = async (requestsPerMinute: number) => {
      const properties = { requestsPerMinute }
      const { keyId, apiKey } = await administration.issueApiKey(account.accountId, { properties })
      return { keyId, ...accountWith(service.fetch, apiKey) }
    }
    const [slow, fast] = [await keyWith(10), await keyWith(1_000)]
    await set(account, 80)
    expect(await admitted(20, slow)).toBe(10)
    expect(await admitted(100, fast, account)).toBe(70)
    await administration.setApiKey(slow.keyId, { requestsPerMinute: 15 })
    await set(account, 200)
    expect(await admitted(20, slow)).toBe(5)
  })

  test('count nothing for a key that its account leaves no room', async () => {
    const account = await service.createAccount()
    const properties = { requestsPerMinute: 2 }
    const { apiKey } = await administration.issueApiKey(account.accountId, { properties })
    const key = accountWith(service.fetch, apiKey)
    await set(account, 5)
    expect(await admitted(5, account)).toBe(5)
    for (let tries = 0; tries < 4; tries += 1) {
      const { status, body } = await key.call('POST', images, { prompt: 'a fox' })
      expect([status, body.message]).toEqual([429, expect.stringContaining('of the account is 5')])
    }
    service.advance(60_000)
    expect(await admitted(3, key)).toBe(2)
    const { body } = await key.call('POST', images, { prompt: 'a fox' })
    expect(body.message).toContain('of the API key is 2')
    expect(await admitted(5, account)).toBe(3)
  })
})
