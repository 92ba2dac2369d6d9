import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { Usd } from '../../server/src/core/domain/money/usd.ts'
import { createAdministration } from '../../server/src/operator/administration.ts'
import { wireParts, wireUseCases } from '../../server/src/wiring/wire.ts'
import { runTask } from '../../server/src/worker/run-task.ts'
import { openServiceOfFile, type TestAccount } from '../support/service.ts'
import { testEffects, testPrices, writeCatalogue } from './support/catalogue-folder.ts'
import { pngOf } from './support/images.ts'
import { countRows } from './support/row-counts.ts'

const path = '/api/v1/images/generations'
const body = { prompt: 'a lighthouse' }
const price = '0.020001'

const catalogue = await writeCatalogue()
const service = await openServiceOfFile({ environment: { CATALOGUE_DIR: catalogue.folder } })
afterAll(() => catalogue.remove())

describe('an accepted generation', () => {
  test('is a task, a queue row, a ledger entry, an idempotency key and a reservation', async () => {
    const account = await service.createAccount('1.00')
    const before = await countRows(service.database)
    const response = await account.call('POST', path, body, { 'Idempotency-Key': 'one' })

    expect(response.status).toBe(200)
    expect(response.body).toMatchObject({ status: 'QUEUED' })
    expect(response.body.id).toMatch(/^[0-9a-z]{24}$/)
    const after = await countRows(service.database)
    expect(after).toEqual({
      ...before,
      tasks: before.tasks + 1,
      task_queue: before.task_queue + 1,
      ledger_entries: before.ledger_entries + 1,
      idempotency_keys: before.idempotency_keys + 1,
    })
    const entry = await service.database.read((db) =>
      db
        .selectFrom('ledger_entries')
        .selectAll()
        .where('task_id', '=', response.body.id)
        .executeTakeFirstOrThrow(),
    )
    expect(entry).toMatchObject({
      account_id: account.accountId,
      kind: 'reserve',
      phase: 1n,
      amount: 20_001n,
    })
    expect(await account.money()).toEqual({ balance: '0.979999', reserved: price })
    await service.expectBooksToAgree()
  })

  test('without an idempotency key leaves none behind', async () => {
    const account = await service.createAccount('1.00')
    const before = await countRows(service.database)
    await account.call('POST', path, body)
    expect((await countRows(service.database)).idempotency_keys).toBe(before.idempotency_keys)
  })

  test('is shown to its owner as QUEUED, with no start and no output', async () => {
    const account = await service.createAccount()
    const { body: accepted } = await account.call('POST', path, body)
    const { body: task } = await account.call('GET', `/api/v1/tasks/${accepted.id}`)
    expect(task).toEqual({
      ...accepted,
      type: 'image.generate',
      status: 'QUEUED',
      startedAt: null,
      completedAt: null,
      output: null,
      error: null,
      request: { ...body, resolution: '1k', aspectRatio: '1:1' },
    })
  })
})

describe('a balance', () => {
  test('equal to the price suffices and ends at zero', async () => {
    const account = await service.createAccount(price)
    expect((await account.call('POST', path, body)).status).toBe(200)
    expect(await account.money()).toEqual({ balance: '0.00', reserved: price })
  })

  test('one micro-dollar short gets 402; nothing is written and the idempotency key stays free', async () => {
    const account = await service.createAccount('0.020000')
    const before = await countRows(service.database)
    const rejected = await account.call('POST', path, body, { 'Idempotency-Key': 'again' })

    expect(rejected.status).toBe(402)
    expect(rejected.body).toMatchObject({ code: 'INSUFFICIENT_BALANCE', status: 402 })
    expect(await countRows(service.database)).toEqual(before)
    expect(await account.money()).toEqual({ balance: '0.02', reserved: '0.00' })

    await createAdministration(service.database).creditAccount({
      accountId: account.accountId,
      amount: Usd.parse('0.000001'),
    })
    const accepted = await account.call('POST', path, body, { 'Idempotency-Key': 'again' })
    expect(accepted.status).toBe(200)
    expect(accepted.headers.get('Idempotency-Replayed')).toBeNull()
  })

  test('for 7 lets exactly 7 of 40 simultaneous requests through', async () => {
    const account = await service.createAccount('0.140007')
    const responses = await Promise.all(
      Array.from({ length: 40 }, (_, index) => account.call('POST', path, { prompt: `image ${index}` })),
    )
    const statuses = responses.map((response) => response.status).sort()
    expect(statuses).toEqual([...Array(7).fill(200), ...Array(33).fill(402)])
    expect(new Set(responses.flatMap(({ status, body }) => (status === 200 ? [body.id] : []))).size).toBe(7)
    expect(await account.money()).toEqual({ balance: '0.00', reserved: '0.140007' })
    await service.expectBooksToAgree()
  })
})

test('the price and the parameters are fixed at acceptance, whatever changes in the catalogue', async () => {
  const dear = Object.fromEntries(
    Object.entries(testPrices).map(([product, { unit, tiers }]) => [
      product,
      { unit, tiers: Object.fromEntries(Object.keys(tiers).map((tier) => [tier, '9.00'])) },
    ]),
  )
  const later = await writeCatalogue({ effects: testEffects, prices: dear })
  const account = await service.createAccount('1.00')
  const { body: accepted } = await account.call('POST', path, body)

  // A worker that was started after the change.
  const parts = await wireParts(
    { ...service.parts.config, catalogueDir: later.folder },
    {
      logger: service.parts.logger,
      providers: [service.provider],
      routes: [{ product: 'image.generate', providers: ['fake'] }],
    },
  )
  for (const task of await service.claim(100))
    await runTask({ ...service.run, ...parts }, task, new AbortController().signal)
  await parts.close()
  await later.remove()

  expect((await account.call('GET', `/api/v1/tasks/${accepted.id}`)).body.status).toBe('SUCCEEDED')
  expect(await account.money()).toEqual({ balance: '0.979999', reserved: '0.00' })
})

test('a tier that the catalogue gives no price is not offered, though an engine serves it', async () => {
  const { '4k': _, ...tiers } = testPrices['image.generate']?.tiers ?? {}
  const prices = { ...testPrices, 'image.generate': { unit: 'image', tiers } } as const
  const partly = await writeCatalogue({ effects: testEffects, prices })
  const { config, logger } = service.parts
  const parts = await wireParts(
    { ...config, catalogueDir: partly.folder },
    { logger, providers: [service.provider], routes: [{ product: 'image.generate', providers: ['fake'] }] },
  )
  const useCases = wireUseCases(parts, { onAccepted: () => undefined })
  const { accountId } = await service.createAccount('1.00')
  const accept = (resolution: '2k' | '4k') =>
    useCases.acceptGeneration({
      accountId,
      product: 'image.generate',
      parameters: { prompt: 'a lighthouse', resolution },
    })
  await expect(accept('4k')).rejects.toMatchObject({
    code: 'TIER_UNAVAILABLE',
    details: [{ path: '/resolution' }],
  })
  await expect(accept('2k')).resolves.toMatchObject({ replayed: false })
  await parts.close()
  await partly.remove()
})

test('a new task wakes a worker, with its product and tier; a repeated request does not', async () => {
  const { accountId } = await service.createAccount('1.00')
  const woken: unknown[] = []
  const useCases = wireUseCases(service.parts, { onAccepted: (task) => woken.push(task) })
  const parameters = { prompt: 'a lighthouse' }
  const accept = () =>
    useCases.acceptGeneration({ accountId, idempotencyKey: 'once', product: 'image.generate', parameters })
  const { id } = await accept()
  expect(await accept()).toMatchObject({ id, replayed: true })
  expect(woken).toMatchObject([{ id, type: 'image.generate', tier: '1k' }])
  expect(woken).toHaveLength(1)
})

test('a key that another request takes, and that is forgotten before this one is written, is free for it', async () => {
  const account = await service.createAccount('1.00')
  const { database } = service
  let isTaken = false
  const late: typeof database = {
    ...database,
    async transaction(work) {
      if (!isTaken) {
        isTaken = true
        expect((await account.call('POST', path, body, { 'Idempotency-Key': 'k' })).status).toBe(200)
        service.advance(24 * 3_600_000)
      }
      return database.transaction(work)
    },
  }
  const useCases = wireUseCases({ ...service.parts, database: late }, { onAccepted: () => undefined })
  const { accountId } = account
  const request = { accountId, idempotencyKey: 'k', product: 'image.generate', parameters: body } as const
  const { id, replayed } = await useCases.acceptGeneration(request)
  expect(replayed).toBe(false)
  expect(await useCases.acceptGeneration(request)).toMatchObject({ id, replayed: true })
  expect(await account.money()).toEqual({ balance: '0.959998', reserved: '0.040002' })
})

test('an order that meets a duplicate that nothing explains fails after one more try', async () => {
  const duplicate = new Error('duplicate')
  const { database } = service
  let tries = 0
  const refusing: typeof database = {
    ...database,
    classify: (error) => (error === duplicate ? 'duplicate' : database.classify(error)),
    transaction() {
      tries += 1
      return Promise.reject(duplicate)
    },
  }
  const useCases = wireUseCases({ ...service.parts, database: refusing }, { onAccepted: () => undefined })
  const { accountId } = await service.createAccount('1.00')
  const order = useCases.acceptGeneration({ accountId, product: 'image.generate', parameters: body })
  await expect(order).rejects.toBe(duplicate)
  expect(tries).toBe(2)
})

describe('a rejected request', () => {
  let account: TestAccount
  beforeEach(async () => {
    account = await service.createAccount()
  })

  test.each([
    ['an empty prompt', { prompt: '' }],
    ['a prompt of 2,001 characters', { prompt: 'x'.repeat(2001) }],
    ['a resolution of another product', { prompt: 'a', resolution: 'hd' }],
    ['an aspect ratio of another product', { prompt: 'a', aspectRatio: '21:9' }],
  ])('with %s reserves nothing', async (_name, wrong) => {
    const before = await countRows(service.database)
    expect((await account.call('POST', path, wrong, { 'Idempotency-Key': 'k' })).status).toBe(400)
    expect(await countRows(service.database)).toEqual(before)
    expect(await account.money()).toEqual({ balance: '10.00', reserved: '0.00' })
  })

  test('of an upload that is none of the account’s names the field', async () => {
    const of = { assetId: '0'.repeat(32), prompt: 'at night' }
    const rejected = await account.call('POST', '/api/v1/images/transformations', of)
    const details = [{ path: '/assetId', message: 'is not one of your uploads with status READY' }]
    expect(rejected).toMatchObject({ status: 400, body: { code: 'ASSET_NOT_USABLE', details } })
  })

  test.each([
    ['PENDING', null],
    ['INVALID', 'UNSUPPORTED_FORMAT'],
    ['EXPIRED', 'UPLOAD_EXPIRED'],
  ] as const)('of an upload that is %s is one, although it has a file and sizes', async (status, code) => {
    const { id } = (await account.upload(pngOf(64, 64), 'image/png')).body
    await service.database.transaction((tx) =>
      tx.db.updateTable('uploads').set({ status, error_code: code }).where('id', '=', id).execute(),
    )
    const of = { assetId: id, prompt: 'at night' }
    const rejected = await account.call('POST', '/api/v1/images/transformations', of)
    expect(rejected).toMatchObject({ status: 400, body: { code: 'ASSET_NOT_USABLE' } })
  })
})
