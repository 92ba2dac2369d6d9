import { fileURLToPath } from 'node:url'
import { createConnection, createPool, type RowDataPacket } from 'mysql2/promise'
import { beforeAll, expect, test } from 'vitest'
import { createAdminCommands } from '../../server/src/commands/operator/commands.ts'
import { runAdmin } from '../../server/src/commands/operator/run-admin.ts'
import { createCircuitBreaker } from '../../server/src/coordination/circuit-breaker.ts'
import { Usd } from '../../server/src/core/domain/money/usd.ts'
import { taskStatuses } from '../../server/src/core/domain/tasks/task-states.ts'
import type { Gate } from '../../server/src/core/ports/gate.ts'
import { correctResultBytes } from '../../server/src/database/accounts/result-bytes.ts'
import { deleteUnwritten, listArchives } from '../../server/src/database/archive/task-archives.ts'
import { deleteGateChecks } from '../../server/src/database/gate-checks.ts'
import { recountOpenTasks } from '../../server/src/database/money/ledger-totals.ts'
import { findLastResumeMs } from '../../server/src/database/operator/audit-entries.ts'
import { reserveStart } from '../../server/src/database/providers/capacity.ts'
import { countBlockedTasks } from '../../server/src/database/queue/blocked-tasks.ts'
import { forgetDeadWorkers, recordHeartbeat } from '../../server/src/database/queue/live-workers.ts'
import { compareStorage } from '../../server/src/database/reconciliation/compare-storage.ts'
import { recountUsage } from '../../server/src/database/reconciliation/recount-usage.ts'
import { deleteIdempotencyKeyOfTask } from '../../server/src/database/tasks/idempotency-keys.ts'
import { listStoredTasksOfAccount } from '../../server/src/database/tasks/stored-results.ts'
import { renewUploadClaim } from '../../server/src/database/uploads/claims.ts'
import { listReferencedArchives } from '../../server/src/database/uploads/object-references.ts'
import { createAdministration } from '../../server/src/operator/administration.ts'
import { archiveKeyOf, manifestKeyOf } from '../../server/src/use-cases/archive/archive-file.ts'
import { sweepOldTasks } from '../../server/src/use-cases/archive/archive-tasks.ts'
import { restoreArchive } from '../../server/src/use-cases/archive/restore-archive.ts'
import { measureService } from '../../server/src/use-cases/measure-service.ts'
import { listProviderStates } from '../../server/src/use-cases/providers/provider-states.ts'
import { expireResults, scrubOldTasks } from '../../server/src/use-cases/sweeps/retention.ts'
import { sweepObjects } from '../../server/src/use-cases/sweeps/sweep-objects.ts'
import {
  reconcileLedger,
  sweepIdempotencyKeys,
  sweepUploads,
} from '../../server/src/use-cases/sweeps/sweeps.ts'
import { sweepFailedUploads, sweepUnusedUploads } from '../../server/src/use-cases/sweeps/unused-uploads.ts'
import { cancelOverdue } from '../../server/src/worker/cancel-overdue.ts'
import { capacityForProducts } from '../../server/src/worker/capacity-for-products.ts'
import { createClaimable } from '../../server/src/worker/claimable.ts'
import { createProviderRegistry } from '../../server/src/worker/provider-registry.ts'
import { recoverLeases } from '../../server/src/worker/recover-leases.ts'
import { fillFinishedTasks } from '../bench/support/fill-tasks.ts'
import { pngOf } from '../integration/support/images.ts'
import { acceptImage } from '../integration/support/tasks.ts'
import { accountWith } from '../support/account.ts'
import { plantCustomer } from '../support/customer.ts'
import { createFakeProvider } from '../support/fake-provider.ts'
import { openServiceOfFile, type TestAccount } from '../support/service.ts'
import { untilHolds } from '../support/until-holds.ts'
import { collectStatements, type Statement } from './support/statements.ts'

const page = fileURLToPath(new URL('generated/query-plans.md', import.meta.url))

/** The tables that grow for ever. */
const growing = [
  'tasks',
  'ledger_entries',
  'ledger_closings',
  'archived_usage',
  'archived_spending',
  'archived_costs',
  'idempotency_keys',
  'uploads',
  'audit_entries',
  'usage_days',
  'gate_checks',
  'engine_calls',
]
/** Reserved by MySQL 9 and not by MariaDB, which most tests run on; not as a function's name, nor in backticks. */
const reservedByMysql =
  /\b(?<!`)(?:cube|cume_dist|dense_rank|empty|external|first_value|function|generated|get|grouping|groups|lag|last_value|lateral|lead|library|manual|nth_value|ntile|of|optimizer_costs|parallel|percent_rank|qualify|rank|stored|system|tablesample|virtual)\b(?!`| ?\()/i
const hourMs = 3_600_000
const filledTasks = 20_000

/** It is asked at every stage. */
const gate: Gate = {
  name: 'gate',
  at: ['before', 'after', 'upload'],
  products: undefined,
  onFailure: 'allow',
  ask: async () => ({ kind: 'allowed', reason: undefined }),
  check: async () => ({ reachable: true, detail: '' }),
  close: async () => undefined,
}

const service = await openServiceOfFile({ gates: [gate] })
beforeAll(async () => {
  await fillTables()
})

/** Enough rows of each growing table for the database to choose its plans as with millions. */
async function fillTables(): Promise<void> {
  const owners = await Promise.all(Array.from({ length: 20 }, () => service.createAccount('1000000.00')))
  const pool = createPool(service.parts.config.databaseUrl)
  const accountIds = owners.map(({ accountId }) => accountId)
  await fillFinishedTasks(pool, { count: filledTasks, accountIds })
  await pool.query(
    `insert into uploads (id, account_id, status, content_type, size_bytes, width, height, object_key, created_at,
       expires_at, verified_at, last_used_at)
     select left(sha2(id, 256), 32), account_id, 'READY', 'image/png', 5000, 40, 30, id, created_at, created_at + 900000, created_at,
       (unix_timestamp() + ${30 * 86_400}) * 1000 from tasks`,
  )
  await pool.query(
    `insert into gate_checks (id, subject_id, gate, stage, version, asked_at)
     select id, id, 'gate', 'before', '', created_at from tasks`,
  )
  await pool.query(
    `insert into gate_checks (id, subject_id, gate, stage, version, asked_at)
     select reverse(id), left(sha2(id, 256), 32), 'gate', 'upload', '', created_at from tasks`,
  )
  await pool.query(
    `insert into engine_calls (task_id, id, attempt, provider, started_at, ended_at, outcome)
     select id, id, 1, 'fake', created_at, created_at, 'unavailable' from tasks`,
  )
  // Keys without limits, as most are: with as few as those with limits, the order of a join changes from run to run.
  await pool.query(
    `insert into api_keys (id, account_id, key_hash, created_at)
     select left(sha2(id, 256), 12), account_id, unhex(sha2(id, 256)), created_at from tasks limit 2000`,
  )
  await pool.query(`analyze table api_keys, ${growing.join(', ')}`)
  await pool.end()
}

/**
 * Rows of every kind that a busy service has and the sweeps of the test have deleted: if an index would
 * return none, it seems as good as the primary key, and the choice between the two changes from run to run.
 */
async function fillAgain(accountId: string): Promise<void> {
  const pool = createPool(service.parts.config.databaseUrl)
  const [from, nowMs] = ['from tasks limit 300', 'unix_timestamp() * 1000']
  await pool.query(
    `insert into idempotency_keys (account_id, idempotency_key, fingerprint, task_id, created_at)
     select account_id, concat('old ', id), unhex(sha2(id, 256)), id, 1 ${from}`,
  )
  await pool.query(
    `insert into uploads (id, account_id, status, content_type, created_at, expires_at, last_used_at)
     select left(sha2(concat('open ', id), 256), 32), '${accountId}', 'PENDING', 'image/png', 1, ${nowMs} + ${30 * 24 * hourMs}, 1 ${from}`,
  )
  await pool.query(
    `insert into uploads (id, account_id, status, content_type, size_bytes, width, height, object_key, created_at,
       expires_at, verified_at, last_used_at)
     select left(sha2(concat('kept ', id), 256), 32), '${accountId}', 'READY', 'image/png', 5000, 40, 30, id, 1, 1, 1, 1 ${from}`,
  )
  await pool.query(
    `insert into audit_entries (action_id, created_at, actor, action, account_id, subject, details)
     select id, created_at, 'test', 'credit-account', account_id, account_id, '{}' ${from}`,
  )
  await pool.query(
    `insert ignore into engine_calls (task_id, id, attempt, provider, started_at, ended_at, outcome)
     select id, id, 1, 'fake', created_at, created_at, 'unavailable' from tasks`,
  )
  await pool.query(`analyze table ${growing.join(', ')}`)
  await pool.end()
}

/** Executes everything that the service does, by its own code. Returns the account that it was done with. */
async function useEverything(): Promise<string> {
  const account = await service.createAccount('10.00')
  const { body: upload } = await account.upload(pngOf(40, 30), 'image/png')
  await renewUploadClaim(service.database, { uploadId: upload.id, claimId: 'none' }, 1)
  await account.call('GET', `/api/v1/uploads/${upload.id}`)
  await account.call('POST', '/api/v1/uploads', { contentType: 'image/png' })
  await account.call('POST', '/api/v1/images/transformations', { assetId: upload.id, prompt: 'at night' })
  const withKey = { 'Idempotency-Key': 'the same' }
  for (let time = 0; time < 2; time += 1)
    await account.call('POST', '/api/v1/images/generations', { prompt: 'a lake' }, withKey)
  const cancelled = await acceptImage(account)
  await account.call('POST', `/api/v1/tasks/${cancelled}/cancel`, {})
  await account.call('POST', `/api/v1/tasks/${cancelled}/cancel`, {})
  await Promise.all(Array.from({ length: 20 }, () => acceptImage(account)))
  await account.call('GET', '/api/v1/me')
  await readHistory(account, cancelled)
  const busy = { kind: 'unavailable', message: 'busy', retryAfterMs: 1 } as const
  service.provider.mockStart({ kind: 'unavailable', message: 'down' }, busy, busy)
  service.provider.mockPoll({ kind: 'failed', code: 'GENERATION_FAILED', message: 'no' }, { kind: 'lost' })
  await service.runQueue()
  const running = await acceptImage(account)
  await service.claim()
  await account.call('POST', `/api/v1/tasks/${running}/cancel`, {})
  service.advance(60_000)
  await recoverLeases(service.run)
  await service.runQueue()
  await service.database.transaction((tx) => deleteGateChecks(tx, [running]))
  for (let beat = 0; beat < 2; beat += 1)
    await service.database.transaction((tx) => recordHeartbeat(tx, 'worker', 1))
  service.advance(60_000)
  await service.database.transaction(forgetDeadWorkers)
  await service.database.transaction((tx) => recordHeartbeat(tx, 'worker', 1))
  await fetch(`${service.baseUrl}/metrics`)
  await fetch(`${service.baseUrl}/readyz`)
  await measureService(service.database)
  await listProviderStates(service.database, [service.provider.name])
  await useLimits(account)
  await useKeys(account)
  await useTaskLimits()
  await useLevers(account)
  service.advance(8 * 24 * hourMs)
  await account.call('POST', '/api/v1/images/generations', { prompt: 'a lake' }, withKey)
  await sweepUploads(service.run)
  await sweepIdempotencyKeys(service.run, 24 * hourMs)
  await sweepObjects(service.run)
  for (let runs = 0; runs < 3; runs += 1) {
    await reconcileLedger(service.run, { entriesPerPeriod: 10_000 })
    service.advance(hourMs / 4)
  }
  await compareInTurn(account)
  await account.call('POST', '/api/v1/images/transformations', { assetId: upload.id, prompt: 'again' })
  await service.runQueue()
  await deleteOwn(account)
  await sweepUnusedUploads(service.parts, 24 * hourMs)
  await sweepFailedUploads(service.parts)
  await useRetention(account)
  await useArchives()
  await useAdmin(account.accountId)
  return account.accountId
}

/** A list with and without filters, by cursor and by ids, and the usage. */
async function readHistory(account: TestAccount, taskId: string): Promise<void> {
  const { body } = await account.call('GET', '/api/v1/tasks?limit=2')
  await account.call('GET', `/api/v1/tasks?limit=2&cursor=${body.nextCursor}`)
  const filters = 'status=SUCCEEDED&createdFrom=2026-01-01T00:00:00Z&createdBefore=2030-01-01T00:00:00Z'
  await account.call('GET', `/api/v1/tasks?${filters}`)
  await account.call('GET', `/api/v1/tasks?${filters}&prompt=lake`)
  await account.call('GET', `/api/v1/tasks?id=${taskId}`)
  await account.call('GET', '/api/v1/usage')
  await recountStrayUsage(account.accountId)
  await service.database.transaction((tx) => correctResultBytes(tx, account.accountId, { missingBytes: 0 }))
}

/** In parts, and with a day to correct. */
async function recountStrayUsage(accountId: string): Promise<void> {
  const counts = { succeeded: 1n, failed: 0n, cancelled: 0n, charged: 1n }
  const stray = {
    account_id: accountId,
    day: 1n,
    product: 'image.generate',
    api_key_id: '',
    ...counts,
  } as const
  await service.database.transaction((tx) => tx.db.insertInto('usage_days').values(stray).execute())
  await recountUsage(service.database, accountId, { tasksPerStatement: 2 })
}

/** To its end, and then parts, of which results will be removed. */
async function compareInTurn({ accountId }: TestAccount): Promise<void> {
  const after = accountId.slice(0, -1)
  for (const partsMax of [Number.POSITIVE_INFINITY, 8]) {
    let parts = 0
    for await (const _ of compareStorage(service.database, { after, resultsPerStatement: 2, inTurn: true })) {
      parts += 1
      if (parts >= partsMax) break
    }
  }
}

/** What customers delete themselves. */
async function deleteOwn(account: TestAccount): Promise<void> {
  const id = await acceptImage(account)
  await service.runQueue()
  await account.call('DELETE', `/api/v1/tasks/${id}/result`)
  const { body } = await account.upload(pngOf(64, 48), 'image/png')
  await account.call('DELETE', `/api/v1/uploads/${body.id}`)
}

/** Old results and tasks, and a list that ends at scrubbed ones. */
async function useRetention(account: TestAccount): Promise<void> {
  await expireResults(service.parts, 24 * hourMs)
  const { accountId } = account
  await service.database.read((db) => listStoredTasksOfAccount(db, { accountId, limit: 500 }))
  // Not those of the account, which the explained statements name.
  await scrubOldTasks(service.parts, 15 * 24 * hourMs)
  await account.call('GET', '/api/v1/tasks')
}

/** Some tasks leave, are reconciled, and come back; few, because plans follow from the size of the table. */
async function useArchives(): Promise<void> {
  const { parts, database } = service
  await sweepOldTasks(parts, { endedMs: 15 * 24 * hourMs, tasksPerArchive: 100 })
  const [first] = await database.read(listArchives)
  if (first === undefined) throw new Error('No task was archived.')
  const operator = createAdministration(database, { objectStore: parts.objectStore })
  await operator.findDisagreements()
  await operator.checkArchives(true)
  await operator.showTask(first.firstTaskId).catch(() => undefined)
  const files = [archiveKeyOf(first.id), manifestKeyOf(first.id), archiveKeyOf('none')]
  await database.read((db) => listReferencedArchives(db, files))
  await restoreArchive(parts, first.id)
  await database.transaction((tx) => deleteUnwritten(tx, { id: 'none' }, 'none'))
}

/** An engine with limits on its use: the check of its capacity, and a start at it. */
async function useLimits(account: TestAccount): Promise<void> {
  const capacity = { concurrency: 1, requestsPerMinute: 60 }
  const engine = createFakeProvider({ name: 'bounded', capacity })
  const registry = createProviderRegistry([engine], [{ product: 'image.generate', providers: ['bounded'] }])
  await capacityForProducts({ ...service.parts, providers: registry }, ['image.generate'], () => 1)
  await acceptImage(account)
  const [task] = await service.claim()
  if (task !== undefined) await reserveStart(service.database, task, engine)
}

/** Keys with limits: on their first day and on another one, with a refund, changed and replaced. */
async function useKeys({ accountId }: TestAccount): Promise<void> {
  const administration = createAdministration(service.database)
  const properties = { dayLimit: Usd.parse('1'), totalLimit: Usd.parse('1') }
  const { keyId, apiKey } = await administration.issueApiKey(accountId, { properties })
  const { call } = accountWith(service.fetch, apiKey)
  const { body: task } = await call('POST', '/api/v1/images/generations', { prompt: 'a lake' })
  await call('POST', `/api/v1/tasks/${task.id}/cancel`, {})
  await administration.setApiKey(keyId, { name: 'renamed', dayLimit: null })
  await administration.rotateApiKey(keyId, { overlapMs: hourMs })
  await untilHolds(async () => {
    const { apiKeys } = await administration.showAccount(accountId)
    expect(apiKeys.find((key) => key.keyId === keyId)?.lastUsedAtMs).toBeDefined()
  })
}

/** An account with limits: an order that is refused, tasks that are blocked, a turn, and a deadline that passes. */
async function useTaskLimits(): Promise<void> {
  const account = await service.createAccount('10.00')
  const administration = createAdministration(service.database)
  const { accountId } = account
  await administration.setAccountLimits({ accountId, tasksOpenMax: 5, tasksRunningMax: 1 })
  const order = () =>
    account.call('POST', '/api/v1/images/generations', { prompt: 'a lake' }, { 'Cancel-After': '60' })
  for (let count = 0; count < 6; count += 1) await order()
  await service.claim()
  await miscountOpenTasks(accountId)
  await recountOpenTasks(service.database, accountId)
  await service.database.read((db) => countBlockedTasks(db))
  const { next } = await administration.listTasks({ status: 'QUEUED', limit: 1 })
  await administration.listTasks({ status: 'QUEUED', limit: 1, cursor: next })
  const scrubbed = { accountId, key: 'one', taskId: 'none' }
  await service.database.transaction((tx) => deleteIdempotencyKeyOfTask(tx, scrubbed))
  // Its worker is gone, so that the task is retried, and the blocked ones have their turns after it.
  service.advance(31_000)
  await recoverLeases(service.run)
  await service.runQueue()
  await order()
  service.advance(61_000)
  await cancelOverdue(service)
  const { tasks } = await administration.listTasks({ accountId, status: 'CANCELLED', limit: 1 })
  for (const { id } of tasks) await administration.showTask(id)
}

/** By a connection without a database, so that the statement is not taken for one of the service. */
async function miscountOpenTasks(accountId: string): Promise<void> {
  const url = new URL(service.parts.config.databaseUrl)
  const name = url.pathname.slice(1)
  url.pathname = ''
  const connection = await createConnection(url.href)
  await connection.query(`update ${name}.accounts set tasks_open = 0 where id = ?`, [accountId])
  await connection.end()
}

/** Pauses, what a worker claims meanwhile, and a failed task that is ordered again. */
async function useLevers(account: TestAccount): Promise<void> {
  const { database, parts } = service
  const operator = createAdministration(database, { engines: () => parts.providers.list() })
  await service.runQueue()
  const taskId = await acceptImage(account)
  for (const thing of [
    { kind: 'engine', name: 'fake' },
    { kind: 'product', name: 'image.generate' },
  ] as const) {
    await operator.pause(thing, 'a repair')
    const claimable = createClaimable({ ...parts, breaker: createCircuitBreaker(database) })
    await claimable([{ product: 'image.generate', fromPosition: 1, mayBePaused: true }])
    await operator.resume(thing)
  }
  await database.read((db) => findLastResumeMs(db, ['image.generate', 'fake']))
  await service.claim()
  await operator.cancelTask({ taskId })
  await operator.retryTask({ taskId })
}

async function useAdmin(accountId: string): Promise<void> {
  const open = async () => ({
    accounts: createAdministration(service.database, { objectStore: service.parts.objectStore }),
    close: async () => undefined,
  })
  const run = (...argv: string[]) =>
    runAdmin(open, argv, { write: () => undefined, writeError: () => undefined })
  service.agreeOnTime()
  const { tasks: newest } = await createAdministration(service.database).listTasks({ limit: 1 })
  const taskId = newest[0]?.id ?? ''
  for (const command of createAdminCommands(() => async () => undefined)) {
    const name = command.name()
    const [argument] = command.registeredArguments
    const ids = argument === undefined ? [] : [argument.name() === 'task' ? taskId : accountId]
    const isMovement = ['credit-account', 'debit-account'].includes(name)
    const amount = isMovement ? ['--amount', '1.00', '--idempotency-key', 'one'] : []
    const days =
      name === 'delete-uploads'
        ? ['--unused-days', '0']
        : name === 'archive-tasks'
          ? ['--ended-days', '36500']
          : []
    await run(name, ...ids, ...amount, ...days)
  }
  for (const status of [[], ...taskStatuses.map((status) => ['--status', status])]) {
    await run('list-tasks', ...status)
    await run('list-tasks', '--account', accountId, ...status)
    await run('list-tasks', '--id', taskId, '--engine', 'fake', '--tier', '1k', ...status)
    await run('list-tasks', '--product', 'image.generate', '--ended-from', '2026-01-01', ...status)
    await run('list-tasks', '--created-from', '2026-01-01', '--engine', 'fake', ...status)
  }
  await run('list-tasks', '--error-code', 'GENERATION_FAILED')
  await continueListsOfTasks(accountId)
  await run('audit', '--account', accountId)
  const administration = createAdministration(service.database)
  await administration.resumeAccount({ accountId })
  await administration.setAccount(accountId, { name: 'Ada', reference: 'one' })
  await administration.searchAccounts({ text: accountId.slice(0, 4), limit: 50 })
  await administration.findAccounts({ limit: 50 })
  await administration.reconcileWithin({ msMax: 60_000, foundMax: 10 })
  await administration.createAccount({ balance: Usd.zero, idempotencyKey: 'one' })
  await administration.createAccount({ balance: Usd.zero, idempotencyKey: 'one' }).catch(() => undefined)
  const leaver = await plantCustomer(service, 'leaver')
  await administration.closeAccount(leaver)
  await createAdministration(service.database, service.parts).deleteAccountData(leaver.accountId)
}

/** A second page of each kind, and one that stopped before it was full. */
async function continueListsOfTasks(accountId: string): Promise<void> {
  const operator = createAdministration(service.database)
  const ended = { fromMs: 0, beforeMs: Date.now() }
  for (const query of [{}, { accountId }, { ended }, { status: 'FAILED' as const, engine: 'none' }]) {
    const page = { ...query, limit: 1, readMsMax: 0 }
    const { next } = await operator.listTasks(page)
    await operator.listTasks({ ...page, cursor: next })
  }
}

interface Plan {
  readonly shape: string
  /** How each of its tables is read, and by which index. */
  readonly reads: readonly string[]
  /** Violations in words; must be empty. */
  readonly faults: readonly string[]
}

async function explain(statements: Iterable<Statement>): Promise<Plan[]> {
  const connection = await createConnection(service.parts.config.databaseUrl)
  const plans: Plan[] = []
  for (const { shape, sql } of statements) {
    // The others name no table (begin, commit, the clock) or read none (an INSERT of values).
    if (!/^(select|update|delete|with)\b/i.test(sql) || !/\b(from|update)\b/i.test(sql)) continue
    const [rows] = await connection.query<RowDataPacket[]>(`explain ${sql}`)
    const reads = rows.filter((row) => row.type !== null && !String(row.table).startsWith('<'))
    plans.push({
      shape,
      reads: reads.map((row) => `${row.table} by ${row.key ?? 'no index'} (${row.type})`),
      faults: reads.flatMap((row) => faultsOf(sql, row)),
    })
  }
  await connection.end()
  return plans.sort((one, other) => (one.shape < other.shape ? -1 : 1))
}

function faultsOf(sql: string, row: RowDataPacket): string[] {
  const alias = String(row.table)
  const table = new RegExp(`\\b(\\w+)\`? (?:as )?\`?${alias}\\b`).exec(sql)?.[1] ?? alias
  const isWhole = row.type === 'ALL' || row.type === 'index'
  const faults: string[] = []
  if (growing.includes(table) || growing.includes(alias)) {
    if (isWhole) faults.push(`${alias} is read whole`)
    // With a temporary table, what is sorted are its few groups.
    const sortsGroups = /\bgroup by\b/i.test(sql) && String(row.Extra).includes('Using temporary')
    if (String(row.Extra).includes('Using filesort') && !sortsGroups)
      faults.push(`${alias} is sorted by hand`)
  }
  // It would wait for rows that it does not need, and two such writers wait for each other.
  if (/^(update|delete)/i.test(sql) && (isWhole || row.type === 'ref'))
    faults.push(`${alias} is written by a scan`)
  return faults
}

function tableOf(plans: readonly Plan[]): string {
  const lines = plans.map(({ shape, reads }) => {
    const how = reads.length === 0 ? 'no row, or the ends of an index' : [...new Set(reads)].join('; ')
    return `| \`${shape.replaceAll('`', '').replaceAll('|', '\\|')}\` | ${how} |`
  })
  return ['| Statement | Reads |', '|---|---|', ...lines].join('\n')
}

test('no statement scans or sorts a growing table, no write scans any table, and none has a word that MySQL reserves; query-plans.md shows each plan', async () => {
  const { databaseUrl } = service.parts.config
  const statements = collectStatements(new URL(databaseUrl).pathname.slice(1))
  await fillAgain(await useEverything())
  const plans = await explain(statements.values())
  expect([...statements.values()].filter(({ shape }) => reservedByMysql.test(shape))).toEqual([])
  expect(plans.length).toBeGreaterThan(40)
  expect(plans.filter((plan) => plan.faults.length > 0)).toEqual([])

  // Each server describes its plans in its own words; the file shows those of the one that Debian ships.
  if (!(await versionOf(databaseUrl)).includes('MariaDB')) return
  const command = 'npm test -- test/faults/query-plans.test.ts -u'
  await expect(`<!-- Made by \`${command}\`. Do not edit. -->\n\n${tableOf(plans)}\n`).toMatchFileSnapshot(
    page,
  )
}, 120_000)

async function versionOf(url: string): Promise<string> {
  const connection = await createConnection(url)
  const [rows] = await connection.query<RowDataPacket[]>('select version() as version')
  await connection.end()
  return String(rows[0]?.version)
}
