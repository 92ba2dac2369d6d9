import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { findProgram } from '../../../scripts/set-up/debian.mjs'
import { findMysqlProgram } from '../../support/mysql-source.ts'

/** Applies what has arrived, or fetches what is new. */
export type ReplicaThread = 'sql_thread' | 'io_thread'

/** A server as its clients reach it. */
export interface Address {
  readonly port: number
  readonly user: string
  readonly password: string
}

/** Replication by GTID in one database's syntax: statements, and commands of a shell. */
export interface Replication {
  start(thread?: ReplicaThread): string
  stop(thread?: ReplicaThread): string
  /** A stopped replica is none any more. */
  readonly leave: string
  /** Throws the binary log and all positions away. */
  readonly resetLogs: string
  /** From the position that a copy has left. */
  follow(source: Address): string
  readonly status: string
  /** What a replica has got, from a row of its status. */
  receivedOf(status: Readonly<Record<string, unknown>>): string
  /** One row with what the server itself has committed, as `position`. */
  readonly position: string
  /** One row, whose `late` is 0 once all up to a position is applied, or something else after so many seconds. */
  untilApplied(position: string, seconds: number): string
  /** How a COMMIT waits for a replica. */
  readonly semiSync: {
    readonly atSource: (isOn: boolean) => string
    readonly atReplica: (isOn: boolean) => string
    readonly timeout: (ms: number) => string
  }
  /** Prints a database and the position at which it was read. */
  dump(database: string, from: Address): string
  /** Executes what a dump has printed; the position is then that of the copy. */
  load(to: Address): string
}

const onOff = (isOn: boolean): string => (isOn ? 'on' : 'off')
const client = ({ port, user }: Address): string => `--no-defaults -h 127.0.0.1 -P ${port} -u ${user}`

export const mariadb: Replication = {
  start: (thread) => `start slave ${thread ?? ''}`,
  stop: (thread) => `stop slave ${thread ?? ''}`,
  leave: 'reset slave all',
  resetLogs: 'reset master',
  follow: ({ port, user, password }) =>
    `change master to master_host = '127.0.0.1', master_port = ${port}, master_user = '${user}',
       master_password = '${password}', master_use_gtid = slave_pos`,
  status: 'show slave status',
  receivedOf: (status) => String(status.Gtid_IO_Pos),
  position: 'select @@gtid_binlog_pos as position',
  untilApplied: (position, seconds) => `select master_gtid_wait('${position}', ${seconds}) as late`,
  semiSync: {
    atSource: (isOn) => `set global rpl_semi_sync_master_enabled = ${onOff(isOn)}`,
    atReplica: (isOn) => `set global rpl_semi_sync_slave_enabled = ${onOff(isOn)}`,
    timeout: (ms) => `set global rpl_semi_sync_master_timeout = ${ms}`,
  },
  dump: (database, from) =>
    `mariadb-dump ${client(from)} --single-transaction --quick --master-data=1 --gtid --databases ${database}`,
  load: (to) => `mariadb ${client(to)}`,
}

/** From 8.4 on; AFTER_SYNC is its default. */
export const mysql: Replication = {
  start: (thread) => `start replica ${thread ?? ''}`,
  stop: (thread) => `stop replica ${thread ?? ''}`,
  leave: 'reset replica all',
  resetLogs: 'reset binary logs and gtids',
  follow: ({ port, user, password }) =>
    `change replication source to source_host = '127.0.0.1', source_port = ${port}, source_user = '${user}',
       source_password = '${password}', source_auto_position = 1, get_source_public_key = 1`,
  status: 'show replica status',
  receivedOf: (status) => String(status.Retrieved_Gtid_Set),
  position: 'select @@global.gtid_executed as position',
  untilApplied: (position, seconds) => `select wait_for_executed_gtid_set('${position}', ${seconds}) as late`,
  semiSync: {
    atSource: (isOn) => `set global rpl_semi_sync_source_enabled = ${onOff(isOn)}`,
    atReplica: (isOn) => `set global rpl_semi_sync_replica_enabled = ${onOff(isOn)}`,
    timeout: (ms) => `set global rpl_semi_sync_source_timeout = ${ms}`,
  },
  dump: (database, from) =>
    `${besideServer('mysqldump')} ${client(from)} --single-transaction --quick --set-gtid-purged=ON --databases ${database}`,
  load: (to) => `${besideServer('mysql')} ${client(to)}`,
}

/** A client of the server's own version, where there is one. */
function besideServer(name: string): string {
  const own = join(dirname(findMysqlProgram() ?? ''), name)
  return existsSync(own) ? own : (findProgram(name) ?? name)
}
