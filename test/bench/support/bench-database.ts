import type { Pool, RowDataPacket } from 'mysql2/promise'
import { Usd } from '../../../server/src/core/domain/money/usd.ts'
import { type Database, openDatabase } from '../../../server/src/database/database.ts'
import { migrate } from '../../../server/src/database/schema/migrate.ts'
import { createAdministration } from '../../../server/src/operator/administration.ts'
import { type BenchMysql, openBarePool } from './bench-mysql.ts'
import { type RawHttpClient, requestBytes } from './raw-http-client.ts'

/** As many as the bare statements of any benchmark are sent on at one time. */
const bareConnectionsMax = 16

export interface BenchAccount {
  readonly accountId: string
  readonly apiKey: string
}

export interface BenchTask {
  readonly account: BenchAccount
  readonly taskId: string
}

/** A migrated database with accounts that cannot run dry. */
export interface BenchDatabase extends AsyncDisposable {
  readonly url: string
  readonly database: Database
  readonly accounts: readonly BenchAccount[]
  readonly accountIds: readonly string[]
  /** The same database without the service's own way to it. */
  readonly bare: Pool
  /** The tasks that a query finds by `id` and `account_id`; all of them by default. */
  findTasks(query?: string, values?: readonly (string | number)[]): Promise<BenchTask[]>
}

export async function createBenchDatabase(
  mysql: Pick<BenchMysql, 'createDatabase'>,
  name: string,
  accountCount = 100,
): Promise<BenchDatabase> {
  const url = await mysql.createDatabase(name)
  const database = openDatabase({ url })
  const bare = openBarePool(url, bareConnectionsMax)
  await migrate(database)
  const administration = createAdministration(database)
  const accounts: BenchAccount[] = []
  for (let index = 0; index < accountCount; index += 1) {
    accounts.push(await administration.createAccount({ balance: Usd.parse('1000000.00') }))
  }
  const byId = new Map(accounts.map((account) => [account.accountId, account]))
  return {
    ...{ url, database, accounts, bare },
    accountIds: accounts.map(({ accountId }) => accountId),
    async findTasks(query = 'select id, account_id from tasks', values = []) {
      const [rows] = await bare.query<RowDataPacket[]>(query, [...values])
      return rows.flatMap(({ id, account_id }) => {
        const account = byId.get(String(account_id))
        return account === undefined ? [] : [{ account, taskId: String(id) }]
      })
    },
    async [Symbol.asyncDispose]() {
      await bare.end()
      await database.close()
    },
  }
}

export function generationRequest(
  { apiKey }: BenchAccount,
  idempotencyKey?: string,
  headers: Readonly<Record<string, string>> = {},
): Buffer {
  return requestBytes({
    method: 'POST',
    path: '/api/v1/images/generations',
    headers: {
      Authorization: `Bearer ${apiKey}`,
      ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
      ...headers,
    },
    body: '{"prompt":"a red door"}',
  })
}

/** The poll may be held for so many seconds, where some are given. */
export function pollRequest({ account, taskId }: BenchTask, waitSeconds?: number): Buffer {
  return readRequest(account, `/api/v1/tasks/${taskId}`, waitSeconds)
}

/** A request that reads, with the key of an account; it may be held for so many seconds. */
export function readRequest({ apiKey }: BenchAccount, path: string, waitSeconds?: number): Buffer {
  return requestBytes({
    method: 'GET',
    path,
    headers: {
      Authorization: `Bearer ${apiKey}`,
      ...(waitSeconds !== undefined && { Prefer: `wait=${waitSeconds}` }),
    },
  })
}

export function cancelRequest({ account, taskId }: BenchTask): Buffer {
  return requestBytes({
    method: 'POST',
    path: `/api/v1/tasks/${taskId}/cancel`,
    headers: { Authorization: `Bearer ${account.apiKey}` },
    body: '{}',
  })
}

/** The id in the response to an acceptance. */
export function taskIdOf(response: string): string {
  const id = /"id":"([0-9a-z]{24})"/.exec(response)?.[1]
  if (id === undefined) throw new Error(`no task in ${response}`)
  return id
}

/** The id of a task that the client has the service accept. */
export async function submit(client: RawHttpClient, account: BenchAccount): Promise<string> {
  return taskIdOf(await client.send(generationRequest(account), 200))
}
