import type { Pool, RowDataPacket } from 'mysql2/promise'
import { taskIdFrom, taskIdTimeMs } from '../../../server/src/core/domain/ids.ts'
import { Usd } from '../../../server/src/core/domain/money/usd.ts'
import { type Database, openDatabase } from '../../../server/src/database/database.ts'
import { closePeriods } from '../../../server/src/database/reconciliation/close-periods.ts'
import { findNewestEntry } from '../../../server/src/database/reconciliation/ledger-periods.ts'
import { migrate } from '../../../server/src/database/schema/migrate.ts'
import { timeoutsFor } from '../../../server/src/database/timeouts.ts'
import { createAdministration } from '../../../server/src/operator/administration.ts'
import type { BenchAccount, BenchTask } from './bench-database.ts'
import { type BenchMysql, openBarePool } from './bench-mysql.ts'
import { chargePast, fillPast, type PastAccount } from './fill-past.ts'

/** A database that a service has filled for years. */
export interface GrownDatabase extends AsyncDisposable {
  readonly tasks: number
  readonly name: string
  readonly url: string
  readonly database: Database
  readonly bare: Pool
  /** With a tenth of all tasks. */
  readonly large: BenchAccount
  /** Some of the others. */
  readonly callers: readonly BenchAccount[]
  /** So many tasks, spread evenly over all the time in which they were made, which their ids begin with. */
  findSpread(count: number): Promise<BenchTask[]>
  /** The newest ones of `callers` and `large`. */
  findNewest(count: number): Promise<BenchTask[]>
  /** How many bytes the tables have for each task, indexes included. */
  bytesOfTask(tables: readonly string[]): Promise<number>
}

interface Growth {
  readonly tasks: number
  readonly ofLastMonth: number
  readonly onProgress: (next: string) => void
}

const accountCount = 220
const callerCount = 40
/** A table that is there once a database is complete, so that a server that was given keeps it for the next run. */
const filledTable = 'growth_filled'

export async function openGrownDatabase(mysql: BenchMysql, growth: Growth): Promise<GrownDatabase> {
  const name = `growth_${growth.tasks}`
  const isFilled = await mysql.hasTable(name, filledTable)
  const url = isFilled ? mysql.urlOf(name) : await mysql.createDatabase(name)
  const database = openDatabase({ url, timeouts: timeoutsFor.work })
  const bare = openBarePool(url, 16)
  await migrate(database)
  if (!isFilled) await grow(database, bare, growth)
  const administration = createAdministration(database)
  const [rows] = await bare.query<RowDataPacket[]>(`select account_id from ${filledTable} order by place`)
  const callers: BenchAccount[] = []
  for (const { account_id } of rows.slice(0, callerCount + 1)) {
    const accountId = String(account_id)
    const { apiKey } = await administration.issueApiKey(accountId)
    callers.push({ accountId, apiKey })
  }
  const [large, ...others] = callers
  if (large === undefined) throw new Error(`${name} has no accounts.`)
  const byId = new Map(callers.map((account) => [account.accountId, account]))
  const findTasks = async (query: string, values: readonly (string | number)[]): Promise<BenchTask[]> => {
    const [tasks] = await bare.query<RowDataPacket[]>(query, [...values])
    return tasks.map(({ id, account_id }) => ({
      taskId: String(id),
      account: byId.get(String(account_id)) ?? { accountId: String(account_id), apiKey: '' },
    }))
  }
  const isCallers = ({ account }: BenchTask): boolean => account.apiKey !== ''
  return {
    tasks: growth.tasks,
    ...{ name, url, database, bare, large, callers: others },
    async findSpread(count) {
      const [ends] = await bare.query<RowDataPacket[]>('select min(id) as first, max(id) as last from tasks')
      const [first, last] = [taskIdTimeMs(String(ends[0]?.first)), taskIdTimeMs(String(ends[0]?.last))]
      const found = new Map<string, BenchTask>()
      for (let index = 0; index < count; index += 1) {
        const from = taskIdFrom(Math.floor(first + ((last - first) * index) / count))
        const next =
          'select id, account_id from tasks where id >= ? and scrubbed_at is null order by id limit 1'
        for (const task of await findTasks(next, [from])) found.set(task.taskId, task)
      }
      return [...found.values()]
    },
    async findNewest(count) {
      return (await findTasks('select id, account_id from tasks order by id desc limit ?', [count])).filter(
        isCallers,
      )
    },
    async bytesOfTask(tables) {
      const [sizes] = await bare.query<RowDataPacket[]>(
        `select sum(data_length + index_length) as bytes from information_schema.tables
         where table_schema = database() and table_name in (?)`,
        [[...tables]],
      )
      return Number(sizes[0]?.bytes) / growth.tasks
    },
    async [Symbol.asyncDispose]() {
      await bare.end()
      await database.close()
    },
  }
}

async function grow(database: Database, bare: Pool, growth: Growth): Promise<void> {
  const administration = createAdministration(database)
  const accounts: PastAccount[] = []
  for (let index = 0; index < accountCount; index += 1) {
    const { accountId, keyId } = await administration.createAccount({ balance: Usd.zero })
    accounts.push({ accountId, keyId, isLimited: index % 10 === 0 })
  }
  await fillPast(bare, { ...growth, accounts })
  const amount = Usd.parse('1000000.00')
  for (const { accountId } of accounts) await administration.creditAccount({ accountId, amount })
  await chargePast(bare)
  growth.onProgress('closed periods')
  await closePeriods(database, await database.read(findNewestEntry))
  await bare.query('analyze table tasks, ledger_entries, usage_days')
  await bare.query(`create table ${filledTable} (place int primary key, account_id char(24) not null)`)
  const places = accounts.map(({ accountId }, place) => [place, accountId])
  await bare.query(`insert into ${filledTable} values ?`, [places])
}
