import { spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { createConnection } from 'mysql2/promise'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { readinessChecks } from '../../server/src/commands/readiness-checks.ts'
import { Usd } from '../../server/src/core/domain/money/usd.ts'
import { openDatabase } from '../../server/src/database/database.ts'
import { migrate } from '../../server/src/database/schema/migrate.ts'
import { createAdministration } from '../../server/src/operator/administration.ts'
import { measureService } from '../../server/src/use-cases/measure-service.ts'
import { sweepObjects } from '../../server/src/use-cases/sweeps/sweep-objects.ts'
import {
  reconcileLedger,
  sweepIdempotencyKeys,
  sweepUploads,
} from '../../server/src/use-cases/sweeps/sweeps.ts'
import { sweepUnusedUploads } from '../../server/src/use-cases/sweeps/unused-uploads.ts'
import { recoverLeases } from '../../server/src/worker/recover-leases.ts'
import { accountWith } from '../support/account.ts'
import { startTestService } from '../support/service.ts'
import { createTestDatabase, testDialect } from '../support/test-database.ts'
import { pngOf } from './support/images.ts'
import { countRows } from './support/row-counts.ts'
import { acceptImage, pollTask } from './support/tasks.ts'

const usersFile = new URL('../../examples/two-machines/users.sql', import.meta.url)
const dayMs = 24 * 3_600_000

interface Users {
  readonly service: string
  readonly migration: string
  /** Runs a statement as the administrator of the database; `SERVICE` stands for the service's user. */
  run(statement: string): Promise<void>
}

/** The users that an operator makes, on a database of this test: only names and addresses differ. */
async function createUsers(): Promise<Users> {
  const { url } = await createTestDatabase()
  const name = new URL(url).pathname.slice(1)
  const suffix = name.slice(-12)
  const admin = await createConnection({ uri: inject('mysqlUrl') ?? '', multipleStatements: true })
  const text = (await readFile(usersFile, 'utf8'))
    .replaceAll('mediagen.*', `${name}.*`)
    .replaceAll('DATABASE IF NOT EXISTS mediagen ', `DATABASE IF NOT EXISTS ${name} `)
    .replaceAll(/'(mediagen(_\w+)?)'@'[^']+'/g, `'$1_${suffix}'@'%'`)
    .replaceAll('replace-me-', 'password')
  onTestFinished(async () => {
    for (const [user] of text.matchAll(/(?<=CREATE USER )\S+/g))
      await admin.query(`DROP USER IF EXISTS ${user}`)
    await admin.end()
  })
  await admin.query(text)
  const urlOf = (user: string, password: string) =>
    Object.assign(new URL(url), { username: `${user}_${suffix}`, password }).href
  return {
    service: urlOf('mediagen', 'passwordservice'),
    migration: urlOf('mediagen_migrate', 'passwordmigrate'),
    async run(statement) {
      await admin.query(
        statement.replaceAll('SERVICE', `'mediagen_${suffix}'@'%'`).replaceAll('mediagen.', `${name}.`),
      )
    },
  }
}

async function migrateAs(url: string): Promise<string[]> {
  const database = openDatabase({ url })
  try {
    return await migrate(database)
  } finally {
    await database.close()
  }
}

/** What an operator sees of a command of the service. */
function run(command: string, databaseUrl: string): { status: number | null; printed: string } {
  const env = {
    ...process.env,
    DATABASE_URL: databaseUrl,
    SIGNING_SECRET: 'a secret of the tests, long enough for the rule',
    LOG_LEVEL: 'error',
  }
  const { status, stdout, stderr } = spawnSync(process.execPath, ['server/src/main.ts', command], {
    env,
    encoding: 'utf8',
  })
  return { status, printed: `${stdout}${stderr}` }
}

describe.skipIf(testDialect() === 'sqlite')('the users of the database in examples/two-machines', () => {
  test('the user of `migrate` can make the schema, and again what is there already', async () => {
    const users = await createUsers()
    expect((await migrateAs(users.migration)).length).toBeGreaterThan(20)
    expect(await migrateAs(users.migration)).toEqual([])
  })

  test('the user of the service can do all that API, worker, sweeps and operator do', async () => {
    const users = await createUsers()
    await migrateAs(users.migration)
    const service = await startTestService({ databaseUrl: users.service })
    const { database, run } = service
    const account = await service.createAccount()
    await account.upload(pngOf(40, 30), 'image/png')
    await account.reserve()
    const succeeded = await acceptImage(account)
    const cancelled = await acceptImage(account)
    await account.call('POST', `/api/v1/tasks/${cancelled}/cancel`)
    const keyed = await account.call(
      'POST',
      '/api/v1/images/generations',
      { prompt: 'x' },
      { 'Idempotency-Key': 'order-1' },
    )
    expect(keyed.status).toBe(200)
    await service.runQueue()
    expect(await pollTask(account, succeeded)).toMatchObject({ status: 'SUCCEEDED' })

    const abandoned = await acceptImage(account)
    await service.claimOne('a-worker-that-dies')
    service.advance(60_000)
    expect(await recoverLeases(run)).toBe(1)
    service.provider.mockStart({ kind: 'rejected', message: 'no' })
    await service.runQueue()
    expect(await pollTask(account, abandoned)).toMatchObject({ status: 'FAILED' })

    const operator = createAdministration(database)
    const { keyId } = await operator.rotateApiKey(
      (await operator.showAccount(account.accountId)).apiKeys[0]?.keyId ?? '',
      { overlapMs: 0 },
    )
    await operator.revokeApiKey(keyId)
    service.advance(2 * dayMs)
    expect(await sweepUploads(run)).toBe(1)
    expect(await sweepUnusedUploads(service.parts, dayMs)).toBeGreaterThan(0)
    expect(await sweepIdempotencyKeys(run, dayMs)).toBe(1)
    await sweepObjects(service.parts)
    expect(await measureService(database)).toMatchObject({ waiting: 0 })
    expect(await reconcileLedger(service.parts)).toEqual([])
    await service.expectBooksToAgree()
  })

  test('`migrate` as the user of the service changes nothing, and says what the user lacks', async () => {
    const users = await createUsers()
    const { status, printed } = run('migrate', users.service)
    expect(status).toBe(1)
    expect(printed).toMatch(/CREATE command denied.*grant the user what it needs/)
    expect((await migrateAs(users.migration)).length).toBeGreaterThan(20)
  })

  test('the API does not start as a user who may not read, and says what the user lacks', async () => {
    const users = await createUsers()
    await migrateAs(users.migration)
    await users.run('REVOKE SELECT ON mediagen.* FROM SERVICE')
    const { status, printed } = run('api', users.service)
    expect(status).toBe(1)
    expect(printed).toMatch(/SELECT command denied.*grant the user what it needs/)
  })

  test('a read-only database makes the service not ready, by a check of its own, until it is writable again', async () => {
    const users = await createUsers()
    await migrateAs(users.migration)
    const service = await startTestService({ databaseUrl: users.service })
    const { database, databaseWritable, migrations } = readinessChecks(service.parts)
    await databaseWritable?.()
    onTestFinished(() => users.run('SET GLOBAL read_only = OFF'))
    await users.run('SET GLOBAL read_only = ON')
    await expect(databaseWritable?.()).rejects.toThrow('The database is read-only')
    await Promise.all([database?.(), migrations?.()])
    await users.run('SET GLOBAL read_only = OFF')
    await databaseWritable?.()
  })

  test('a privilege that the service lacks ends a request in 500, names itself in the log and writes nothing', async () => {
    const users = await createUsers()
    await migrateAs(users.migration)
    const other = openDatabase({ url: users.migration })
    onTestFinished(() => other.close())
    const { apiKey } = await createAdministration(other).createAccount({ balance: Usd.parse('1.00') })
    await users.run('REVOKE UPDATE ON mediagen.* FROM SERVICE')
    const lines: Record<string, unknown>[] = []
    const service = await startTestService({
      databaseUrl: users.service,
      onLogLine: (line) => lines.push(line),
    })
    const { status } = await accountWith(service.fetch, apiKey).call('POST', '/api/v1/images/generations', {
      prompt: 'a lighthouse',
    })
    expect(status).toBe(500)
    expect(JSON.stringify(lines)).toContain('UPDATE command denied')
    expect(await countRows(service.database)).toMatchObject({ tasks: 0, task_queue: 0, ledger_entries: 1 })
    await service.expectBooksToAgree()
  })
})
