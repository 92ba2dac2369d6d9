import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createConnection } from 'mysql2/promise'
import { readConfig } from '../../server/src/config/config.ts'
import { Usd } from '../../server/src/core/domain/usd.ts'
import { migrate } from '../../server/src/database/migrate.ts'
import { createAdministration } from '../../server/src/operator/administration.ts'
import type { Parts } from '../../server/src/wiring/wire.ts'
import { wireParts } from '../../server/src/wiring/wire.ts'
import { type OwnMysql, startOwnMysql } from '../support/mysql.ts'
import { countEnds, untilAllHaveEnded } from '../support/processes/at-rest.ts'
import { findBrokenPromises } from '../support/processes/broken-promises.ts'
import { type CountingEngine, startCountingEngine } from '../support/processes/counting-engine.ts'
import { type ProcessGroup, startProcessGroup } from '../support/processes/process-group.ts'
import { type CustomersReport, runCustomers } from './customers.ts'
import { findGrowth, watchGrowth } from './growth.ts'
import { randomOf } from './random.ts'
import type { SoakOptions } from './soak-options.ts'
import { createStubbornClient } from './stubborn-client.ts'

export interface SoakReport {
  /** Figures for people, in order. */
  readonly figures: readonly (readonly [name: string, value: string | number])[]
  /** Everything that should not have happened; empty is the only good result. */
  readonly violations: readonly string[]
}

/** Short, so that a killed worker's tasks go on within the run; a real one is 30 seconds. */
const leaseMs = 4_000
/**
 * No task ending for so long is a fault; the longest lull is the expiry of leases after a restart of the
 * database.
 */
const standstillMsMax = 60_000
const balance = '100000.00'
const growthLookMs = 5_000
const growthJudgedMsMin = 20 * 60_000

/**
 * A whole service under load whose processes and database die all the time: asks for so many tasks, waits
 * until the last one has ended, and then holds everything that is left against everything that was promised.
 */
export async function runSoak(
  options: SoakOptions,
  onProgress: (line: string) => void = () => undefined,
): Promise<SoakReport> {
  const folder = await mkdtemp(join(tmpdir(), 'mediagen-soak-'))
  const engine = await startCountingEngine()
  const mysql = await startOwnMysql({ onDisk: options.inMemory !== true })
  const environment = await environmentOf(mysql, folder)
  const parts = await wireParts(readConfig(environment, folder), {
    purpose: 'work',
    providers: [],
    routes: [],
  })
  try {
    await migrate(parts.database)
    return await soak(options, { parts, engine, mysql, environment, onProgress })
  } finally {
    await parts.close()
    await mysql.stop()
    await engine.close()
    await rm(folder, { recursive: true, force: true })
  }
}

async function environmentOf(mysql: OwnMysql, folder: string): Promise<Record<string, string>> {
  const connection = await createConnection(mysql.url)
  await connection.query('create database soak')
  await connection.end()
  return {
    DATABASE_URL: `${mysql.url}/soak`,
    OBJECT_STORE_URL: `file:${join(folder, 'objects')}`,
    DATA_DIR: folder,
    SIGNING_SECRET: 'a secret that all the processes of a soak share',
    WORKER_CONCURRENCY: '8',
    LOG_LEVEL: 'error',
  }
}

interface Scene {
  readonly parts: Parts
  readonly engine: CountingEngine
  readonly mysql: OwnMysql
  readonly environment: Readonly<Record<string, string>>
  readonly onProgress: (line: string) => void
}

async function soak(options: SoakOptions, scene: Scene): Promise<SoakReport> {
  const { parts, engine, mysql, environment, onProgress } = scene
  const random = randomOf(options.seed)
  const apiKeys = await openAccounts(parts, options.accounts)
  const { apis, workers, spared = 0 } = options
  const start = (counts: { api: number; worker: number }): Promise<ProcessGroup> => {
    const processes = (['api', 'worker'] as const).flatMap((role) =>
      Array.from({ length: counts[role] }, () => ({ role })),
    )
    return startProcessGroup({ processes, environment, engineUrl: engine.url, leaseMs })
  }
  const group = await start({ api: apis - spared, worker: workers - spared })
  const lasting = await start({ api: spared, worker: spared })
  const growth = watchGrowth(
    () => lasting.running().map(({ role, pid }, index) => ({ name: `${role} ${index + 1}`, pid })),
    growthLookMs,
  )
  const client = createStubbornClient(() => [...group.urls(), ...lasting.urls()], random)
  const kills: Record<string, number> = { api: 0, worker: 0 }
  const startedAtMs = performance.now()
  // Numbers of its own, so that the same seed kills the same processes however quick the customers are.
  const randomKill = randomOf(options.seed + 1)
  const killer = setInterval(() => {
    const role = group.killOne(randomKill())
    kills[role] = (kills[role] ?? 0) + 1
  }, options.killEvery * 1000)

  let restarts = 0
  let restarting = Promise.resolve()
  const restartDatabase = async (): Promise<void> => {
    onProgress(`the database is killed (${restarts} of ${options.databaseRestarts})`)
    await mysql.kill()
    await mysql.start()
  }
  const customers = await runCustomers({
    ...options,
    client,
    apiKeys,
    random,
    onAccepted(count) {
      if (count % Math.ceil(options.tasks / 20) === 0) onProgress(`${count} tasks accepted`)
      if (count < ((restarts + 1) * options.tasks) / (options.databaseRestarts + 1)) return
      if (restarts === options.databaseRestarts) return
      restarts += 1
      restarting = restarting.then(restartDatabase)
    },
  })
  await restarting
  const acceptedAtMs = performance.now()
  onProgress('all are accepted; waiting for the last to end')
  const standstill = await untilAllHaveEnded(parts.database, { standstillMsMax }).then(
    () => [],
    (error: unknown) => [String(error)],
  )
  clearInterval(killer)
  const grown = [...(growth?.stop() ?? [])]
  await Promise.all([group.stop(), lasting.stop()])
  const endedAtMs = performance.now()

  const broken = standstill.length > 0 ? standstill : await findBrokenPromises(parts, engine)
  const ends = await countEnds(parts.database)
  // A process that has just started still grows into its work.
  const tooLarge =
    endedAtMs - startedAtMs < growthJudgedMsMin ? [] : grown.flatMap(([name, one]) => findGrowth(name, one))
  return {
    figures: [
      ['seed', options.seed],
      ['tasks accepted', customers.tasksByKey.size],
      ['uploads', customers.uploads],
      ['cancelled', customers.cancelled.size],
      ...Object.entries(ends).map(([end, count]) => [`ended ${end}`, count] as const),
      ['submitted to the engine that must be asked once', countSubmissions(engine, 'once')],
      ['submitted to the engine that may be asked again', countSubmissions(engine, 'idempotent')],
      ['API processes killed', kills.api ?? 0],
      ['worker processes killed', kills.worker ?? 0],
      ['database killed', restarts],
      ...[...client.retries].sort().map(([what, count]) => [`asked again after ${what}`, count] as const),
      ...grown.flatMap(([name, { first, last }]) => [
        [`${name}: MB resident, first and last eighth`, `${first.residentMb}, ${last.residentMb}`] as const,
        [`${name}: open handles, first and last eighth`, `${first.handles}, ${last.handles}`] as const,
      ]),
      ['seconds until all were accepted', ((acceptedAtMs - startedAtMs) / 1000).toFixed(1)],
      ['seconds until all had ended', ((endedAtMs - startedAtMs) / 1000).toFixed(1)],
      ['tasks a second', ((options.tasks / (endedAtMs - startedAtMs)) * 1000).toFixed(0)],
    ],
    violations: [...customers.complaints, ...(await findLost(parts, customers)), ...broken, ...tooLarge],
  }
}

async function openAccounts({ database }: Parts, count: number): Promise<string[]> {
  const administration = createAdministration(database)
  const apiKeys: string[] = []
  for (let index = 0; index < count; index += 1) {
    apiKeys.push((await administration.createAccount({ balance: Usd.parse(balance) })).apiKey)
  }
  return apiKeys
}

/** What the customers were promised and the database does not have, and the other way round. */
async function findLost({ database }: Parts, { tasksByKey, cancelled }: CustomersReport): Promise<string[]> {
  const rows = await database.read((db) => db.selectFrom('tasks').select(['id', 'status']).execute())
  const statuses = new Map(rows.map(({ id, status }) => [id, status]))
  const promised = new Set(tasksByKey.values())
  return [
    ...(promised.size === tasksByKey.size ? [] : ['two keys got one task']),
    ...[...promised].filter((id) => !statuses.has(id)).map((id) => `task ${id} is lost`),
    ...rows.filter(({ id }) => !promised.has(id)).map(({ id }) => `nobody knows of task ${id}`),
    ...[...cancelled]
      .filter((id) => statuses.get(id) !== 'CANCELLED')
      .map((id) => `task ${id} was cancelled and is ${statuses.get(id)}`),
  ]
}

function countSubmissions({ submissions }: CountingEngine, provider: string): number {
  return [...submissions]
    .filter(([key]) => key.startsWith(`${provider} `))
    .reduce((sum, [, count]) => sum + count, 0)
}
