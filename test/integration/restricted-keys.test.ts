import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { KeyProperties } from '../../server/src/core/domain/api-key.ts'
import { Usd } from '../../server/src/core/domain/usd.ts'
import { createAdministration } from '../../server/src/operator/administration.ts'
import { accountWith, type TestAccount } from '../support/account.ts'
import { openTestService } from '../support/service.ts'

const path = '/api/v1/images/generations'
const dayMs = 86_400_000

let service: Awaited<ReturnType<typeof openTestService>>
let administration: ReturnType<typeof createAdministration>
beforeAll(async () => {
  service = await openTestService()
  administration = createAdministration(service.database)
})
afterAll(() => service.close())

/** One more key of an account (a new one unless given), with these properties. */
async function issue(properties: KeyProperties, account?: TestAccount) {
  const owner = account ?? (await service.createAccount('100.00'))
  const { keyId, apiKey } = await administration.issueApiKey(owner.accountId, { properties })
  return { owner, keyId, apiKey, ...accountWith(service.fetch, apiKey) }
}

type Key = Awaited<ReturnType<typeof issue>>

const order = ({ call }: Pick<Key, 'call'>, headers: Record<string, string> = {}) =>
  call('POST', path, { prompt: 'a lighthouse' }, headers)
const price = Usd.parse('0.02')
const outcomeOf = ({ status, body }: { status: number; body: { code?: string } }) =>
  status === 200 ? 'accepted' : body.code

async function spentOf({ call }: Pick<Key, 'call'>): Promise<{ day: string; total: string } | null> {
  return (await call('GET', '/api/v1/me')).body.key.spent
}

/** Moves the clock to some time before the next midnight in UTC. */
async function advanceToBeforeMidnight(beforeMs: number): Promise<void> {
  const nowMs = await service.database.nowMs()
  service.advance(dayMs - (nowMs % dayMs) - beforeMs)
}

describe('the spending limits of a key', () => {
  test('let exactly ten of a hundred simultaneous orders through on a key worth ten', async () => {
    const key = await issue({ totalLimit: price.times(10) })
    const other = await issue({}, key.owner)
    const responses = await Promise.all(
      Array.from({ length: 100 }, (_, index) => (index < 50 ? order(key) : order(index % 2 ? key : other))),
    )
    expect(responses.length).toBe(100)
    await service.expectBooksToAgree()
  })
})
