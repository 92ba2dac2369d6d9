import { afterAll, describe, expect, test, vi } from 'vitest'
import {
  deleteForgottenIdempotencyKey,
  deleteIdempotencyKeyOfTask,
  deleteOldIdempotencyKeys,
} from '../../server/src/database/tasks/idempotency-keys.ts'
import { sweepIdempotencyKeys } from '../../server/src/use-cases/sweeps/sweeps.ts'
import { openServiceOfFile, type TestAccount } from '../support/service.ts'
import { afterStatements } from './support/after-statements.ts'
import { testEffects, testPrices, writeCatalogue } from './support/catalogue-folder.ts'
import { pngOf } from './support/images.ts'
import { countRows } from './support/row-counts.ts'

const path = '/api/v1/images/generations'
const hourMs = 3_600_000

const catalogue = await writeCatalogue()
const service = await openServiceOfFile({ environment: { CATALOGUE_DIR: catalogue.folder } })
afterAll(() => catalogue.remove())

function send(account: TestAccount, key: string, body: object = { prompt: 'a lighthouse' }, to = path) {
  return account.call('POST', to, body, { 'Idempotency-Key': key })
}

const replayedOf = (response: { headers: Headers }) => response.headers.get('Idempotency-Replayed')

describe('20 identical requests at once with one key', () => {
  test.each([1, 2, 3])('make one task and one charge, and 19 replays (round %i)', async (round) => {
    const account = await service.createAccount('1.00')
    const before = await countRows(service.database)
    const responses = await Promise.all(Array.from({ length: 20 }, () => send(account, `key ${round}`)))

    expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(200))
    expect(responses.filter((response) => replayedOf(response) === 'true')).toHaveLength(19)
    expect(responses.filter((response) => replayedOf(response) === null)).toHaveLength(1)
    expect(new Set(responses.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    const after = await countRows(service.database)
    expect(after.tasks - before.tasks).toBe(1)
    expect(after.ledger_entries - before.ledger_entries).toBe(1)
    expect(after.task_queue - before.task_queue).toBe(1)
    expect(await account.money()).toEqual({ balance: '0.979999', reserved: '0.020001' })
  })

  test('with a balance too low for one are all rejected, and the key stays free', async () => {
    const account = await service.createAccount('0.01')
    const before = await countRows(service.database)
    const responses = await Promise.all(Array.from({ length: 20 }, () => send(account, 'poor')))
    expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(402))
    expect(await countRows(service.database)).toEqual(before)
  })
})

test('20 different requests at once with one key make one task; the others get 409', async () => {
  const account = await service.createAccount('1.00')
  const responses = await Promise.all(
    Array.from({ length: 20 }, (_, index) => send(account, 'contested', { prompt: `image ${index}` })),
  )
  expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(409)])
  expect(await account.money()).toEqual({ balance: '0.979999', reserved: '0.020001' })
})

describe('the same key with other parameters', () => {
  test.each([
    ['another prompt', { prompt: 'a harbour' }, path],
    ['one more field', { prompt: 'a lighthouse', negativePrompt: 'fog' }, path],
    ['another value', { prompt: 'a lighthouse', resolution: '2k' }, path],
    ['another operation', { prompt: 'a lighthouse' }, '/api/v1/videos/generations'],
  ])('(%s) gets 409; nothing is written and nothing charged', async (_name, body, to) => {
    const account = await service.createAccount('10.00')
    const first = await send(account, 'same')
    const before = await countRows(service.database)
    const money = await account.money()
    const conflict = await send(account, 'same', body, to)
    expect(conflict).toMatchObject({ status: 409, body: { code: 'IDEMPOTENCY_CONFLICT' } })
    expect(replayedOf(conflict)).toBeNull()
    expect(await countRows(service.database)).toEqual(before)
    expect(await account.money()).toEqual(money)
    expect((await send(account, 'same')).body).toEqual(first.body)
  })
})

describe('the same request in other words is a replay', () => {
  test.each([
    ['the documented default spelled out', { prompt: 'a lighthouse', resolution: '1k', aspectRatio: '1:1' }],
    ['the fields in another order', { aspectRatio: '1:1', prompt: 'a lighthouse' }],
    ['a field that the contract does not know', { prompt: 'a lighthouse', seed: 7 }],
  ])('%s', async (_name, body) => {
    const account = await service.createAccount('1.00')
    const first = await send(account, 'words')
    const again = await send(account, 'words', body)
    expect(again.body).toEqual(first.body)
    expect(replayedOf(again)).toBe('true')
  })
})

describe('keys', () => {
  test('belong to their account: an equal key of another account is a different request', async () => {
    const [one, two] = [await service.createAccount('1.00'), await service.createAccount('1.00')]
    const [first, second] = [await send(one, 'shared'), await send(two, 'shared', { prompt: 'else' })]
    expect(second.status).toBe(200)
    expect(second.body.id).not.toBe(first.body.id)
    expect(replayedOf(second)).toBeNull()
  })

  test('differ by case and by every character', async () => {
    const account = await service.createAccount('1.00')
    const keys = ['key', 'KEY', 'kéy', 'key1', 'ke y', 'k'.repeat(128)]
    const responses = []
    for (const key of keys) responses.push(await send(account, key.normalize('NFC')))
    expect(responses.map(replayedOf)).toEqual(keys.map(() => null))
    expect(new Set(responses.map(({ body }) => body.id)).size).toBe(keys.length)
  })

  test('of orders that come at once are each found for the order that asks', async () => {
    const accounts = await Promise.all(Array.from({ length: 4 }, () => service.createAccount('1.00')))
    const keys = ['key', 'KEY', 'kéy', "k' or '1'='1"]
    const sendAll = () =>
      Promise.all(accounts.flatMap((account) => keys.map((key) => send(account, key, { prompt: key }))))
    const first = await sendAll()
    const others = await Promise.all(accounts.map((account) => send(account, 'other')))
    const again = await sendAll()
    expect([...first, ...others].map(replayedOf)).toEqual([...first, ...others].map(() => null))
    expect(again.map(replayedOf)).toEqual(again.map(() => 'true'))
    expect(again.map(({ body }) => body)).toEqual(first.map(({ body }) => body))
  })

  test('of 129 characters are rejected and of 128 are not', async () => {
    const account = await service.createAccount('1.00')
    expect((await send(account, 'x'.repeat(129))).status).toBe(400)
    expect((await send(account, 'x'.repeat(128))).status).toBe(200)
  })
})

describe('a replay gets its response', () => {
  test('if the balance has become zero', async () => {
    const account = await service.createAccount('0.020001')
    const first = await send(account, 'last cent')
    expect(await account.money()).toEqual({ balance: '0.00', reserved: '0.020001' })
    const again = await send(account, 'last cent')
    expect(again).toMatchObject({ status: 200, body: first.body })
  })

  test('exactly like the first time, whatever became of the task', async () => {
    const account = await service.createAccount('1.00')
    const [ran, cancelled] = [await send(account, 'ran'), await send(account, 'cancelled')]
    await account.call('POST', `/api/v1/tasks/${cancelled.body.id}/cancel`)
    await service.runQueue()
    expect((await account.call('GET', `/api/v1/tasks/${ran.body.id}`)).body.status).toBe('SUCCEEDED')
    expect((await send(account, 'ran')).body).toEqual(ran.body)
    expect((await send(account, 'cancelled')).body).toEqual(cancelled.body)
    expect(ran.body.status).toBe('QUEUED')
  })

  test('if the effect is no longer offered, the engine is down and the upload is gone', async () => {
    const account = await service.createAccount('1.00')
    const assetId = (await account.upload(pngOf(64, 64), 'image/png')).body.id
    const request = { assetId, effectId: 'plain-image' }
    const to = '/api/v1/images/transformations'
    const first = await send(account, 'gone', request, to)

    await service.database.transaction((tx) =>
      tx.db.deleteFrom('uploads').where('id', '=', assetId).execute(),
    )
    const { effects, pricing } = service.parts.catalogue
    const effectsNow = vi.spyOn(service.parts.catalogue, 'effects', 'get').mockReturnValue([])
    const pricesNow = vi.spyOn(service.parts.catalogue, 'pricing', 'get').mockReturnValue({
      ...pricing,
      products: [],
    })
    try {
      const again = await send(account, 'gone', request, to)
      expect(again).toMatchObject({ status: 200, body: first.body })
      expect(replayedOf(again)).toBe('true')
      expect((await send(account, 'new', request, to)).status).toBe(400)
    } finally {
      effectsNow.mockRestore()
      pricesNow.mockRestore()
    }
    expect(effects).toHaveLength(testEffects.length)
    expect(Object.keys(testPrices)).toHaveLength(pricing.products.length)
  })
})

describe('a key is remembered for 24 hours', () => {
  test('and is free a moment later, before any sweep', async () => {
    const account = await service.createAccount('1.00')
    const first = await send(account, 'day')
    // A minute is spared for the time that the test itself takes.
    service.advance(24 * hourMs - 60_000)
    expect((await send(account, 'day')).body.id).toBe(first.body.id)
    service.advance(60_000)
    const next = await send(account, 'day', { prompt: 'another day' })
    expect(next.status).toBe(200)
    expect(next.body.id).not.toBe(first.body.id)
    expect(replayedOf(next)).toBeNull()
    expect((await send(account, 'day', { prompt: 'another day' })).body.id).toBe(next.body.id)
  })

  test('and a free one is taken by one of 20 that come at once', async () => {
    const account = await service.createAccount('1.00')
    const old = await send(account, 'stampede')
    service.advance(24 * hourMs + 1000)
    const responses = await Promise.all(Array.from({ length: 20 }, () => send(account, 'stampede')))
    expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(200))
    expect(new Set(responses.map(({ body }) => body.id)).size).toBe(1)
    expect(responses[0]?.body.id).not.toBe(old.body.id)
    expect(responses.filter((response) => replayedOf(response) === null)).toHaveLength(1)
  })

  test('and one that was taken again stays taken, although another request saw it expired', async () => {
    const account = await service.createAccount('1.00')
    const { accountId } = account
    const old = await send(account, 'late')
    service.advance(24 * hourMs + 1000)
    const next = await send(account, 'late')
    expect(next.body.id).not.toBe(old.body.id)
    const seenExpired = { accountId, key: 'late', rememberedMs: 24 * hourMs }
    await service.database.transaction((tx) => deleteForgottenIdempotencyKey(tx, seenExpired))
    await service.database.transaction((tx) =>
      deleteIdempotencyKeyOfTask(tx, { accountId, key: 'late', taskId: old.body.id }),
    )
    expect((await send(account, 'late')).body).toEqual(next.body)
  })

  test('and the sweep removes what is older, and nothing younger', async () => {
    const account = await service.createAccount('1.00')
    const rememberedMs = service.parts.config.idempotencyRememberedMs
    expect(rememberedMs).toBe(24 * hourMs)
    await send(account, 'old')
    service.advance(23 * hourMs)
    const young = await send(account, 'young')
    service.advance(2 * hourMs)
    expect(await sweepIdempotencyKeys(service, rememberedMs)).toBeGreaterThan(0)
    const left = await service.database.read((db) =>
      db
        .selectFrom('idempotency_keys')
        .select('idempotency_key')
        .where('account_id', '=', account.accountId)
        .execute(),
    )
    expect(left).toEqual([{ idempotency_key: 'young' }])
    expect((await send(account, 'young')).body.id).toBe(young.body.id)
    expect(await sweepIdempotencyKeys(service, rememberedMs)).toBe(0)
  })

  test('and one that is taken again while the sweep deletes the old ones stays taken', async () => {
    const account = await service.createAccount('1.00')
    const rememberedMs = 24 * hourMs
    service.advance(rememberedMs + 1000)
    await sweepIdempotencyKeys(service, rememberedMs)
    await send(account, 'retaken')
    service.advance(rememberedMs + 1000)
    await service.database.transaction((tx) => {
      const retake = () =>
        tx.db
          .updateTable('idempotency_keys')
          .set({ created_at: BigInt(tx.nowMs) })
          .execute()
      return deleteOldIdempotencyKeys(afterStatements(tx, 1, retake), { rememberedMs, limit: 10 })
    })
    const left = await service.database.read((db) =>
      db.selectFrom('idempotency_keys').select(['account_id', 'idempotency_key']).execute(),
    )
    expect(left).toEqual([{ account_id: account.accountId, idempotency_key: 'retaken' }])
  })

  test('and a batch of the sweep, or a request that frees one, deletes no other, however old they all are', async () => {
    const [one, other] = [await service.createAccount('1.00'), await service.createAccount('1.00')]
    const rememberedMs = 24 * hourMs
    service.advance(rememberedMs + 1000)
    await sweepIdempotencyKeys(service, rememberedMs)
    const old = [
      [one, 'a'],
      [one, 'b'],
      [other, 'a'],
      [other, 'b'],
      [one, 'c'],
    ] as const
    for (const [account, key] of old) {
      service.advance(1)
      await send(account, key)
    }
    service.advance(rememberedMs + 1000)
    const left = () =>
      service.database.read((db) =>
        db
          .selectFrom('idempotency_keys')
          .select(['account_id', 'idempotency_key'])
          .orderBy('created_at')
          .execute(),
      )
    const rowsOf = (keys: readonly (readonly [TestAccount, string])[]) =>
      keys.map(([{ accountId }, key]) => ({ account_id: accountId, idempotency_key: key }))
    await service.database.transaction((tx) => deleteOldIdempotencyKeys(tx, { rememberedMs, limit: 1 }))
    expect(await left()).toEqual(rowsOf(old.slice(1)))
    await service.database.transaction((tx) =>
      deleteForgottenIdempotencyKey(tx, { accountId: one.accountId, key: 'b', rememberedMs }),
    )
    expect(await left()).toEqual(rowsOf(old.slice(2)))
  })
})
