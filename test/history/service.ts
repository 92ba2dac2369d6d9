import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createConnection } from 'mysql2/promise'
import { readConfig } from '../../server/src/config/config.ts'
import { openDatabase } from '../../server/src/database/database.ts'
import { migrate } from '../../server/src/database/migrate.ts'
import { type Administration, createAdministration } from '../../server/src/operator/administration.ts'
import { type Parts, wireParts } from '../../server/src/wiring/wire.ts'
import { type MysqlProxy, startMysqlProxy } from '../faults/support/mysql-proxy.ts'
import { type OwnMysql, startOwnMysql } from '../support/mysql.ts'
import { type CountingEngine, startCountingEngine } from '../support/processes/counting-engine.ts'
import { type ProcessGroup, startProcessGroup } from '../support/processes/process-group.ts'
import { startGate } from './gate.ts'
import type { Judge, Submit } from './service-history.ts'

export const databaseNames = ['sqlite', 'mysql'] as const
export type DatabaseName = (typeof databaseNames)[number]

/** Short, so that a killed worker's tasks go on within the run; a real one is 30 seconds. */
export const leaseMs = 2_000

const sweepEveryMs = 200
const gateMsMax = 200

/** Short as well; longer than any process is frozen, which no request survives otherwise. */
export const terms = { keysRememberedMs: 10_000, resultsKeptMs: 3_000 }

/** A whole service whose parts can be made to fail. */
export interface Service {
  readonly group: ProcessGroup
  readonly engine: CountingEngine
  /** Reaches the database without the proxy; the checkers' own view. */
  readonly parts: Parts
  /** The operator's actions, which reach the database as the processes do. */
  readonly administration: Administration
  /** Absent with SQLite. */
  readonly mysql: OwnMysql | undefined
  /** The network between the service and MySQL; absent with SQLite. */
  readonly proxy: MysqlProxy | undefined
  close(): Promise<void>
}

interface ServiceOptions {
  /** Decides how long jobs take, and which fail. */
  readonly random: () => number
  readonly onSubmitted: (submission: Submit['asked']) => void
  readonly onJudged: (judgement: Judge['asked']) => void
}

/** Two APIs and two workers on MySQL, one of each with a clock that is 10 minutes ahead; one process on SQLite. */
export async function startService(
  name: DatabaseName,
  { random, onSubmitted, onJudged }: ServiceOptions,
): Promise<Service> {
  const folder = await mkdtemp(join(tmpdir(), 'mediagen-history-'))
  const engine = await startCountingEngine(({ provider, taskId, input }) => {
    onSubmitted({ engine: provider, task: taskId, input })
    return { durationMs: random() * 400, fails: random() < 0.1 }
  })
  const gate = await startGate({ durationMs: () => random() * gateMsMax, onAsked: onJudged })
  const mysql = name === 'mysql' ? await startOwnMysql({ onDisk: true }) : undefined
  const proxy = mysql && (await startMysqlProxy(mysql.url))
  const environment = {
    DATABASE_URL:
      mysql === undefined ? `sqlite:${join(folder, 'history.sqlite')}` : await createSchema(mysql),
    OBJECT_STORE_URL: `file:${join(folder, 'objects')}`,
    DATA_DIR: folder,
    SIGNING_SECRET: 'a secret that all the processes of a history share',
    WORKER_CONCURRENCY: '8',
    // Those whose requests are lost stay open.
    UPLOADS_OPEN_MAX: '1000',
    LOG_LEVEL: 'error',
  }
  const parts = await wireParts(readConfig(environment, folder), {
    purpose: 'work',
    providers: [],
    routes: [],
  })
  await migrate(parts.database)
  const aheadMs = 10 * 60_000
  const environmentOfProcesses = {
    ...environment,
    ...(proxy && { DATABASE_URL: proxy.urlOf(environment.DATABASE_URL) }),
  }
  const operator = openDatabase({ url: environmentOfProcesses.DATABASE_URL })
  const group = await startProcessGroup({
    processes:
      mysql === undefined
        ? [{ role: 'serve' }]
        : [
            { role: 'api' },
            { role: 'api', clockMs: aheadMs },
            { role: 'worker' },
            { role: 'worker', clockMs: aheadMs },
          ],
    environment: environmentOfProcesses,
    engineUrl: engine.url,
    gateUrl: gate.url,
    gateStages: ['before'],
    sweeps: { everyMs: sweepEveryMs, ...terms },
    leaseMs,
  })
  return {
    group,
    engine,
    parts,
    administration: createAdministration(operator),
    mysql,
    proxy,
    async close() {
      await group.stop()
      await parts.close()
      await operator.close()
      await proxy?.close()
      await mysql?.stop()
      await engine.close()
      await gate.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function createSchema(mysql: OwnMysql): Promise<string> {
  const connection = await createConnection(mysql.url)
  await connection.query('create database history')
  await connection.end()
  return `${mysql.url}/history`
}
