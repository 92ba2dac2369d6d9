import { afterEach, describe, expect, test } from 'vitest'
import type { KeyProperties } from '../../server/src/core/domain/accounts/api-key.ts'
import { Usd } from '../../server/src/core/domain/money/usd.ts'
import { findApiKey } from '../../server/src/database/accounts/api-keys.ts'
import { endTasks, type NewTask } from '../../server/src/database/tasks/task-moves.ts'
import { createAdministration } from '../../server/src/operator/administration.ts'
import { createAcceptWriter } from '../../server/src/use-cases/tasks/accept-writer.ts'
import { accountWith, type TestAccount } from '../support/account.ts'
import { openServiceOfFile } from '../support/service.ts'
import { failTasks, newTask } from './support/tasks.ts'

const images = '/api/v1/images/generations'
const dayMs = 86_400_000

const service = await openServiceOfFile()
const administration = createAdministration(service.database)
afterEach(() => service.expectBooksToAgree())

const usd = (text: string): Usd => Usd.parse(text)

/** One more key with these properties, of a new account unless one is given. */
async function issue(properties: KeyProperties, account?: TestAccount) {
  const owner = account ?? (await service.createAccount('100.00'))
  const { keyId, apiKey } = await administration.issueApiKey(owner.accountId, { properties })
  const isLimited = properties.dayLimit !== undefined || properties.totalLimit !== undefined
  return { owner, keyId, isLimited, ...callsOf(apiKey) }
}

function callsOf(apiKey: string) {
  const { call } = accountWith(service.fetch, apiKey)
  return {
    call,
    /** Orders one image; the catalogue's price is 0.02. */
    order: async () => {
      const { status, body } = await call('POST', images, { prompt: 'a fox' })
      return status === 200 ? (body.id as string) : `${status} ${body.code}`
    },
    spent: async () => (await call('GET', '/api/v1/me')).body.key.spent,
  }
}

const refused = '403 KEY_LIMIT_REACHED'
const accepted = expect.stringMatching(/^[0-9a-z]{24}$/)

/** A writer for each of several API processes, and a task of a key for it. */
function writers(count: number) {
  const all = Array.from({ length: count }, () => createAcceptWriter(service.database))
  return (index: number, task: NewTask) => all[index % count]?.write({ task, key: undefined })
}

const taskOf = ({ owner, keyId, isLimited }: Awaited<ReturnType<typeof issue>>) =>
  newTask(owner, { apiKeyId: keyId, keyLimitsId: isLimited ? keyId : undefined })

describe('simultaneous orders', () => {
  test.each([
    ['in total', { totalLimit: usd('10') }],
    ['a day', { dayLimit: usd('10') }],
  ])('a hundred on a key worth ten %s, at two processes: exactly ten are accepted', async (_name, limit) => {
    const key = await issue(limit)
    const write = writers(2)
    const tasks = Array.from({ length: 100 }, () => taskOf(key))
    const settled = await Promise.allSettled(tasks.map((task, index) => write(index, task)))
    const reasons = settled.flatMap((each) => (each.status === 'rejected' ? [each.reason.code] : []))
    expect(reasons).toEqual(Array(90).fill('KEY_LIMIT_REACHED'))
    expect(await key.owner.money()).toEqual({ balance: '90.00', reserved: '10.00' })
    expect(await key.spent()).toEqual({ day: '10.00', total: '10.00' })
  })

  test('one key at its limit affects neither other keys nor other accounts in the same transaction', async () => {
    const full = await issue({ totalLimit: usd('0.50') })
    const limited = await issue({ totalLimit: usd('50') }, full.owner)
    const free = await issue({})
    const write = writers(1)
    const orders = Array.from({ length: 10 }, () => [taskOf(full), taskOf(limited), taskOf(free)]).flat()
    const settled = await Promise.allSettled(orders.map((task, index) => write(index, task)))
    const outcomes = settled.map(({ status }) => status)
    expect(outcomes).toEqual(
      Array.from({ length: 30 }, (_, index) => (index % 3 === 0 ? 'rejected' : 'fulfilled')),
    )
    expect(await limited.spent()).toEqual({ day: '10.00', total: '10.00' })
    expect(await full.spent()).toEqual({ day: '0.00', total: '0.00' })
  })
})

describe('a limit for a day', () => {
  test('begins anew at midnight in UTC, and the total does not', async () => {
    const key = await issue({ dayLimit: usd('0.05'), totalLimit: usd('0.07') })
    const nowMs = await service.database.nowMs()
    service.advance(dayMs - (nowMs % dayMs) - 60_000)
    expect([await key.order(), await key.order(), await key.order()]).toEqual([accepted, accepted, refused])
    service.advance(61_000)
    expect(await key.spent()).toEqual({ day: '0.00', total: '0.04' })
    expect([await key.order(), await key.order()]).toEqual([accepted, refused])
    expect(await key.spent()).toEqual({ day: '0.02', total: '0.06' })
  })

  test('gets back what was ordered on it and refunded, and the day of the refund does not', async () => {
    const key = await issue({ dayLimit: usd('0.02') })
    const yesterdays = await key.order()
    service.advance(dayMs)
    const todays = await key.order()
    expect(await key.order()).toBe(refused)
    await key.call('POST', `/api/v1/tasks/${yesterdays}/cancel`)
    expect(await key.spent()).toEqual({ day: '0.02', total: '0.02' })
    expect(await key.order()).toBe(refused)
    await key.call('POST', `/api/v1/tasks/${todays}/cancel`)
    expect(await key.spent()).toEqual({ day: '0.00', total: '0.00' })
    expect(await key.order()).toEqual(accepted)
  })
})

test('orders of two days that are refunded together return to the day of each', async () => {
  const key = await issue({ dayLimit: usd('1') })
  await key.order()
  service.advance(dayMs)
  await key.order()
  await key.order()
  const days = () =>
    service.database.read((db) =>
      db
        .selectFrom('key_spending')
        .select('spent')
        .where('limits_id', '=', key.keyId)
        .orderBy('day')
        .execute(),
    )
  expect((await days()).map(({ spent }) => spent)).toEqual([60_000n, 20_000n, 40_000n])
  const tasks = (await service.claim(100)).filter((task) => task.accountId === key.owner.accountId)
  await failTasks(service.database, tasks)
  expect((await days()).map(({ spent }) => spent)).toEqual([0n, 0n, 0n])
})

test('what a failed task cost can be spent again, and what a successful one cost cannot', async () => {
  const key = await issue({ totalLimit: usd('0.04') })
  const [first, second] = [await key.order(), await key.order()]
  expect(await key.order()).toBe(refused)
  const tasks = await service.claim(100)
  const taskBy = (id: string) => tasks.find((task) => task.id === id) ?? expect.fail('it was not claimed')
  await service.database.transaction((tx) =>
    endTasks(tx, [
      { move: 'fail', task: taskBy(first), failure: { code: 'GENERATION_FAILED', message: 'no' } },
      { move: 'succeed', task: taskBy(second), output: [] },
    ]),
  )
  expect(await key.spent()).toEqual({ day: '0.02', total: '0.02' })
  expect([await key.order(), await key.order()]).toEqual([accepted, refused])
})

test('a replayed order does not count again, also when the limit is reached', async () => {
  const key = await issue({ totalLimit: usd('0.02') })
  const send = () => key.call('POST', images, { prompt: 'a fox' }, { 'Idempotency-Key': 'k' })
  const first = await send()
  const again = await send()
  expect([again.status, again.body]).toEqual([200, first.body])
  expect(await key.spent()).toEqual({ day: '0.02', total: '0.02' })
})

test('a refused order reserves nothing, and its idempotency key stays free', async () => {
  const key = await issue({ totalLimit: usd('0.01') })
  const send = () => key.call('POST', images, { prompt: 'a fox' }, { 'Idempotency-Key': 'k' })
  expect((await send()).status).toBe(403)
  expect(await key.owner.money()).toEqual({ balance: '100.00', reserved: '0.00' })
  await administration.setApiKey(key.keyId, { totalLimit: null })
  expect((await send()).status).toBe(200)
})

describe('a changed limit', () => {
  test('applies to the next order, and counts what was spent before', async () => {
    const key = await issue({ totalLimit: usd('0.02') })
    expect([await key.order(), await key.order()]).toEqual([accepted, refused])
    await administration.setApiKey(key.keyId, { totalLimit: usd('0.05') })
    expect([await key.order(), await key.order()]).toEqual([accepted, refused])
    await administration.setApiKey(key.keyId, { totalLimit: usd('0.01') })
    expect(await key.order()).toBe(refused)
    expect(await key.spent()).toEqual({ day: '0.04', total: '0.04' })
  })

  test('of a key that had none counts from then on, and its earlier tasks are refunded all the same', async () => {
    const key = await issue({})
    const earlier = await key.order()
    await administration.setApiKey(key.keyId, { totalLimit: usd('0.02') })
    service.advance(3_000)
    const { apiKey } = await administration.rotateApiKey(key.keyId, { overlapMs: dayMs })
    const renewed = callsOf(apiKey)
    expect([await renewed.order(), await renewed.order()]).toEqual([accepted, refused])
    await key.call('POST', `/api/v1/tasks/${earlier}/cancel`)
    expect(await renewed.spent()).toEqual({ day: '0.02', total: '0.02' })
  })
})

describe('rotation', () => {
  test('gives a key with the same properties; both work during the overlap and spend together', async () => {
    const old = await issue({ name: 'shop', totalLimit: usd('0.06'), products: ['image.generate'] })
    expect(await old.order()).toEqual(accepted)
    const { apiKey, keyId } = await administration.rotateApiKey(old.keyId, { overlapMs: 24 * 3_600_000 })
    const renewed = callsOf(apiKey)
    expect([await renewed.order(), await old.order(), await renewed.order()]).toEqual([
      accepted,
      accepted,
      refused,
    ])
    expect(await old.order()).toBe(refused)
    const { key } = (await renewed.call('GET', '/api/v1/me')).body
    expect(key).toMatchObject({ id: keyId, name: 'shop', products: ['image.generate'], expiresAt: null })
    expect(key.spent).toEqual(await old.spent())
    service.advance(24 * 3_600_000)
    expect((await old.call('GET', '/api/v1/me')).status).toBe(401)
    expect((await renewed.call('GET', '/api/v1/me')).status).toBe(200)
  })

  test('never prolongs a key, and is refused for one that has ended', async () => {
    const expiresAtMs = (await service.database.nowMs()) + 60_000
    const { keyId } = await issue({ expiresAtMs })
    const rotated = await administration.rotateApiKey(keyId, { overlapMs: dayMs })
    expect(rotated.replacedKeyExpiresAt).toBe(new Date(expiresAtMs).toISOString())
    await administration.revokeApiKey(rotated.keyId)
    await expect(administration.rotateApiKey(rotated.keyId, { overlapMs: 0 })).rejects.toThrow(/revoked/)
    service.advance(60_000)
    await expect(administration.rotateApiKey(keyId, { overlapMs: 0 })).rejects.toThrow(/expired/)
  })
})

test('a count that disagrees with the tasks of a key is found', async () => {
  const key = await issue({ dayLimit: usd('1') })
  await key.order()
  const change = (by: bigint) =>
    service.database.transaction((tx) =>
      tx.db
        .updateTable('key_spending')
        .set((row) => ({ spent: row('spent', '+', by) }))
        .where('limits_id', '=', key.keyId)
        .execute(),
    )
  await change(1n)
  const today = new Date(await service.database.nowMs()).toISOString().slice(0, 10)
  expect(await administration.findDisagreements()).toEqual(
    ['in total', `on ${today}`].map((when) => ({
      kind: 'spending',
      accountId: key.owner.accountId,
      expected: `20000 by the key ${key.keyId} ${when}`,
      actual: '20001',
    })),
  )
  await change(-1n)
  const found = await service.database.read((db, now) => findApiKey(db, now, key.keyId))
  expect(found?.spent?.total).toEqual(usd('0.02'))
})
