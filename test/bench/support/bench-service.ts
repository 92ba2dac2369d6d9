import { Usd } from '../../../server/src/core/domain/usd.ts'
import type { Database } from '../../../server/src/database/database.ts'
import { migrate } from '../../../server/src/database/migrate.ts'
import { createAdministration } from '../../../server/src/operator/administration.ts'
import type { BenchMysql } from './bench-mysql.ts'
import { requestBytes } from './raw-http-client.ts'
import { openServiceDatabase } from './service-database.ts'

export interface BenchAccount {
  readonly accountId: string
  readonly apiKey: string
}

/** A migrated database with accounts that cannot run dry. */
export interface BenchDatabase {
  readonly url: string
  readonly database: Database
  readonly accounts: readonly BenchAccount[]
}

export async function createBenchDatabase(
  mysql: BenchMysql,
  name: string,
  accountCount = 100,
): Promise<BenchDatabase> {
  const url = await mysql.createDatabase(name)
  const database = openServiceDatabase({ url })
  await migrate(database)
  const administration = createAdministration(database)
  const accounts: BenchAccount[] = []
  for (let index = 0; index < accountCount; index += 1) {
    accounts.push(await administration.createAccount({ balance: Usd.parse('1000000.00') }))
  }
  return { url, database, accounts }
}

/** The item that belongs to the client alone, such as its connection. */
export function own<Item>(items: readonly Item[], client: number): Item {
  const item = items[client]
  if (item === undefined) throw new RangeError('There are more clients than items.')
  return item
}

/** Spreads clients and their turns over the items, each client along a way of its own. */
export function pick<Item>(items: readonly Item[], client: number, turn: number): Item {
  const item = items[(client * 37 + turn) % items.length]
  if (item === undefined) throw new RangeError('There is nothing to pick from.')
  return item
}

export function generationRequest({ apiKey }: BenchAccount, idempotencyKey?: string): Buffer {
  return requestBytes({
    method: 'POST',
    path: '/api/v1/images/generations',
    headers: {
      Authorization: `Bearer ${apiKey}`,
      ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
    },
    body: '{"prompt":"a red door"}',
  })
}

export function pollRequest({ apiKey }: BenchAccount, taskId: string): Buffer {
  return requestBytes({
    method: 'GET',
    path: `/api/v1/tasks/${taskId}`,
    headers: { Authorization: `Bearer ${apiKey}` },
  })
}

export function cancelRequest({ apiKey }: BenchAccount, taskId: string): Buffer {
  return requestBytes({
    method: 'POST',
    path: `/api/v1/tasks/${taskId}/cancel`,
    headers: { Authorization: `Bearer ${apiKey}` },
    body: '{}',
  })
}

/** The id in an accepted task's answer. */
export function taskIdOf(answer: string): string {
  const id = /"id":"([0-9a-z]{24})"/.exec(answer)?.[1]
  if (id === undefined) throw new Error(`no task in ${answer}`)
  return id
}
