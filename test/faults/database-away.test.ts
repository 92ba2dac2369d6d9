import { sql } from 'kysely'
import { createConnection } from 'mysql2/promise'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { countingWaits } from '../../server/src/core/async/waited-time.ts'
import type { Task } from '../../server/src/core/domain/tasks/task.ts'
import { type Database, openDatabase } from '../../server/src/database/database.ts'
import { DatabaseUnavailableError } from '../../server/src/database/database-unavailable-error.ts'
import { timeoutsFor } from '../../server/src/database/timeouts.ts'
import { wireWorker } from '../../server/src/wiring/wire.ts'
import { runTask } from '../../server/src/worker/run-task.ts'
import { startLink } from '../breakage/faults/link.ts'
import type { TestAccount } from '../support/service.ts'
import { untilHolds } from '../support/until-holds.ts'
import { proxiedServiceOfFile } from './support/proxied-service.ts'
import { onWholePool } from './support/whole-pool.ts'

/** The timeout of a request is two seconds for one statement; the rest is for a busy machine. */
const responseMsMax = 3_500

const { current, proxy, directUrl } = proxiedServiceOfFile()
let account: TestAccount
beforeEach(async () => {
  account = await current().createAccount('10.00')
})
afterEach(() => proxy().restore())

const path = '/api/v1/images/generations'
const body = { prompt: 'a lake' }

/** None of the connections was lost in between. */
async function expectWholePool(): Promise<void> {
  await onWholePool(current().database, ({ db }) => sql`select 1`.execute(db))
}

async function ask(path: string): Promise<number> {
  return (await fetch(current().baseUrl + path)).status
}

describe.each([
  ['refuses connections', () => proxy().refuse()],
  ['has gone silent', async () => proxy().hang()],
])('while the database %s', (_name, breakIt) => {
  test('every kind of request gets 503 within seconds, and the service recovers by itself', async () => {
    const { body: task } = await account.call('POST', path, body)
    await breakIt()
    const calls = [
      () => account.call('POST', path, body),
      () => account.call('POST', path, body, { 'Idempotency-Key': 'a key' }),
      () => account.call('GET', `/api/v1/tasks/${task.id}`),
      () => account.call('POST', `/api/v1/tasks/${task.id}/cancel`, {}),
      () => account.call('POST', '/api/v1/uploads', { contentType: 'image/png' }),
      () => account.call('GET', '/api/v1/me'),
    ]
    const responses = await Promise.all(
      calls.map(async (call) => {
        const startedAtMs = performance.now()
        const { status, body: error } = await call()
        return { status, code: error.code, isInTime: performance.now() - startedAtMs < responseMsMax }
      }),
    )
    expect(responses).toEqual(calls.map(() => ({ status: 503, code: 'SERVICE_UNAVAILABLE', isInTime: true })))
    expect(await Promise.all([ask('/readyz'), ask('/healthz')])).toEqual([503, 200])

    await proxy().restore()
    await untilHolds(async () => expect(await ask('/readyz')).toBe(200))
    expect((await account.call('POST', path, body)).status).toBe(200)
    await expectWholePool()
    await current().runQueue()
    expect(await current().brokenPromises()).toEqual([])
  })

  test('fifty requests at once all get their responses in time, and the pool does not shrink', async () => {
    await breakIt()
    const startedAtMs = performance.now()
    const statuses = await Promise.all(
      Array.from({ length: 50 }, async () => (await account.call('POST', path, body)).status),
    )
    expect(performance.now() - startedAtMs).toBeLessThan(responseMsMax)
    expect(new Set(statuses)).toEqual(new Set([503]))
    await proxy().restore()
    await expectWholePool()
    await current().runQueue()
    expect(await current().brokenPromises()).toEqual([])
  })

  test('a worker waits, and continues with the work that it finds when the database is back', async () => {
    const { body: first } = await account.call('POST', path, body)
    const loop = wireWorker(current().parts, { onSettled: () => undefined })
    const ended = loop.run()
    const statusOf = async (id: string) => (await account.call('GET', `/api/v1/tasks/${id}`)).body.status
    await untilHolds(async () => expect(await statusOf(first.id)).toBe('SUCCEEDED'))
    await breakIt()
    expect((await account.call('POST', path, body)).status).toBe(503)
    await proxy().restore()
    const { body: second } = await account.call('POST', path, body)
    await untilHolds(async () => expect(await statusOf(second.id)).toBe('SUCCEEDED'))
    loop.stop()
    await ended
    expect(await current().brokenPromises()).toEqual([])
  })
})

describe('a worker that has waited for the database in vain for 25 seconds, as during an election', () => {
  const never = new AbortController().signal
  const savesJob = /set `provider` = 'once', `provider_job` = '/
  const charges = /insert into `ledger_entries`[\s\S]*'charge'/
  let database: Database
  beforeAll(() => {
    database = openDatabase({ url: current().parts.config.databaseUrl, timeouts: timeoutsFor.worker })
  })
  afterAll(() => database.close())

  /** One attempt at the task, to which each of its calls of the database comes after this wait. */
  const runLate = (task: Task): Promise<void> =>
    countingWaits({ ms: 25_000 }, () => runTask(current().runOn(database), task, never))
  const taskOf = async (id: string) => (await account.call('GET', `/api/v1/tasks/${id}`)).body

  test.each([
    ['took', savesJob],
    ['delivered', charges],
  ])(
    'writes what an engine %s after one more failure, and the task is charged once',
    async (_what, write) => {
      const { body: accepted } = await account.call('POST', path, body)
      const task = await current().claimOne()
      const broken = proxy().breakBefore(write)
      await runLate(task)
      await broken
      expect((await taskOf(accepted.id)).status).toBe('SUCCEEDED')
      expect(await account.money()).toEqual({ balance: '9.98', reserved: '0.00' })
      expect(await current().brokenPromises()).toEqual([])
    },
  )

  test('writes nothing if another worker has ended the task meanwhile', async () => {
    const { body: accepted } = await account.call('POST', path, body)
    const task = await current().claimOne()
    const silent = proxy().hangBefore(savesJob)
    const run = runLate(task)
    await silent
    await current().recoverNow()
    await current().runQueue()
    const ended = await taskOf(accepted.id)
    expect(ended.error.code).toBe('PROVIDER_SUBMIT_AMBIGUOUS')
    proxy().cut()
    await run
    expect(await taskOf(accepted.id)).toEqual(ended)
    expect(await account.money()).toEqual({ balance: '10.00', reserved: '0.00' })
    expect(await current().brokenPromises()).toEqual([])
  })
})

test('a worker that is stopped while the database is away and nothing runs does not wait for it', async () => {
  const database = openDatabase({ url: current().parts.config.databaseUrl, timeouts: timeoutsFor.worker })
  const loop = wireWorker(
    { ...current().parts, database },
    { settings: { idlePollMs: 1 }, onSettled: () => undefined },
  )
  const ended = loop.run()
  await proxy().refuse()
  loop.stop()
  const startedAtMs = performance.now()
  await ended
  expect(performance.now() - startedAtMs).toBeLessThan(responseMsMax)
  await database.close()
})

describe('all that one request waits for the database counts together', () => {
  const order = { ...body, prompt: 'a sea' }

  test.each([
    ['it hangs', () => proxy().hang()],
    ['each connection is closed after a second', () => proxy().hang(1_000)],
    [
      'each connection is accepted and never hears anything',
      () => {
        proxy().cut()
        proxy().hang()
      },
    ],
  ])('so it is tried twice at most while %s', async (_name, breakIt) => {
    await expectWholePool()
    const { statements, connections } = proxy()
    const before = statements.length + connections()
    breakIt()
    const startedAtMs = performance.now()
    const { status, body: error } = await account.call('POST', path, order)
    expect([status, error.code]).toEqual([503, 'SERVICE_UNAVAILABLE'])
    expect(performance.now() - startedAtMs).toBeLessThan(responseMsMax)
    await proxy().restore()
    // A statement on an old connection, and new connections.
    expect(statements.length + connections() - before).toBeLessThanOrEqual(3)
  })

  test('so a second step that fails once more ends it, and the third is not begun', async () => {
    const stranger = await current().createAccount('10.00')
    const broken = Promise.all([
      proxy().breakLate(/from `api_keys`/, 550),
      proxy().breakLate(/insert into `?rate_limits/, 550),
    ])
    const before = proxy().statements.length
    const { status } = await stranger.call('POST', path, order)
    await broken
    expect(status).toBe(503)
    expect(proxy().statements.slice(before).join('\n')).not.toMatch(/insert into `tasks`/)
    expect((await stranger.call('POST', path, order)).status).toBe(200)
    await current().runQueue()
    expect(await current().brokenPromises()).toEqual([])
  })
})

describe('all that one request waits for a slow database is bounded, too', () => {
  const slowMs = 60
  /** Short, for the test's sake; so is what a request has. */
  const timeouts = { ...timeoutsFor.request, allMs: 500 }

  async function openSlow() {
    const link = await startLink(Number(new URL(directUrl()).port))
    const database = openDatabase({ url: link.urlOf(directUrl()), timeouts })
    onTestFinished(async () => {
      await database.close()
      await link.close()
    })
    await database.nowMs()
    return { database, slow: () => link.delay(slowMs), restore: () => link.restore() }
  }

  test('so a request of many slow statements ends with 503, and the next one has its own time', async () => {
    const { database, slow, restore } = await openSlow()
    slow()
    let answers = 0
    const request = countingWaits({ ms: 0 }, async () => {
      for (;;) {
        await database.nowMs()
        answers += 1
      }
    })
    await expect(request).rejects.toThrow(DatabaseUnavailableError)
    expect(answers).toBeGreaterThan(0)
    restore()
    await expect(countingWaits({ ms: 0 }, () => database.nowMs())).resolves.toBeGreaterThan(0)
  })

  test('but not a COMMIT that was begun, as nobody would know what became of it', async () => {
    const { database, slow } = await openSlow()
    const waited = { ms: 0, allMs: 0 }
    const committed = countingWaits(waited, () =>
      database.transaction(async () => {
        waited.allMs = timeouts.allMs
        slow()
        return 'committed'
      }),
    )
    await expect(committed).resolves.toBe('committed')
  })
})

test('a transaction in which the database falls silent is abandoned in time, and reports its first error', async () => {
  const silent = proxy().hangBefore(/^select 'silent'/)
  const startedAtMs = performance.now()
  const run = current().database.transaction(({ db }) => sql`select 'silent'`.execute(db))
  await expect(run).rejects.toMatchObject({ cause: { name: 'StatementTimeoutError' } })
  await silent
  // The time of one statement: no ROLLBACK is awaited that the server does by itself.
  expect(performance.now() - startedAtMs).toBeLessThan(responseMsMax)
  await expectWholePool()
})

test('a new connection that falls silent during its set-up is not lost to the pool', async () => {
  proxy().cut()
  const silent = proxy().hangBefore(/isolation level/i)
  await expect(current().database.nowMs()).rejects.toThrow(DatabaseUnavailableError)
  await silent
  await expectWholePool()
})

test('a process that got no processor time for longer than its timeout responds normally afterwards', async () => {
  await expectWholePool()
  const responses = Array.from({ length: 20 }, () => account.call('POST', path, body))
  // In the middle of a statement, with most statements still to come.
  while ((current().database.dialect.connectionUse()?.inUse ?? 0) === 0) {
    await new Promise((resolve) => setImmediate(resolve))
  }
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2_500)
  expect((await Promise.all(responses)).map(({ status }) => status)).toEqual(Array(20).fill(200))
  await current().runQueue()
  expect(await current().brokenPromises()).toEqual([])
})

test('an API that is started while the database is unavailable is up, not ready, and becomes ready by itself', async () => {
  await proxy().refuse()
  const api = current().start('api')
  const url = await api.ready
  const statusOf = async (of: string) => (await fetch(url + of)).status
  expect(await Promise.all([statusOf('/healthz'), statusOf('/readyz')])).toEqual([200, 503])
  await proxy().restore()
  await untilHolds(async () => expect(await statusOf('/readyz')).toBe(200))
  await api.kill()
})

test('connections that the server killed are replaced, both idle ones and those in a transaction', async () => {
  await expectWholePool()
  const server = await createConnection(directUrl())
  const killAll = async (): Promise<void> => {
    const [rows] = await server.query<never[]>(
      'select id from information_schema.processlist where db = database() and id <> connection_id()',
    )
    expect(rows.length).toBeGreaterThan(0)
    for (const { id } of rows as { id: number }[]) await server.query(`kill ${id}`)
  }
  await killAll()
  expect((await account.call('POST', path, body)).status).toBe(200)
  let tries = 0
  await current().database.transaction(async ({ db }) => {
    tries += 1
    if (tries === 1) await killAll()
    await sql`select 1`.execute(db)
  })
  expect(tries).toBe(2)
  await expectWholePool()
  await server.end()
  await current().runQueue()
  expect(await current().brokenPromises()).toEqual([])
})

test('a statement that takes too long is aborted, at the server too; a migration may take as long as it needs', async () => {
  const { database } = current()
  // Two rows, because MySQL's time limit only ends the current sleep(); the error comes before the second row.
  const slow = sql`select sleep(20) from (select 1 union all select 2) as rows_of_two`
  const startedAtMs = performance.now()
  await expect(database.read((db) => slow.execute(db))).rejects.toThrow(DatabaseUnavailableError)
  expect(performance.now() - startedAtMs).toBeLessThan(responseMsMax)
  const server = await createConnection(directUrl())
  const [running] = await server.query<never[]>(
    `select id from information_schema.processlist where db = database() and info like 'select sleep%'`,
  )
  expect(running).toEqual([])
  await server.end()
  await database.migrate((db) => sql`select sleep(2.5)`.execute(db))
  await expectWholePool()
})
