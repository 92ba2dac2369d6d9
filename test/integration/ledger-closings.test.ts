import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Tx } from '../../server/src/database/database.ts'
import { recountOpenTasks } from '../../server/src/database/money/ledger-totals.ts'
import { closePeriods, exchangeNewestEntry } from '../../server/src/database/reconciliation/close-periods.ts'
import type { Disagreement } from '../../server/src/database/reconciliation/disagreement.ts'
import {
  findClosedLedger,
  findNewestEntry,
  listPeriods,
} from '../../server/src/database/reconciliation/ledger-periods.ts'
import { findDisagreements } from '../../server/src/database/reconciliation/reconcile-ledger.ts'
import { compareSpending } from '../../server/src/database/reconciliation/reconcile-spending.ts'
import { claimSweep } from '../../server/src/database/sweep-runs.ts'
import { createAdministration } from '../../server/src/operator/administration.ts'
import { reconcileLedger } from '../../server/src/use-cases/sweeps/sweeps.ts'
import { accountWith } from '../support/account.ts'
import { startTestService, type TestAccount, type TestService } from '../support/service.ts'
import { testDialect } from '../support/test-database.ts'
import { untilHolds } from '../support/until-holds.ts'
import { sumLedgerOf } from './support/ledger-totals.ts'
import { acceptImage } from './support/tasks.ts'

const quarterMs = 15 * 60_000
const hourMs = 3_600_000
const dayMs = 24 * hourMs
const entriesPerPeriod = 4

let service: TestService
let account: TestAccount
let other: TestAccount
beforeEach(async () => {
  service = await startTestService()
  account = await service.createAccount('1.00')
  other = await service.createAccount('5.00')
})

/** A succeeded, a failed and a cancelled task of the first account, and a succeeded one of the second. */
async function trade() {
  const succeeded = await acceptImage(account)
  await acceptImage(other)
  await service.runQueue()
  const failed = await acceptImage(account)
  service.provider.mockStart({ kind: 'rejected', message: 'no' })
  await service.runQueue()
  const cancelled = await acceptImage(account)
  await account.call('POST', `/api/v1/tasks/${cancelled}/cancel`)
  return { succeeded, failed, cancelled }
}

/** What a worker's run finds a quarter of an hour after the one before. */
async function run(): Promise<readonly Disagreement[]> {
  service.advance(quarterMs)
  const found = await reconcileLedger(service.parts, { entriesPerPeriod })
  if (found === undefined) throw new Error('The reconciliation was not due.')
  return found
}

const periods = () => service.database.read(listPeriods)
const change = (fault: (tx: Tx) => Promise<unknown>) => service.database.transaction(fault)
const kindsOf = (found: readonly Disagreement[]) => [...new Set(found.map(({ kind }) => kind))].sort()
const closings = () =>
  service.database.read((db) => db.selectFrom('ledger_closings').selectAll().orderBy('last_id').execute())

/** Closes all full periods, which takes two runs, and lets them be of days ago. */
async function close() {
  expect(await run()).toEqual([])
  expect(await run()).toEqual([])
  service.advance(2 * dayMs)
}

describe('a closing', () => {
  test('is written by the run after the one that has seen its entries, once and for full periods alone', async () => {
    await trade()
    expect(await run()).toEqual([])
    expect(await periods()).toEqual([])
    const newest = await service.database.read(findNewestEntry)
    await trade()
    expect(await run()).toEqual([])
    const closed = await periods()
    expect(closed.map(({ afterId, lastId }) => [afterId, lastId])).toEqual(
      Array.from({ length: Math.floor(Number(newest) / entriesPerPeriod) }, (_, index) => [
        BigInt(index * entriesPerPeriod),
        BigInt((index + 1) * entriesPerPeriod),
      ]),
    )
    const before = await closings()
    expect(await run()).toEqual([])
    expect((await closings()).slice(0, before.length)).toEqual(before)
    expect((await periods()).length).toBeGreaterThan(closed.length)
  })

  test('is the total of all entries up to it, and what sums start from', async () => {
    await trade()
    await trade()
    await close()
    const last = (await closings()).findLast((closing) => closing.account_id === account.accountId)
    const before = await service.database.read((db) =>
      db
        .selectFrom('ledger_entries')
        .selectAll()
        .where('account_id', '=', account.accountId)
        .where('id', '<=', last?.last_id ?? 0n)
        .execute(),
    )
    const amounts = (of: string) =>
      before.reduce((sum, { kind, amount }) => sum + (kind === of ? amount : 0n), 0n)
    const count = (of: string) => BigInt(before.filter(({ kind }) => kind === of).length)
    expect(last).toMatchObject({
      entries: BigInt(before.length),
      credited: amounts('credit'),
      debited: 0n,
      reserved: amounts('reserve'),
      charged: amounts('charge'),
      refunded: amounts('refund'),
      reservations: count('reserve'),
      charges: count('charge'),
      refunds: count('refund'),
    })
    const open = async () => {
      await recountOpenTasks(service.database, account.accountId)
      const accounts = service.database.read((db) =>
        db.selectFrom('accounts').select('tasks_open').where('id', '=', account.accountId).execute(),
      )
      return (await accounts)[0]?.tasks_open
    }
    await acceptImage(account)
    expect(await open()).toBe(1n)
    await change((tx) =>
      tx.db
        .updateTable('ledger_closings')
        .set((row) => ({ reservations: row('reservations', '+', 1n) }))
        .execute(),
    )
    expect(await open()).toBe(2n)
  })

  test('is written once by several processes at once', async () => {
    await trade()
    await trade()
    const newest = await service.database.read(findNewestEntry)
    const runs = Array.from({ length: 4 }, () => closePeriods(service.database, newest, { entriesPerPeriod }))
    await Promise.all(runs)
    expect(await periods()).toHaveLength(Math.floor(Number(newest) / entriesPerPeriod))
    expect(await findDisagreements(service.database)).toEqual([])
  })

  test('is made up for by the next run if a process dies after its claim', async () => {
    await trade()
    expect(await run()).toEqual([])
    service.advance(quarterMs)
    await change(async (tx) => {
      expect(await claimSweep(tx, 'reconcile-ledger', quarterMs - 60_000)).toBe(true)
      await exchangeNewestEntry(tx)
    })
    expect(await periods()).toEqual([])
    expect(await run()).toEqual([])
    expect(await periods()).not.toEqual([])
  })

  test('of a period without entries, whose ids were never committed, is of nobody', async () => {
    await trade()
    const newest = await service.database.read(findNewestEntry)
    await closePeriods(service.database, newest + 8n, { entriesPerPeriod })
    expect(await findDisagreements(service.database)).toEqual([])
  })

  test.runIf(testDialect() === 'mysql')(
    'waits for an entry with a smaller id that is committed late, and does not miss it',
    async () => {
      let commit = (): void => undefined
      const held = new Promise<void>((resolve) => {
        commit = resolve
      })
      let inserted = false
      const late = change(async (tx) => {
        const credit = { kind: 'credit' as const, task_id: null, phase: null, amount: 1n, created_at: 0n }
        await tx.db
          .insertInto('ledger_entries')
          .values({ account_id: account.accountId, ...credit })
          .execute()
        inserted = true
        await held
        await tx.db
          .updateTable('accounts')
          .set((row) => ({ balance: row('balance', '+', 1n) }))
          .where('id', '=', account.accountId)
          .execute()
      })
      await untilHolds(() => expect(inserted).toBe(true))
      // Of another account, whose row is free.
      await acceptImage(other)
      await service.runQueue()
      const closing = closePeriods(service.database, await service.database.read(findNewestEntry), {
        entriesPerPeriod,
      })
      await untilHolds(async () => {
        const { rows } = await service.database.read((db) =>
          sql`select id from information_schema.processlist
            where db = database() and id <> connection_id() and info like '%lock in share mode'`.execute(db),
        )
        expect(rows).not.toEqual([])
      })
      commit()
      await late
      expect(await closing).toBe(0)
      expect(await closePeriods(service.database, BigInt(entriesPerPeriod), { entriesPerPeriod })).toBe(1)
      expect(await findDisagreements(service.database)).toEqual([])
    },
  )
})

describe('a falsified entry of a closed period', () => {
  const entry = (tx: Tx, taskId: string, phase: bigint) =>
    tx.db.updateTable('ledger_entries').where('task_id', '=', taskId).where('phase', '=', phase)

  test.each<[string, string[], (tx: Tx, tasks: Awaited<ReturnType<typeof trade>>) => Promise<unknown>]>([
    [
      'whose amount was changed',
      ['closing', 'task'],
      (tx, { succeeded }) =>
        entry(tx, succeeded, 2n)
          .set((row) => ({ amount: row('amount', '+', 1n) }))
          .execute(),
    ],
    [
      'whose amount was changed with the cost of its task',
      ['closing'],
      async (tx, { succeeded }) => {
        for (const phase of [1n, 2n])
          await entry(tx, succeeded, phase)
            .set((row) => ({ amount: row('amount', '+', 1n) }))
            .execute()
        await tx.db
          .updateTable('tasks')
          .set((row) => ({ cost: row('cost', '+', 1n) }))
          .where('id', '=', succeeded)
          .execute()
      },
    ],
    [
      'whose kind was changed',
      ['closing', 'task'],
      (tx, { failed }) => entry(tx, failed, 2n).set({ kind: 'charge' }).execute(),
    ],
    [
      'that was booked on another account',
      ['closing'],
      (tx, { succeeded }) => entry(tx, succeeded, 2n).set({ account_id: other.accountId }).execute(),
    ],
    [
      'that was deleted',
      ['closing', 'task'],
      (tx, { succeeded }) => tx.db.deleteFrom('ledger_entries').where('task_id', '=', succeeded).execute(),
    ],
    [
      'of a task whose cost was changed',
      ['task'],
      (tx, { cancelled }) =>
        tx.db
          .updateTable('tasks')
          .set((row) => ({ cost: row('cost', '+', 1n) }))
          .where('id', '=', cancelled)
          .execute(),
    ],
    [
      'or rather closing',
      ['closing'],
      (tx) =>
        tx.db
          .updateTable('ledger_closings')
          .set((row) => ({ charges: row('charges', '+', 1n) }))
          .where('account_id', '=', account.accountId)
          .where('last_id', '=', 4n)
          .execute(),
    ],
  ])(
    '%s is found at once by a proof, within a round by the runs, and then by each',
    async (_, kinds, fault) => {
      const tasks = await trade()
      for (const again of [1, 2]) if (again > 0) await trade()
      await close()
      const count = (await periods()).length
      expect(count).toBeGreaterThan(3)
      await change((tx) => fault(tx, tasks))
      expect(kindsOf(await findDisagreements(service.database))).toEqual(kinds)
      const found = new Set<Disagreement['kind']>()
      for (let runs = 0; runs < count; runs += 1) for (const { kind } of await run()) found.add(kind)
      expect([...found].sort()).toEqual(kinds)
      expect(kindsOf(await run())).toEqual(kinds)
      expect(await service.database.read((db) => findClosedLedger(db))).toMatchObject({ provenSinceMs: 0 })
    },
  )

  test('agrees again once it is restored, from when on all of the ledger is proven', async () => {
    const { succeeded } = await trade()
    await close()
    const set = (by: bigint) =>
      change((tx) =>
        entry(tx, succeeded, 1n)
          .set((row) => ({ amount: row('amount', '+', by) }))
          .execute(),
      )
    await set(1n)
    for (const _ of await periods()) await run()
    expect(await run()).not.toEqual([])
    await set(-1n)
    expect(await run()).toEqual([])
    const { provenSinceMs = 0 } = (await service.database.read((db) => findClosedLedger(db))) ?? {}
    expect(provenSinceMs).toBeGreaterThan((await service.database.nowMs()) - hourMs)
  })
})

test('closings that were changed are made anew after the statements of the on-call page', async () => {
  await trade()
  await close()
  await change((tx) => tx.db.updateTable('ledger_closings').set({ entries: 0n }).execute())
  expect(kindsOf(await findDisagreements(service.database))).toContain('closing')
  const page = readFileSync(new URL('../../docs/on-call.md', import.meta.url), 'utf8')
  const [, statements = ''] = /`begin; (delete from ledger_closings[^`]+); commit`/.exec(page) ?? []
  await change(async (tx) => {
    for (const statement of statements.split('; ')) await sql.raw(statement).execute(tx.db)
  })
  expect(await periods()).toEqual([])
  await close()
  expect((await periods()).length).toBeGreaterThan(0)
  expect(await findDisagreements(service.database)).toEqual([])
})

describe('a run', () => {
  test('reads each closed period again in turn', async () => {
    await trade()
    await trade()
    await close()
    const checkedAt = async () => (await periods()).map(({ checkedAtMs }) => checkedAtMs)
    const before = await checkedAt()
    for (const _ of before) await run()
    for (const [index, at] of (await checkedAt()).entries()) expect(at).toBeGreaterThan(before[index] ?? at)
  })

  test('finds an account whose balance was changed, however long ago it moved money', async () => {
    await trade()
    await close()
    await change((tx) =>
      tx.db
        .updateTable('accounts')
        .set((row) => ({ balance: row('balance', '+', 1n) }))
        .where('id', '=', other.accountId)
        .execute(),
    )
    expect(await run()).toMatchObject([{ kind: 'balance', accountId: other.accountId }])
  })

  test.each(['credited', 'charges'] as const)('finds a last closing whose %s were changed', async (name) => {
    await trade()
    await close()
    const last = (await closings()).findLast((closing) => closing.account_id === account.accountId)
    await change((tx) =>
      tx.db
        .updateTable('ledger_closings')
        .set((row) => ({ [name]: row(name, '+', 1n) }))
        .where('account_id', '=', account.accountId)
        .where('last_id', '=', last?.last_id ?? 0n)
        .execute(),
    )
    expect(kindsOf(await run())).toContain(name === 'credited' ? 'balance' : 'open')
  })

  test('finds a task of a closed period that ends without its entry, and finds it again', async () => {
    await trade()
    const id = await acceptImage(account)
    for (let count = 0; count < entriesPerPeriod; count += 1) await acceptImage(other)
    await close()
    await change((tx) =>
      tx.db
        .updateTable('tasks')
        .set({ status: 'CANCELLED', completed_at: BigInt(tx.nowMs) })
        .where('id', '=', id)
        .execute(),
    )
    expect(kindsOf(await run())).toContain('task')
    service.advance(2 * hourMs)
    expect(kindsOf(await run())).toContain('task')
  })

  test('compares the spending of a key on each earlier day within a week', async () => {
    const administration = createAdministration(service.database)
    const { keyId, apiKey } = await administration.issueApiKey(account.accountId, {
      properties: { dayLimit: (await sumLedgerOf(service, account.accountId)).credited },
    })
    const { call } = accountWith(service.fetch, apiKey)
    expect((await call('POST', '/api/v1/images/generations', { prompt: 'a lake' })).status).toBe(200)
    service.advance(10 * dayMs)
    await change((tx) =>
      tx.db
        .updateTable('key_spending')
        .set((row) => ({ spent: row('spent', '+', 1n) }))
        .where('limits_id', '=', keyId)
        .execute(),
    )
    let found = 0
    for (let hour = 0; hour < 7 * 24; hour += 1) {
      found += (await compareSpending(service.database, { after: '', upTo: keyId }, 'due')).length
      service.advance(hourMs)
    }
    expect(found).toBe(2)
  })

  test('by command reads everything, writes nothing, and says how much is closed', async () => {
    await trade()
    await close()
    const before = await periods()
    const read: string[] = []
    const operator = createAdministration(service.database, { onReconciliation: (next) => read.push(next) })
    expect(await operator.findDisagreements()).toEqual([])
    expect(read.filter((part) => part.startsWith('the closed period'))).toHaveLength(before.length)
    expect(await periods()).toEqual(before)
    const oldest = Math.min(...before.map(({ checkedAtMs }) => checkedAtMs))
    expect(await operator.findClosedLedger()).toMatchObject({
      periods: before.length,
      lastId: before.at(-1)?.lastId,
      provenSinceMs: oldest,
    })
    // Of an account, only the periods in which it has entries count.
    const first = before[0]?.lastId ?? 0n
    await change((tx) =>
      tx.db.updateTable('ledger_periods').set({ checked_at: 0n }).where('last_id', '=', first).execute(),
    )
    const provenOf = async ({ accountId }: TestAccount) =>
      (await operator.showAccount(accountId)).closed?.provenSinceMs
    const isInFirst = async ({ accountId }: TestAccount) =>
      (await closings()).some((row) => row.account_id === accountId && row.last_id === first)
    for (const one of [account, other]) expect((await provenOf(one)) === 0).toBe(await isInFirst(one))
  })
})
