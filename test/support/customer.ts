import { sql } from 'kysely'
import { Usd } from '../../server/src/core/domain/money/usd.ts'
import type { Database } from '../../server/src/database/database.ts'
import { createAdministration } from '../../server/src/operator/administration.ts'
import { pngOf } from '../integration/support/images.ts'
import { accountWith, putFile } from './account.ts'
import type { TestAccount, TestService } from './service.ts'

/** A customer who has used everything that stores something, with texts and bytes that nobody else has. */
export interface PlantedCustomer extends Pick<TestAccount, 'accountId' | 'apiKey' | 'call'> {
  /** Each of them is somewhere in the database or in the object store. */
  readonly marks: readonly string[]
  readonly uploadIds: readonly string[]
  /** A task that succeeded, one that failed and one that was cancelled. */
  readonly tasks: { readonly succeeded: string; readonly failed: string; readonly cancelled: string }
}

const minuteMs = 60_000

/** Nothing of it waits or runs afterwards. */
export async function plantCustomer(service: TestService, name: string): Promise<PlantedCustomer> {
  const mark = (what: string) => `${what}-of-${name}`
  const operator = createAdministration(service.database)
  const { accountId, apiKey } = await operator.createAccount({
    balance: Usd.parse('10'),
    name: mark('name'),
    reference: mark('reference'),
  })
  const account = accountWith(service.fetch, apiKey)
  await operator.issueApiKey(accountId, { properties: { name: mark('key-name') } })
  await operator.debitAccount({ accountId, amount: Usd.parse('1'), reason: mark('reason') })

  const expired = await account.reserve()
  await putFile(expired.uploadUrl, bytesWith(mark('expired-bytes')))
  service.advance(16 * minuteMs)
  const ready = (await account.upload(bytesWith(mark('ready-bytes')), 'image/png')).body.id
  const invalid = await account.reserve()
  await putFile(invalid.uploadUrl, Buffer.from(mark('invalid-bytes').repeat(20)))
  await account.complete(invalid.id)
  const pending = await account.reserve()
  await putFile(pending.uploadUrl, bytesWith(mark('pending-bytes')))

  const order = async (): Promise<string> => {
    const { status, body } = await account.call(
      'POST',
      '/api/v1/images/transformations',
      { prompt: mark('prompt'), assetId: ready },
      { 'Idempotency-Key': `${mark('idempotency-key')}-${Math.random()}` },
    )
    if (status !== 200) throw new Error(`The order was refused: ${JSON.stringify(body)}`)
    return body.id
  }
  service.provider.mockPoll({
    kind: 'succeeded',
    outputs: [{ contentType: 'image/png', bytes: bytesWith(mark('result-bytes')) }],
  })
  const succeeded = await order()
  await service.runQueue()
  service.provider.mockStart({ kind: 'rejected', message: `no ${mark('message')}` })
  const failed = await order()
  await service.runQueue()
  const cancelled = await order()
  await account.call('POST', `/api/v1/tasks/${cancelled}/cancel`)
  const what = ['name', 'reference', 'key-name', 'reason', 'expired-bytes', 'ready-bytes']
  const more = ['pending-bytes', 'prompt', 'idempotency-key', 'result-bytes']
  return {
    accountId,
    apiKey,
    call: account.call,
    // What was sent for the invalid one went with the verdict.
    marks: [...what, ...more].map(mark),
    uploadIds: [expired.id, ready, invalid.id, pending.id],
    tasks: { succeeded, failed, cancelled },
  }
}

/** An image whose bytes end with a text. */
function bytesWith(text: string): Uint8Array {
  return Buffer.concat([pngOf(40, 30), Buffer.from(text)])
}

/** Of every object in the store. */
export const prefixes = ['inputs/', 'results/', 'uploads/']

/** Where each of these texts still is: in any column of any table, or in the key or the bytes of any object. */
export async function findTraces(service: TestService, texts: readonly string[]): Promise<string[]> {
  const traces: string[] = []
  const note = (where: string, content: string) => {
    for (const text of texts) if (content.includes(text)) traces.push(`${text} in ${where}`)
  }
  for (const table of await listTables(service.database))
    for (const row of await rowsOf(service.database, table)) note(table, row)
  const { objectStore } = service.parts
  for (const key of await service.storedKeys(...prefixes)) {
    note(`the key ${key}`, key)
    note(`the object ${key}`, Buffer.from((await objectStore.read(key)) ?? []).toString('latin1'))
  }
  return traces
}

/** Each row of a table as text, its bytes included. */
export async function rowsOf(database: Database, table: string): Promise<string[]> {
  const { rows } = await database.readLongRunning((db) =>
    sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(db),
  )
  return rows.map((row) =>
    JSON.stringify(row, (_, value) => (typeof value === 'bigint' ? String(value) : value)),
  )
}

async function listTables({ dialect, readLongRunning }: Database): Promise<string[]> {
  const { rows } = await readLongRunning((db) =>
    (dialect.name === 'mysql'
      ? sql<{
          name: string
        }>`select table_name as name from information_schema.tables where table_schema = database()`
      : sql<{ name: string }>`select name from sqlite_schema where type = 'table'`
    ).execute(db),
  )
  return rows.map(({ name }) => name)
}
