import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { createConnection } from 'mysql2/promise'
import { type OwnMysql, startOwnMysql } from '../../support/mysql.ts'
import { memoryFolderIfRoom } from '../../support/mysql-data.ts'
import { type Link, startLink } from './link.ts'
import { type Address, mariadb, mysql, type Replication } from './replication.ts'

/** A primary and its replica, set up, failed over and brought back as docs/two-machines.md says. */
export interface MysqlPair {
  /** The primary, whichever server that is. */
  readonly url: string
  /** The replica falls behind for so long, and then catches up. */
  lag(durationMs: number): Promise<void>
  /**
   * Kills the primary while the replica has been behind for so long, and promotes the replica with all that had
   * reached it. Resolves when the other server is its replica and in step.
   */
  failOver(lagMs: number): Promise<void>
  /** Stops both and removes their data. */
  stop(): Promise<void>
}

export interface MysqlPairOptions {
  /** Its name; empty at first. */
  readonly database: string
  /**
   * Whether a COMMIT is acknowledged only when the replica has it, however long that takes. Without, a replica
   * that is behind gets nothing, and what it lacks is lost with the primary.
   */
  readonly isSemiSync: boolean
}

const run = promisify(execFile)
const catchUpSeconds = 30
/** Without end: a primary that goes on alone would lose what it acknowledged meanwhile. */
const semiSyncTimeoutMs = 3_600_000

export async function startMysqlPair({ database, isSemiSync }: MysqlPairOptions): Promise<MysqlPair> {
  const password = randomBytes(8).toString('hex')
  // In memory, where a failover takes a third of the time: what is killed is a server and not its machine.
  const start = (serverId: number) =>
    startOwnMysql({ onDisk: true, within: memoryFolderIfRoom(), replication: { serverId, password } })
  let [primary, replica] = await Promise.all([start(1), start(2)])
  const replication = primary.isMariadb ? mariadb : mysql
  const address: Link = await startLink(addressOf(primary).port)
  // What a replica does without while it is behind: to apply what it has, or to get it.
  const thread = isSemiSync ? 'sql_thread' : 'io_thread'

  /** Makes the other server, whatever is on it, the replica of the primary. */
  async function attachReplica(): Promise<void> {
    await ask(replica, 'set session sql_log_bin = 0', `drop database if exists ${database}`)
    await ask(replica, replication.resetLogs)
    await copy(replication, database, primary, replica)
    await ask(replica, replication.follow(addressOf(primary)))
    if (isSemiSync) {
      await ask(replica, replication.semiSync.atReplica(true))
      await ask(primary, replication.semiSync.timeout(semiSyncTimeoutMs), replication.semiSync.atSource(true))
    }
    await ask(replica, replication.start())
    // Before that, another loss of the primary would lose what only it has.
    const [{ position = '' } = {}] = await ask(primary, replication.position)
    await catchUp(replication, replica, String(position))
  }

  await ask(primary, `create database ${database}`)
  await attachReplica()
  return {
    url: `${address.urlOf(primary.url)}/${database}`,
    async lag(durationMs) {
      await ask(replica, replication.stop(thread))
      await sleep(durationMs)
      await ask(replica, replication.start())
    },
    async failOver(lagMs) {
      if (lagMs > 0) await ask(replica, replication.stop(thread))
      await sleep(lagMs)
      await primary.kill()
      // In this order: with both threads stopped, a start by GTID of MariaDB throws the relay log away.
      await ask(replica, replication.start('sql_thread'), replication.stop('io_thread'))
      const [status = {}] = await ask(replica, replication.status)
      await catchUp(replication, replica, replication.receivedOf(status))
      const { atSource, atReplica } = replication.semiSync
      await ask(replica, replication.stop(), replication.leave, atReplica(false), atSource(false))
      ;[primary, replica] = [replica, primary]
      address.leadTo(addressOf(primary).port)
      await replica.start()
      await ask(replica, atSource(false))
      await attachReplica()
    },
    async stop() {
      await Promise.all([primary.stop(), replica.stop(), address.close()])
    },
  }
}

function addressOf({ url }: OwnMysql): Address {
  const { port, username, password } = new URL(url)
  return { port: Number(port), user: username, password }
}

/** Sends statements over a connection of their own; the rows of the last. */
async function ask(server: OwnMysql, ...statements: string[]): Promise<Record<string, unknown>[]> {
  const connection = await createConnection(server.url)
  try {
    let rows: unknown
    for (const statement of statements) [rows] = await connection.query(statement)
    return Array.isArray(rows) ? (rows as Record<string, unknown>[]) : []
  } finally {
    await connection.end()
  }
}

/** Resolves when a replica has applied everything up to a position. */
async function catchUp(replication: Replication, replica: OwnMysql, position: string): Promise<void> {
  const [row] = await ask(replica, replication.untilApplied(position, catchUpSeconds))
  if (Number(row?.late) === 0) return
  const [status] = await ask(replica, replication.status)
  throw new Error(`The replica does not get to ${position}: ${JSON.stringify(status)}`)
}

/** Copies a database with the position in the binary log at which it was read. */
async function copy(replication: Replication, database: string, from: OwnMysql, to: OwnMysql): Promise<void> {
  const [source, target] = [addressOf(from), addressOf(to)]
  const script = `(echo 'SET SESSION sql_log_bin = 0;'; ${replication.dump(database, source)}) | ${replication.load(target)}`
  // A dump that breaks off would leave a replica that claims what it lacks.
  await run('bash', ['-o', 'pipefail', '-c', script], { env: { ...process.env, MYSQL_PWD: source.password } })
}
