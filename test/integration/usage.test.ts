import { beforeEach, describe, expect, test } from 'vitest'
import { Usd } from '../../server/src/core/domain/money/usd.ts'
import { createAdministration } from '../../server/src/operator/administration.ts'
import { reconcileLedger } from '../../server/src/use-cases/sweeps/sweeps.ts'
import { openServiceOfFile, type TestAccount } from '../support/service.ts'
import { sumLedgerOf } from './support/ledger-totals.ts'
import { runCommandLine } from './support/run-command-line.ts'
import { acceptImage } from './support/tasks.ts'

const dayMs = 86_400_000

let account: TestAccount
const service = await openServiceOfFile()
beforeEach(async () => {
  account = await service.createAccount()
})

const usage = async (query = '') => (await account.call('GET', `/api/v1/usage${query}`)).body
const dateIn = (days: number) => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10)

describe('usage', () => {
  test('counts each end once, by day, product and key, and sums up what was charged', async () => {
    const from = new Date(await service.database.nowMs()).toISOString().slice(0, 10)
    await acceptImage(account)
    await account.call('POST', '/api/v1/videos/generations', { prompt: 'a lake', durationSeconds: 5 })
    await service.runQueue()
    service.provider.mockStart({ kind: 'rejected', message: 'no' })
    await acceptImage(account)
    await service.runQueue()
    const cancelled = await acceptImage(account)
    for (let time = 0; time < 2; time += 1) await account.call('POST', `/api/v1/tasks/${cancelled}/cancel`)
    const to = new Date(await service.database.nowMs()).toISOString().slice(0, 10)
    const { days, charged, ...range } = await usage(`?from=${from}&to=${to}`)
    expect(range).toEqual({ from, to, currency: 'USD' })
    const [, keyId] = account.apiKey.split('_')
    const sums = (product: string, name: string) =>
      days
        .filter((day: { product: string; keyId: string }) => day.product === product && day.keyId === keyId)
        .reduce((sum: number, day: Record<string, number>) => sum + (day[name] ?? 0), 0)
    const counts = ['succeeded', 'failed', 'cancelled'].map((name) => sums('image.generate', name))
    expect(counts).toEqual([1, 1, 1])
    expect(sums('video.generate', 'succeeded')).toBe(1)
    expect(charged).toBe((await sumLedgerOf(service, account.accountId)).charged.toString())
    expect(charged).not.toBe('0.00')
    await service.expectBooksToAgree()
  })

  test('puts a task into the day on which it ended, not on which it was accepted', async () => {
    await acceptImage(account)
    service.advance(dayMs)
    await service.runQueue()
    const ended = new Date(await service.database.nowMs()).toISOString().slice(0, 10)
    const { days } = await usage(`?from=${ended}&to=${ended}`)
    expect(days).toMatchObject([{ date: ended, succeeded: 1 }])
  })

  test('is this month so far by default, and none for an account without tasks', async () => {
    const today = new Date(await service.database.nowMs()).toISOString().slice(0, 10)
    expect(await usage()).toEqual({
      from: `${today.slice(0, 8)}01`,
      to: today,
      currency: 'USD',
      charged: '0.00',
      days: [],
    })
  })

  test.each([
    ['from=2026-13-01', '/from'],
    ['to=2026-02-30', '/to'],
    ['from=2026-03-02&to=2026-03-01', '/from'],
    ['from=2026-01-01&to=2026-04-03', '/from'],
  ])('refuses %s', async (query, path) => {
    const { status, body } = await account.call('GET', `/api/v1/usage?${query}`)
    expect([status, body.details[0].path]).toEqual([400, path])
  })

  test('may cover 92 days', async () => {
    expect((await usage('?from=2026-01-01&to=2026-04-02')).days).toEqual([])
  })

  test('of a calendar month can be printed by an operator; a period that is none is a wrong command line', async () => {
    await acceptImage(account)
    await service.runQueue()
    const nowMs = await service.database.nowMs()
    const [today, tomorrow] = [nowMs, nowMs + dayMs].map((ms) => new Date(ms).toISOString().slice(0, 10))
    const close = async () => undefined
    const open = async () => ({ accounts: createAdministration(service.database), close })
    const run = async (...options: string[]) => {
      const argv = ['show-usage', account.accountId, '--json', ...options]
      const { code, out, err } = await runCommandLine(open, argv)
      return { code, text: `${out}${err}` }
    }
    const { code, text } = await run('--from', `${today}`, '--to', `${today}`)
    expect(code).toBe(0)
    expect(JSON.parse(text)).toEqual(await usage(`?from=${today}&to=${today}`))
    const march = await run('--from', '2026-03-01', '--to', '2026-03-31')
    expect(JSON.parse(march.text)).toMatchObject({ from: '2026-03-01', to: '2026-03-31', days: [] })
    expect(JSON.parse((await run('--to', '2026-02-28')).text)).toMatchObject({ from: '2026-02-01' })
    const wrong = [
      [['--from', `${tomorrow}`, '--to', `${today}`], '--from must not be after'],
      [['--from', '2020-01-01', '--to', '2020-12-31'], '--from must be at most 92 days'],
      [['--from', '2026-02-30'], 'It must be a day such as 2026-03-14.'],
      [['--from', 'yesterday'], 'It must be a day such as 2026-03-14.'],
      [['--days', '3', '--to', '2026-03-31'], 'cannot be used with'],
    ] as const
    for (const [options, message] of wrong)
      expect(await run(...options)).toEqual({ code: 2, text: expect.stringContaining(message) })
  })

  test('of an account is that of no other', async () => {
    await acceptImage(await service.createAccount())
    await service.runQueue()
    expect((await usage(`?from=${dateIn(-2)}&to=${dateIn(10)}`)).days).toEqual([])
  })

  test('that a process of an older version did not count is found and recounted by the reconciliation', async () => {
    for (let index = 0; index < 3; index += 1) await acceptImage(account)
    await service.runQueue()
    const read = () => usage(`?from=${dateIn(-2)}&to=${dateIn(10)}`)
    const before = await read()
    const { database } = service
    await database.transaction((tx) =>
      tx.db
        .updateTable('usage_days')
        .set({ succeeded: 1n })
        .where('account_id', '=', account.accountId)
        .execute(),
    )
    await expect(service.expectBooksToAgree()).rejects.toThrow('usage')
    service.advance(20 * 60_000)
    expect(await reconcileLedger(service.run)).toEqual([])
    expect(await read()).toEqual(before)
    await service.expectBooksToAgree()
  })

  test('of many tasks that end at once, of several accounts, is exact and deadlocks with nothing', async () => {
    const accounts = await Promise.all(Array.from({ length: 4 }, () => service.createAccount()))
    for (const owner of accounts) for (let index = 0; index < 6; index += 1) await acceptImage(owner)
    const tasks = await service.claim(24)
    const failure = { code: 'GENERATION_FAILED', message: 'no' } as const
    const output = [{ key: 'results/a/1-0.png', contentType: 'image/png', sizeBytes: 1 }]
    await Promise.all(
      tasks.map((task, index) =>
        service.run.settleWriter.write(
          index % 3 === 0 ? { task, move: 'fail', failure } : { task, move: 'succeed', output },
        ),
      ),
    )
    for (const owner of accounts) {
      const { charged } = (await owner.call('GET', `/api/v1/usage?from=${dateIn(-2)}&to=${dateIn(10)}`)).body
      const ledger = await sumLedgerOf(service, owner.accountId)
      expect(Usd.parse(charged).equals(ledger.charged)).toBe(true)
    }
    await service.expectBooksToAgree()
  })
})
