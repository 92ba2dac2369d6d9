import { expect, test } from 'vitest'
import { Usd } from '../../server/src/core/domain/money/usd.ts'
import type { NewTask } from '../../server/src/database/tasks/task-moves.ts'
import { findTask } from '../../server/src/database/tasks/tasks.ts'
import { createAcceptWriter } from '../../server/src/use-cases/tasks/accept-writer.ts'
import { openServiceOfFile, type TestAccount } from '../support/service.ts'
import { countRows } from './support/row-counts.ts'
import { newTask } from './support/tasks.ts'

const path = '/api/v1/images/generations'

const service = await openServiceOfFile()

const outcome = ({ status, headers }: { status: number; headers: Headers }) =>
  `${status}${headers.get('Idempotency-Replayed') === null ? '' : ' replayed'}`

test('concurrent requests of many accounts each get their own result', async () => {
  const rich = await service.createAccount('100.00')
  const poor = await service.createAccount('0.00')
  const known = await service.createAccount('100.00')
  const first = await known.call('POST', path, { prompt: 'known' }, { 'Idempotency-Key': 'k' })
  const send = (account: TestAccount, prompt: string, key?: string) =>
    account.call('POST', path, { prompt }, key === undefined ? {} : { 'Idempotency-Key': key })

  const responses = await Promise.all(
    Array.from({ length: 12 }, (_, index) => [
      send(rich, `image ${index}`),
      send(poor, `image ${index}`),
      send(known, 'known', 'k'),
      send(known, 'other', 'k'),
    ]).flat(),
  )
  const outcomes = responses.map(outcome)
  for (let index = 0; index < outcomes.length; index += 4) {
    expect(outcomes.slice(index, index + 4)).toEqual(['200', '402', '200 replayed', '409'])
    expect(responses[index + 2]?.body).toEqual(first.body)
  }
  expect(await poor.money()).toEqual({ balance: '0.00', reserved: '0.00' })
  await service.expectBooksToAgree()
})

test('a request that the database refuses does not affect the others', async () => {
  const account = await service.createAccount('1.00')
  const writer = createAcceptWriter(service.database)
  const before = await countRows(service.database)
  const good = () => writer.write({ task: newTask(account, { cost: Usd.parse('0.01') }), key: undefined })
  // Nothing in the service can ask for such a task; the table's CHECK stands for whatever may go wrong with a
  // row.
  const bad = () => writer.write({ task: newTask(account, { cost: Usd.ofMicros(-1n) }), key: undefined })
  const settled = await Promise.allSettled([good(), good(), bad(), good(), good(), bad(), good(), good()])
  expect(settled.map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'rejected',
    'fulfilled',
    'fulfilled',
    'rejected',
    'fulfilled',
    'fulfilled',
  ])
  expect((await countRows(service.database)).tasks - before.tasks).toBe(6)
  expect(await account.money()).toEqual({ balance: '0.94', reserved: '0.06' })
  await service.expectBooksToAgree()
})

test('requests of one transaction each keep what only they have, and every character of their prompts', async () => {
  const account = await service.createAccount('1.00')
  const writer = createAcceptWriter(service.database)
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
  const prompts = [
    "it's",
    '\\',
    "\\'",
    '?',
    '"); drop table tasks; -- ',
    '`',
    '\u0000',
    '\n\t\u001a',
    '🦊 %s :a',
  ]
  const tasks: NewTask[] = prompts.map((prompt, index) => ({
    ...newTask(account, { cost: Usd.parse('0.01') }),
    parameters: { prompt, widthPx: 16, heightPx: 16 },
    ...(index % 2 === 1 && { traceparent }),
    ...(index % 3 === 2 && { cancelAfterMs: 60_000 }),
  }))
  const written = await Promise.all(tasks.map((task) => writer.write({ task, key: undefined })))
  for (const [index, task] of tasks.entries()) {
    const found = await service.database.read((db) => findTask(db, account.accountId, task.id))
    const createdAtMs = written[index]?.createdAtMs ?? 0
    expect(found).toMatchObject({ parameters: task.parameters, traceparent: task.traceparent, createdAtMs })
    expect(found?.cancelAtMs).toBe(task.cancelAfterMs && createdAtMs + task.cancelAfterMs)
  }
})
