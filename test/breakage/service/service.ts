import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createConnection } from 'mysql2/promise'
import { readConfig } from '../../../server/src/config/config.ts'
import { openDatabase } from '../../../server/src/database/database.ts'
import { migrate } from '../../../server/src/database/schema/migrate.ts'
import { type Administration, createAdministration } from '../../../server/src/operator/administration.ts'
import { type Parts, wireParts } from '../../../server/src/wiring/wire.ts'
import { type OwnMysql, startOwnMysql } from '../../support/mysql.ts'
import { isMariadbProgram } from '../../support/mysql-data.ts'
import { findMysqlProgram } from '../../support/mysql-source.ts'
import { findS3Source } from '../../support/s3-source.ts'
import { mountSmallDisk, type SmallDisk } from '../../support/small-disk.ts'
import { type Link, startLink } from '../faults/link.ts'
import { groupIsMissing, type MysqlGroup, startMysqlGroup } from '../faults/mysql-group.ts'
import { type MysqlPair, startMysqlPair } from '../faults/mysql-pair.ts'
import { type MysqlProxy, startMysqlProxy } from '../faults/mysql-proxy.ts'
import { type ObjectStorage, startObjectStorage } from '../faults/object-storage.ts'
import type { Judge, Submit } from '../judge/service-history.ts'
import { type CountingEngine, startCountingEngine } from './counting-engine.ts'
import { createJudgement, startGate } from './gate.ts'
import { type ProcessGroup, startProcessGroup } from './process-group.ts'
import type { ProcessSettings } from './process-parts.ts'
import { type ServiceProcess, startServiceProcess } from './service-process.ts'

/**
 * `semi-sync` and `async` are a MySQL with a replica that is promoted again and again: in step before each
 * COMMIT is acknowledged, or not. `group` is a group of three.
 */
export const databaseNames = ['sqlite', 'mysql', 'semi-sync', 'async', 'group'] as const
export type DatabaseName = (typeof databaseNames)[number]

/** Why this machine cannot have one; undefined if it can. */
export function whyUnavailable(name: DatabaseName): string | undefined {
  if (name === 'sqlite') return undefined
  if (name === 'group') return groupIsMissing()
  return findMysqlProgram() === undefined ? 'there is no program for it' : undefined
}

/** Short, so that a killed worker's tasks go on within the run; a real one is 30 seconds. */
export const leaseMs = 2_000

const sweepEveryMs = 200
const gateMsMax = 100

/** Short as well; longer than any process is frozen, which no request survives otherwise. */
export const terms = { keysRememberedMs: 10_000, resultsKeptMs: 3_000 }

/** A whole service whose parts can be made to fail. */
export interface Service {
  /** The processes that faults are for. */
  readonly group: ProcessGroup
  /** Those that are spared, so that what they hold can be watched for hours. */
  readonly spared?: ProcessGroup
  /** Addresses of the APIs that respond right now. */
  urls(): readonly string[]
  readonly engine: CountingEngine
  /** Reaches the database without the proxy; the checkers' own view. */
  readonly parts: Parts
  /** The operator's actions, which reach the database as the processes do. */
  readonly administration: Administration
  /** A server alone. */
  readonly mysql?: OwnMysql
  /** A server with a replica. */
  readonly pair?: MysqlPair
  /** Three servers, of which each may become the primary. */
  readonly mysqlGroup?: MysqlGroup
  /** The network between the service and MySQL; absent with SQLite. */
  readonly proxy?: MysqlProxy
  /** How many tasks its workers run at one time. */
  readonly slots: number
  /** From each process to it. */
  readonly links: readonly Link[]
  /** Where Swift is installed; everywhere else objects are in a folder. */
  readonly objects?: ObjectStorage
  /** Holds SQLite and its objects, or the data of one MySQL, where this program may mount one. */
  readonly disk?: SmallDisk
  /** Faults that this machine cannot have, each with the reason. */
  readonly leftOut: readonly string[]
  /** Starts a process that archives old tasks, or restores them, and ends; it reaches the database as the operator does. */
  startArchiver(settings: Pick<ProcessSettings, 'endedMs' | 'restores'>): ServiceProcess
  /** Taken by each sweep that the hours of uploads matter to. */
  readonly lockFile: string
  close(): Promise<void>
}

interface ServiceOptions {
  /** Decides how long jobs take, and which fail. */
  readonly random: () => number
  readonly onSubmitted: (submission: Submit['asked']) => void
  readonly onJudged: (judgement: Judge['asked']) => void
  /** Whether parts of it can fail that take time to set up: a real S3 and a small disk. */
  readonly withFaults: boolean
  /** Whether one API and one worker on MySQL are spared, and no disk is small. @default false */
  readonly forHours?: boolean
  /** Of a group. @default true */
  readonly hasFences?: boolean
}

const database = 'history'
const concurrency = 8
const aheadMs = 10 * 60_000

/** Two APIs and two workers on MySQL, one of each with a clock that is 10 minutes ahead; one process on SQLite. */
export async function startService(
  name: DatabaseName,
  { random, onSubmitted, onJudged, withFaults, forHours = false, hasFences = true }: ServiceOptions,
): Promise<Service> {
  const ends: (() => Promise<unknown>)[] = []
  const own = await mkdtemp(join(tmpdir(), 'mediagen-history-'))
  ends.push(() => rm(own, { recursive: true, force: true }))
  const lockFile = join(own, 'sweeps')
  const leftOut: string[] = []
  const needsDisk = withFaults && !forHours && (name === 'sqlite' || name === 'mysql')
  const losesRows = name === 'mysql' && isMariadbProgram(findMysqlProgram())
  const disk = needsDisk && !losesRows ? await mountSmallDisk() : undefined
  if (disk !== undefined) ends.push(disk.close)
  else if (needsDisk)
    leftOut.push(
      `disk full: ${losesRows ? 'MariaDB loses rows then' : 'this program may not mount a disk, which takes root on Linux'}`,
    )
  const folder = name === 'sqlite' ? (disk?.folder ?? own) : own
  const engine = await startCountingEngine(({ provider, taskId, input }) => {
    const plan = { durationMs: random() * 400, fails: random() < 0.1 }
    onSubmitted({ engine: provider, task: taskId, input, fails: plan.fails })
    return plan
  })
  ends.push(engine.close)
  const gate = await startGate(createJudgement(onJudged), () => random() * gateMsMax)
  ends.push(gate.close)
  const needsS3 = withFaults && name === 'mysql'
  const objects = needsS3 && findS3Source()?.kind === 'swift' ? await startObjectStorage() : undefined
  if (objects !== undefined) ends.push(objects.stop)
  else if (needsS3) leftOut.push('all of S3: OpenStack Swift is not installed')
  const mysql =
    name === 'mysql' ? await startOwnMysql({ onDisk: true, within: disk?.folder ?? tmpdir() }) : undefined
  if (mysql !== undefined) ends.push(mysql.stop)
  const pair =
    name === 'semi-sync' || name === 'async'
      ? await startMysqlPair({ database, isSemiSync: name === 'semi-sync' })
      : undefined
  if (pair !== undefined) ends.push(pair.stop)
  const mysqlGroup = name === 'group' ? await startMysqlGroup({ database, hasFences }) : undefined
  if (mysqlGroup !== undefined) ends.push(mysqlGroup.stop)
  const mysqlUrl = mysql === undefined ? (pair ?? mysqlGroup)?.url : await createSchema(mysql)
  const environment = {
    DATABASE_URL: mysqlUrl ?? `sqlite:${join(folder, 'history.sqlite')}`,
    OBJECT_STORE_URL: `file:${join(folder, 'objects')}`,
    DATA_DIR: folder,
    SIGNING_SECRET: 'a secret that all the processes of a history share',
    WORKER_CONCURRENCY: String(concurrency),
    // Those whose requests are lost stay open.
    UPLOADS_OPEN_MAX: '1000',
    LOG_LEVEL: 'error',
    // What loads the faults of a plant.
    ...(process.env.NODE_OPTIONS !== undefined && { NODE_OPTIONS: process.env.NODE_OPTIONS }),
    ...objects?.environment,
  }
  const parts = await wireParts(readConfig(environment, folder), {
    purpose: 'work',
    providers: [],
    routes: [],
  })
  ends.push(parts.close)
  await migrate(parts.database)
  const common = {
    environment,
    engineUrl: engine.url,
    gateUrl: gate.url,
    sweeps: { everyMs: sweepEveryMs, ...terms, lockFile },
    leaseMs,
  } as const
  const proxy = mysqlUrl && (await startMysqlProxy(mysqlUrl))
  if (proxy) ends.push(proxy.close)
  const links: Link[] = []
  const onLink = async (role: 'api' | 'worker', clockMs: number) => {
    if (!proxy) throw new Error('SQLite has no network.')
    // On another machine, which has an HAProxy of its own.
    const isElsewhere = mysqlGroup !== undefined && clockMs > 0
    const url = isElsewhere ? mysqlGroup.otherUrl : proxy.urlOf(mysqlUrl)
    const link = await startLink(Number(new URL(url).port))
    links.push(link)
    ends.push(link.close)
    return { role, clockMs, environment: { DATABASE_URL: link.urlOf(mysqlUrl) } }
  }
  const start = async (processes: Parameters<typeof startProcessGroup>[0]['processes']) => {
    const group = await startProcessGroup({ processes, ...common })
    ends.push(group.stop)
    return group
  }
  const group = await start(
    proxy
      ? [
          await onLink('api', 0),
          await onLink('api', aheadMs),
          await onLink('worker', 0),
          await onLink('worker', aheadMs),
        ]
      : [{ role: 'serve', clockMs: 0 }],
  )
  const spared = forHours ? await start([await onLink('api', 0), await onLink('worker', 0)]) : undefined
  const operatorUrl = proxy ? proxy.urlOf(mysqlUrl) : environment.DATABASE_URL
  const operator = openDatabase({ url: operatorUrl })
  ends.push(operator.close)
  return {
    ...{ group, engine, parts, leftOut, lockFile, links },
    slots: concurrency * Math.max(1, links.length / 2),
    administration: createAdministration(operator),
    startArchiver: (settings) =>
      startServiceProcess({
        ...{ role: 'archive', ...settings },
        environment: { ...environment, DATABASE_URL: operatorUrl },
      }),
    urls: () => [...group.urls(), ...(spared?.urls() ?? [])],
    ...(proxy && { proxy }),
    ...(spared && { spared }),
    ...(mysql && { mysql }),
    ...(pair && { pair }),
    ...(mysqlGroup && { mysqlGroup }),
    ...(objects && { objects }),
    ...(disk && { disk }),
    async close() {
      for (const end of ends.toReversed()) await end()
    },
  }
}

async function createSchema(mysql: OwnMysql): Promise<string> {
  const connection = await createConnection(mysql.url)
  await connection.query(`create database ${database}`)
  await connection.end()
  return `${mysql.url}/${database}`
}
