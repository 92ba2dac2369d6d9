import { describe, expect, test } from 'vitest'
import { Usd } from '../../server/src/core/domain/money/usd.ts'
import { createAdministration } from '../../server/src/operator/administration.ts'
import { sweepObjects } from '../../server/src/use-cases/sweeps/sweep-objects.ts'
import { runTask } from '../../server/src/worker/run-task.ts'
import type { CommitFault } from '../breakage/faults/mysql-proxy.ts'
import { pngOf } from '../integration/support/images.ts'
import { proxiedServiceOfFile } from './support/proxied-service.ts'

const { current, proxy } = proxiedServiceOfFile()

const never = new AbortController().signal
const path = '/api/v1/images/generations'
const body = { prompt: 'a lake' }
const faults: readonly CommitFault[] = [
  'request lost',
  'reply lost',
  'request late',
  'error, rolled back',
  'error, committed',
]

/**
 * The same for every way in which the connection can break during one COMMIT, and in the middle of the
 * transaction.
 */
describe.each([...faults, 'broken midway'] as const)('a COMMIT and its connection: %s', (fault) => {
  /** Breaks the transaction that contains such a statement, and no other. */
  const breakOver = (statement: RegExp): Promise<void> =>
    fault === 'broken midway' ? proxy().breakBefore(statement) : proxy().breakCommit(fault, statement)
  const ledgerEntry = (kind: string): RegExp => new RegExp(`insert into \`ledger_entries\`[\\s\\S]*'${kind}'`)

  test.each([undefined, 'a key'])(
    'an acceptance reserves once and returns its task (key: %s)',
    async (key) => {
      const account = await current().createAccount('1.00')
      const broken = breakOver(ledgerEntry('reserve'))
      const headers = key === undefined ? {} : { 'Idempotency-Key': key }
      const { status, body: accepted } = await account.call('POST', path, body, headers)
      await broken
      expect(status).toBe(200)
      expect(await account.money()).toEqual({ balance: '0.98', reserved: '0.02' })
      await current().runQueue()
      expect((await account.call('GET', `/api/v1/tasks/${accepted.id}`)).body.status).toBe('SUCCEEDED')
      expect(await current().brokenPromises()).toEqual([])
    },
  )

  test('acceptances that share a transaction are each made once', async () => {
    const account = await current().createAccount('1.00')
    const broken = breakOver(ledgerEntry('reserve'))
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        account.call('POST', path, body, index % 2 === 0 ? { 'Idempotency-Key': `key ${index}` } : {}),
      ),
    )
    await broken
    expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(200))
    expect(new Set(responses.map((response) => response.body.id)).size).toBe(20)
    expect(await account.money()).toEqual({ balance: '0.60', reserved: '0.40' })
    await current().runQueue()
    expect(await current().brokenPromises()).toEqual([])
  })

  test('a claim assigns every task in the end', async () => {
    const account = await current().createAccount('1.00')
    await account.call('POST', path, body)
    const broken = breakOver(/delete `task_queue`/)
    await current().runQueue()
    await broken
    // A claim that is repeated skips the rows that the late one still holds, and writes nothing that would
    // deliver it.
    await proxy().deliverLate()
    await current().recoverNow()
    await current().runQueue()
    expect(await account.money()).toEqual({ balance: '0.98', reserved: '0.00' })
    expect(await current().brokenPromises()).toEqual([])
  })

  test('a success charges once and keeps its bytes', async () => {
    const service = current()
    const account = await service.createAccount('1.00')
    const { body: accepted } = await account.call('POST', path, body)
    const task = await service.claimOne()
    const broken = breakOver(ledgerEntry('charge'))
    await runTask(service.run, task, never)
    await broken
    const { status, output } = (await account.call('GET', `/api/v1/tasks/${accepted.id}`)).body
    expect(status).toBe('SUCCEEDED')
    expect((await fetch(output.images[0].url)).status).toBe(200)
    expect(await account.money()).toEqual({ balance: '0.98', reserved: '0.00' })
    expect(await service.brokenPromises()).toEqual([])
  })

  test('a job that an engine has just taken is saved, and not submitted again', async () => {
    const service = current()
    const account = await service.createAccount('1.00')
    await account.call('POST', path, body)
    const broken = breakOver(/set `provider` = 'once', `provider_job` = '/)
    await service.runQueue()
    await broken
    expect(await account.money()).toEqual({ balance: '0.98', reserved: '0.00' })
    expect(await service.brokenPromises()).toEqual([])
  })

  test('a cancellation refunds once', async () => {
    const account = await current().createAccount('1.00')
    const { body: accepted } = await account.call('POST', path, body)
    const broken = breakOver(ledgerEntry('refund'))
    const cancelled = await account.call('POST', `/api/v1/tasks/${accepted.id}/cancel`, {})
    await broken
    expect(cancelled).toMatchObject({ status: 200, body: { status: 'CANCELLED' } })
    expect(await account.money()).toEqual({ balance: '1.00', reserved: '0.00' })
    expect(await current().brokenPromises()).toEqual([])
  })

  test('a credit is given once', async () => {
    const service = current()
    const { accountId, money } = await service.createAccount('1.00')
    const broken = breakOver(ledgerEntry('credit'))
    const administration = createAdministration(service.database)
    const { balance } = await administration.creditAccount({ accountId, amount: Usd.parse('0.50') })
    await broken
    expect(balance.toString()).toBe('1.50')
    expect((await money()).balance).toBe('1.50')
    expect(await service.brokenPromises()).toEqual([])
  })

  test('an account is opened once, with its first credit and a key that works', async () => {
    const broken = breakOver(ledgerEntry('credit'))
    const account = await current().createAccount('1.00')
    await broken
    expect((await account.call('GET', '/api/v1/me')).status).toBe(200)
    expect((await account.money()).balance).toBe('1.00')
    expect(await current().brokenPromises()).toEqual([])
  })

  test('an upload is reserved once, verified once and counted once', async () => {
    const account = await current().createAccount('1.00')
    const reserving = breakOver(/insert into `uploads`/)
    const judging = breakOver(/update `uploads` set/)
    const { status, body: upload } = await account.upload(pngOf(640, 480), 'image/png')
    await Promise.all([reserving, judging])
    expect({ status, upload }).toMatchObject({ status: 200, upload: { status: 'READY' } })
    const { uploads } = await createAdministration(current().database).showAccount(account.accountId)
    expect(uploads).toEqual({ uploadsKept: 1, bytesKept: 4096, open: 0 })
    expect(await current().brokenPromises()).toEqual([])
  })

  test('an upload is added to its account’s space and subtracted from it once, even if a recount is interrupted', async () => {
    const account = await current().createAccount('1.00')
    const counting = breakOver(/update `upload_usage` set/)
    expect((await account.upload(pngOf(640, 480), 'image/png')).body.status).toBe('READY')
    await counting
    const { accountId } = account
    await current().database.transaction((tx) =>
      tx.db.updateTable('uploads').set({ last_used_at: 0n }).where('account_id', '=', accountId).execute(),
    )
    const deleting = breakOver(/delete `uploads`/)
    const administration = createAdministration(current().database, current().parts)
    current().agreeOnTime()
    await administration.deleteUploads({ accountId, unusedMs: 0 })
    await deleting
    // A repeated deletion skips the rows that the late one still holds; the sweep of objects finds their
    // bytes.
    await proxy().deliverLate()
    current().advance(3 * 3_600_000)
    await sweepObjects(current().parts)
    expect((await administration.showAccount(accountId)).uploads).toEqual({
      uploadsKept: 0,
      bytesKept: 0,
      open: 0,
    })
    expect(await current().brokenPromises()).toEqual([])
  })
})

describe('a COMMIT whose reply is lost, with a database that stays unavailable', () => {
  test.each([
    ['an acceptance', /insert into `ledger_entries`[\s\S]*'reserve'/, () => path, '0.04'],
    [
      'a cancellation',
      /insert into `ledger_entries`[\s\S]*'refund'/,
      (id: string) => `/api/v1/tasks/${id}/cancel`,
      '0.00',
    ],
  ] as const)('close the connection without a response: %s', async (_name, statement, pathOf, reserved) => {
    const account = await current().createAccount('1.00')
    const { body: task } = await account.call('POST', path, body)
    const broken = proxy()
      .breakCommit('reply lost', statement)
      .then(() => proxy().refuse())
    const headers = { 'Idempotency-Key': 'a key' }
    await expect(account.call('POST', pathOf(task.id), body, headers)).rejects.toThrow('fetch failed')
    await broken
    await proxy().restore()
    const again = await account.call('POST', pathOf(task.id), body, headers)
    expect(again.status).toBe(200)
    expect(await account.money()).toMatchObject({ reserved })
    await current().runQueue()
    expect(await current().brokenPromises()).toEqual([])
  })

  test('report that nothing was done if it failed before the COMMIT', async () => {
    const account = await current().createAccount('1.00')
    const broken = proxy()
      .breakBefore(/insert into `ledger_entries`[\s\S]*'reserve'/)
      .then(() => proxy().refuse())
    const { status, body: error } = await account.call('POST', path, body)
    await broken
    expect([status, error.code]).toEqual([503, 'SERVICE_UNAVAILABLE'])
    await proxy().restore()
    expect(await account.money()).toEqual({ balance: '1.00', reserved: '0.00' })
  })
})
