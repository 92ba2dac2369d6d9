import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { Usd } from '../../server/src/core/domain/money/usd.ts'
import { openDatabase } from '../../server/src/database/database.ts'
import { DatabaseUnavailableError } from '../../server/src/database/database-unavailable-error.ts'
import { operatorApiPaths } from '../../server/src/http/operator/api-routes.ts'
import { type Administration, createAdministration } from '../../server/src/operator/administration.ts'
import { reconcileLedger } from '../../server/src/use-cases/sweeps/sweeps.ts'
import { createLogger } from '../../server/src/wiring/wire-storage.ts'
import { type MysqlProxy, startMysqlProxy } from '../breakage/faults/mysql-proxy.ts'
import { createMigratedDatabase } from '../support/migrated-database.ts'
import { openTestService, type TestService } from '../support/service.ts'

const adminToken = 'a-token-of-the-tests-0123456789abcdef'

let proxy: MysqlProxy
let service: TestService
let accountId: string
beforeEach(async () => {
  const { url } = await createMigratedDatabase()
  proxy = await startMysqlProxy(url)
  const opened = await openTestService({
    purpose: 'request',
    environment: { DATABASE_URL: proxy.urlOf(url), ADMIN_TOKEN: adminToken },
  })
  service = opened
  const account = await service.createAccount('1.00')
  accountId = account.accountId
  await account.call('POST', '/api/v1/images/generations', { prompt: 'a lake' })
  onTestFinished(async () => {
    await proxy.restore()
    await opened.close()
    await proxy.close()
  })
})

function callPage(method: string, path: string, json?: unknown): Promise<Response> {
  return fetch(service.baseUrl + path, {
    method,
    headers: {
      Authorization: `Bearer ${adminToken}`,
      'Content-Type': 'application/json',
      'Idempotency-Key': 'a key',
      Origin: service.baseUrl,
    },
    ...(method === 'POST' && { body: JSON.stringify(json ?? {}) }),
  })
}

const reconcile = async (): Promise<number> => (await callPage('POST', '/admin/api/reconciliation')).status

describe('while the database hangs', () => {
  test('every call of the page gets a response, with 503 unless it needs no database, and later with 200', async () => {
    proxy.hang()
    const bodies: Record<string, unknown> = {
      '/admin/api/accounts': { balance: '1' },
      '/admin/api/accounts/{accountId}': { name: 'Ada' },
      '/admin/api/accounts/{accountId}/credits': { amount: '1' },
      '/admin/api/accounts/{accountId}/debits': { amount: '1' },
      '/admin/api/accounts/{accountId}/limits': { tasksOpenMax: '1' },
      '/admin/api/keys/{keyId}': { name: 'shop' },
      '/admin/api/keys/{keyId}/rotate': { overlapHours: '0' },
      '/admin/api/engines/{engine}/pause': { reason: 'a repair' },
      '/admin/api/products/{product}/pause': { reason: 'a repair' },
      '/admin/api/sign-in': { token: adminToken },
    }
    const calls = operatorApiPaths
    expect(calls.length).toBeGreaterThan(10)
    const statuses = await Promise.all(
      calls.map(async ({ method, path }) => {
        const response = await callPage(
          method.toUpperCase(),
          path.replaceAll(/\{\w+\}/g, accountId),
          bodies[path],
        )
        return [`${method} ${path}`, response.status]
      }),
    )
    const withoutDatabase = [
      'get /admin/api/session',
      'get /admin/api/settings',
      'get /admin/api/task-choices',
      'post /admin/api/sign-out',
    ]
    for (const [call, status] of statuses)
      if (!withoutDatabase.includes(String(call))) expect([call, status]).toEqual([call, 503])
    await proxy.restore()
    expect((await callPage('GET', `/admin/api/accounts/${accountId}`)).status).toBe(200)
  })

  test("every command of an operator ends with the reason, and so does the workers' reconciliation", async () => {
    const database = openDatabase({ url: service.parts.config.databaseUrl })
    onTestFinished(() => database.close())
    await database.nowMs()
    proxy.hang()
    const { objectStore } = service.parts
    const operator = createAdministration(database, { engines: () => [{ name: 'fake' }], objectStore })
    const page = { limit: 10 }
    const calls: {
      [Name in Exclude<keyof Administration, 'showSettings' | 'nameEngines'>]: () => Promise<unknown>
    } = {
      createAccount: () => operator.createAccount({ balance: Usd.zero }),
      listApiKeys: () => operator.listApiKeys(accountId),
      setAccount: () => operator.setAccount(accountId, { name: 'Ada' }),
      debitAccount: () => operator.debitAccount({ accountId, amount: Usd.parse('1') }),
      suspendAccount: () => operator.suspendAccount({ accountId }),
      resumeAccount: () => operator.resumeAccount({ accountId }),
      closeAccount: () => operator.closeAccount({ accountId }),
      searchAccounts: () => operator.searchAccounts({ ...page, text: 'a' }),
      nameAccounts: () => operator.nameAccounts([accountId]),
      resolveAccount: () => operator.resolveAccount('Ada'),
      creditAccount: () => operator.creditAccount({ accountId, amount: Usd.parse('1') }),
      cancelTask: () => operator.cancelTask({ taskId: '0'.repeat(24) }),
      retryTask: () => operator.retryTask({ taskId: '0'.repeat(24) }),
      listPauses: () => operator.listPauses(),
      pause: () => operator.pause({ kind: 'engine', name: 'fake' }, 'a repair'),
      resume: () => operator.resume({ kind: 'engine', name: 'fake' }),
      setAccountLimits: () => operator.setAccountLimits({ accountId, tasksOpenMax: 5 }),
      issueApiKey: () => operator.issueApiKey(accountId),
      rotateApiKey: () => operator.rotateApiKey('a-key', { overlapMs: 0 }),
      setApiKey: () => operator.setApiKey('a-key', { name: 'x' }),
      revokeApiKey: () => operator.revokeApiKey('a-key'),
      recordSignIn: () => operator.recordSignIn('127.0.0.1'),
      showAccountData: () => operator.showAccountData(accountId),
      deleteAccountData: () => operator.deleteAccountData(accountId),
      listAccounts: () => operator.listAccounts(),
      showAccount: () => operator.showAccount(accountId),
      deleteUploads: () => operator.deleteUploads({ accountId, unusedMs: 0 }),
      findDisagreements: () => operator.findDisagreements(),
      findClosedLedger: () => operator.findClosedLedger(),
      findNewestEntryMs: () => operator.findNewestEntryMs(),
      findAccounts: () => operator.findAccounts(page),
      listTasks: () =>
        operator.listTasks({ ...page, status: undefined, accountId: undefined, cursor: undefined }),
      showTask: () => operator.showTask('0'.repeat(24)),
      showCosts: () => operator.showCosts({ days: 1 }),
      showOverview: () => operator.showOverview({ days: 14 }),
      showResult: () => operator.showResult('0'.repeat(24)),
      showQueue: () => operator.showQueue(),
      showUsage: () => operator.showUsage({ accountId, days: 31 }),
      listEngines: () => operator.listEngines(),
      listAuditEntries: () => operator.listAuditEntries(page),
      listArchives: () => operator.listArchives(),
      archiveTasks: () => operator.archiveTasks(0),
      restoreArchive: () => operator.restoreArchive('0'.repeat(24)),
      checkArchives: () => operator.checkArchives(true),
      reconcileWithin: () => operator.reconcileWithin({ msMax: 60_000, foundMax: 100 }),
    }
    const logger = createLogger({ logLevel: 'silent' })
    await Promise.all([
      expect(reconcileLedger({ database, logger })).rejects.toThrow(DatabaseUnavailableError),
      ...Object.values(calls).map((call) => expect(call()).rejects.toThrow(DatabaseUnavailableError)),
    ])
  })

  test('callers who share a reconciliation all get 503, and the next one after its recovery is complete', async () => {
    proxy.hang()
    expect(await Promise.all([reconcile(), reconcile(), reconcile()])).toEqual([503, 503, 503])
    await proxy.restore()
    expect(await reconcile()).toBe(200)
  })
})

describe('a reconciliation in the middle of which', () => {
  const sums = /from accounts a\s+left join ledger_closings/
  const bounds = { msMax: 2_000, foundMax: 100 }
  const operator = () => createAdministration(service.database)
  afterEach(() => proxy.restore())

  test('the database hangs ends at its time limit with this reason', async () => {
    const silent = proxy.hangBefore(sums)
    const run = operator().reconcileWithin(bounds)
    const failed = expect(run).rejects.toThrow(DatabaseUnavailableError)
    await silent
    proxy.hang()
    await failed
  })

  test('one statement hangs ends at its time limit with what it has found, and the next one is complete', async () => {
    const silent = proxy.hangBefore(sums)
    const run = operator().reconcileWithin(bounds)
    await silent
    expect(await run).toMatchObject({ isComplete: false, disagreements: [] })
    expect(await operator().reconcileWithin({ ...bounds, msMax: 60_000 })).toMatchObject({ isComplete: true })
  })
})
