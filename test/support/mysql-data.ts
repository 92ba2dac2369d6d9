import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { accessSync, constants, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface MysqlOptions {
  /** PEM files of the server; with them it also speaks TLS. */
  readonly tls?: { readonly ca: string; readonly cert: string; readonly key: string }
  /** Whether the data is on a disk, with each COMMIT flushed. @default false: in memory, if there is space */
  readonly onDisk?: boolean
  /** Where the data's own folder is made. @default that of temporary files, or one in memory */
  readonly within?: string
  /** Of a server that can be the primary or the replica of others, which have the same password. */
  readonly replication?: { readonly serverId: number; readonly password: string }
}

const memoryFolder = '/dev/shm'
const memoryBytesMin = 1024 ** 3
/** Root, since a container's only user mostly is; the servers refuse to guess. */
const runAs = process.getuid?.() === 0 ? ['--user=root'] : []

/** Whether a program is MariaDB's server, and not MySQL's. */
export function isMariadbProgram(program: string | undefined): boolean {
  return (
    program !== undefined &&
    /mariadb/i.test(spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout ?? '')
  )
}

export interface MysqlData {
  readonly folder: string
  readonly password: string
  readonly isMariadb: boolean
}

/**
 * Creates the system tables and the file that creates the tests' user, `mediagen`; MariaDB and MySQL have
 * their own way to start empty.
 */
export function createMysqlData(
  program: string,
  { onDisk = false, within = onDisk ? tmpdir() : memoryFolderIfRoom(), replication }: MysqlOptions,
): MysqlData {
  const folder = mkdtempSync(join(within, 'mediagen-mysql-'))
  const password = replication?.password ?? randomBytes(8).toString('hex')
  const data = join(folder, 'data')
  const isMariadb = isMariadbProgram(program)
  const created = isMariadb
    ? spawnSync('mariadb-install-db', [
        '--no-defaults',
        ...runAs,
        `--datadir=${data}`,
        `--tmpdir=${folder}`,
        '--skip-test-db',
        '--auth-root-authentication-method=normal',
      ])
    : spawnSync(program, [
        '--no-defaults',
        ...runAs,
        '--initialize-insecure',
        `--datadir=${data}`,
        `--tmpdir=${folder}`,
      ])
  if (created.status !== 0) {
    rmSync(folder, { recursive: true, force: true })
    const reason = created.error?.message ?? `${created.stdout}${created.stderr}`
    throw new Error(`MySQL for the tests did not start: no data folder: ${reason}`)
  }
  writeFileSync(
    join(folder, 'create-user.sql'),
    // Each server's own: a replica has it already.
    `SET SESSION sql_log_bin = 0;\nCREATE USER IF NOT EXISTS 'mediagen'@'%' IDENTIFIED BY '${password}';\nGRANT ALL ON *.* TO 'mediagen'@'%' WITH GRANT OPTION;\n`,
  )
  return { folder, password, isMariadb }
}

/**
 * Small and quick to start. Unless the data is to be on a disk, durability is given up (the data is thrown
 * away); isolation, locking and the default SQL mode, which the tests are about, are as a fresh installation
 * has them.
 */
export function mysqlArguments(
  { folder, isMariadb }: Pick<MysqlData, 'folder' | 'isMariadb'>,
  port: number,
  { tls, onDisk = false, replication }: MysqlOptions,
): string[] {
  return [
    '--no-defaults',
    ...runAs,
    `--datadir=${join(folder, 'data')}`,
    // A server that starts deletes the temporary tables that it finds, those of others too.
    `--tmpdir=${folder}`,
    // Debian's mysqld does not start without the folder that it has here by default.
    `--secure-file-priv=${folder}`,
    `--socket=${join(folder, 'mysql.sock')}`,
    `--pid-file=${join(folder, 'mysql.pid')}`,
    `--init-file=${join(folder, 'create-user.sql')}`,
    `--port=${port}`,
    '--bind-address=127.0.0.1',
    '--max-connections=300',
    `--innodb-buffer-pool-size=${onDisk ? '512M' : '64M'}`,
    `--innodb-flush-log-at-trx-commit=${onDisk ? 1 : 2}`,
    // Where there is no room in memory, a flush for each CREATE TABLE would be most of what a migration takes.
    ...(onDisk ? [] : ['--innodb-flush-method=nosync']),
    ...(replication === undefined
      ? ['--skip-log-bin']
      : replicationArguments(replication.serverId, isMariadb)),
    '--performance-schema=OFF',
    '--loose-mysqlx=OFF',
    ...(tls === undefined ? [] : [`--ssl-ca=${tls.ca}`, `--ssl-cert=${tls.cert}`, `--ssl-key=${tls.key}`]),
  ]
}

/** Those of docs/two-machines.md; which of them is the primary is said by statements. */
function replicationArguments(serverId: number, isMariadb: boolean): string[] {
  return [
    `--server-id=${serverId}`,
    '--log-bin=binlog',
    '--sync-binlog=1',
    '--relay-log=relay',
    ...(isMariadb
      ? [
          '--binlog-format=ROW',
          '--log-slave-updates',
          '--gtid-strict-mode',
          '--skip-slave-start',
          '--rpl-semi-sync-master-wait-point=AFTER_SYNC',
        ]
      : [
          '--gtid-mode=ON',
          '--enforce-gtid-consistency=ON',
          '--skip-replica-start',
          '--plugin-load-add=semisync_source.so',
          '--plugin-load-add=semisync_replica.so',
        ]),
  ]
}

/**
 * In memory if there is room, else on the disk. Creating the system tables takes 1 s in memory and 7 s on a
 * busy disk, migrating a database 15 ms and 450 ms.
 */
export function memoryFolderIfRoom(): string {
  try {
    accessSync(memoryFolder, constants.W_OK)
    const { bavail, bsize } = statfsSync(memoryFolder)
    return bavail * bsize >= memoryBytesMin ? memoryFolder : tmpdir()
  } catch {
    return tmpdir() // only Linux has it
  }
}
