import { type BenchPostgres, startBenchPostgres } from '../support/bench-postgres.ts'
import { formatNumber } from '../support/figures.ts'
import type { QueueServer, QueueSettings, QueueUnderTest } from './queue-under-test.ts'

export interface PostgresTools extends BenchPostgres {
  holdSnapshot(url: string): Promise<AsyncDisposable>
  countRows(url: string): Promise<string>
}

/** A PostgreSQL for a queue, which has as many connections and as large a cache as the MySQL beside it. */
export async function startPostgresServer(
  open: (postgres: PostgresTools, url: string, settings: QueueSettings) => Promise<QueueUnderTest>,
): Promise<QueueServer> {
  const postgres = await startBenchPostgres(['max_connections=300', 'shared_buffers=512MB'])
  if (postgres === undefined) throw new Error('This benchmark needs PostgreSQL: apt-get install postgresql.')
  const tools: PostgresTools = {
    ...postgres,
    async holdSnapshot(url) {
      const session = postgres.openSession(url)
      await session.query('begin isolation level repeatable read')
      await session.query('select count(*) from pg_class') // the first statement takes the snapshot
      return session
    },
    async countRows(url) {
      const [dead, live] = await postgres.query(
        url,
        'select coalesce(sum(n_dead_tup), 0), coalesce(sum(n_live_tup), 0) from pg_stat_user_tables',
      )
      return `${formatNumber(Number(dead))} dead rows, ${formatNumber(Number(live))} kept`
    },
  }
  return {
    ...postgres,
    async open(name, settings) {
      return open(tools, await postgres.createDatabase(name), settings)
    },
  }
}
