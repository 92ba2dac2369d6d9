import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { BenchDatabase } from '../support/bench-database.ts'
import type { BenchMysql } from '../support/bench-mysql.ts'
import {
  type Checkout,
  type MeasuredProcess,
  type Role,
  startNoEngineService,
} from '../support/measured-process.ts'

/** One of the two commits, on a database that its own code has made. */
export interface Side extends AsyncDisposable {
  readonly database: BenchDatabase
  /** Adds waiting tasks. */
  fillQueue(count: number): Promise<void>
  start(role: Role): Promise<MeasuredProcess>
}

/** Its schema and its accounts are the commit's own, so both sides may differ in them. */
export async function openSide(checkout: Checkout, mysql: BenchMysql, name: string): Promise<Side> {
  const support = (file: string): string =>
    pathToFileURL(join(checkout.root, 'test', 'bench', 'support', file)).href
  const { createBenchDatabase }: typeof import('../support/bench-database.ts') = await import(
    support('bench-database.ts')
  )
  const { fillQueuedTasks }: typeof import('../support/fill-tasks.ts') = await import(
    support('fill-tasks.ts')
  )
  const database = await createBenchDatabase(mysql, name)
  return {
    database,
    fillQueue: (count) => fillQueuedTasks(database.bare, { count, accountIds: database.accountIds }),
    start: (role) => startNoEngineService(role, { databaseUrl: database.url, checkout }),
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  }
}
