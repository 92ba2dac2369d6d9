import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findProgram } from '../../../scripts/set-up/debian.mjs'
import { dataFolderParent } from '../../support/data-folder.ts'
import { findFreePort } from '../../support/free-port.ts'

/** A separate MySQL server for one test, which can be killed and comes back with what it had committed. */
export interface OwnMysql {
  /** mysql://USER:PASSWORD@127.0.0.1:PORT, naming no database. */
  readonly url: string
  /**
   * Ends the server as a power failure would, immediately and without a goodbye; does nothing if it is down.
   */
  kill(): Promise<void>
  /** Starts it again on the same port with the same data; resolves when it takes connections. */
  start(): Promise<void>
  /** Kills it and removes its data. */
  remove(): Promise<void>
}

export interface OwnMysqlOptions {
  /** PEM files of the server; with them it also speaks TLS. */
  readonly tls?: { readonly ca: string; readonly cert: string; readonly key: string }
  /** Whether the data is on a disk, with each COMMIT flushed. @default false: in memory, if there is space */
  readonly onDisk?: boolean
}

const isRoot = process.getuid?.() === 0
const startMsMax = 60_000

/** The program that `startOwnMysql` would run; undefined where there is none. */
export function findMysqlProgram(): string | undefined {
  return findProgram('mariadbd') ?? findProgram('mysqld')
}

export async function startOwnMysql(options: OwnMysqlOptions = {}): Promise<OwnMysql> {
  const program = findMysqlProgram()
  if (program === undefined)
    throw new Error('There is no mariadbd or mysqld on this machine to start and kill.')
  const folder = mkdtempSync(
    join(options.onDisk === true ? tmpdir() : dataFolderParent(), 'mediagen-own-mysql-'),
  )
  const port = await findFreePort()
  const password = randomBytes(8).toString('hex')
  createData(program, folder, password)
  let running: ChildProcess | undefined

  async function kill(): Promise<void> {
    if (running === undefined) return
    const ended = once(running, 'close')
    running.stdin?.end()
    running = undefined
    await ended
  }
  async function start(): Promise<void> {
    await kill()
    running = spawnGuarded(program ?? '', serverOptions(folder, port, options))
    await untilReady(running, port)
  }
  await start()
  return {
    url: `mysql://mediagen:${password}@127.0.0.1:${port}`,
    kill,
    start,
    async remove() {
      await kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/**
 * The shell kills the server when its own input ends, which happens however this process ends: no server is
 * left behind, and `kill` needs nothing else.
 */
function spawnGuarded(program: string, args: readonly string[]): ChildProcess {
  const script = '"$@" & server=$!; cat >/dev/null; kill -9 $server; wait $server'
  return spawn('sh', ['-c', script, 'sh', program, ...args], { stdio: ['pipe', 'pipe', 'pipe'] })
}

function createData(program: string, folder: string, password: string): void {
  const data = join(folder, 'data')
  const asRoot = isRoot ? ['--user=root'] : []
  const isMariadb = /mariadb/i.test(spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout)
  const made = isMariadb
    ? spawnSync('mariadb-install-db', [
        '--no-defaults',
        ...asRoot,
        `--datadir=${data}`,
        '--skip-test-db',
        '--auth-root-authentication-method=normal',
      ])
    : spawnSync(program, ['--no-defaults', ...asRoot, '--initialize-insecure', `--datadir=${data}`])
  if (made.status !== 0) throw new Error(`No data folder: ${made.stdout}${made.stderr}`)
  writeFileSync(
    join(folder, 'create-user.sql'),
    `CREATE USER IF NOT EXISTS 'mediagen'@'%' IDENTIFIED BY '${password}';\nGRANT ALL ON *.* TO 'mediagen'@'%' WITH GRANT OPTION;\n`,
  )
}

function serverOptions(folder: string, port: number, { tls, onDisk = false }: OwnMysqlOptions): string[] {
  return [
    '--no-defaults',
    ...(isRoot ? ['--user=root'] : []),
    `--datadir=${join(folder, 'data')}`,
    `--socket=${join(folder, 'mysql.sock')}`,
    `--pid-file=${join(folder, 'mysql.pid')}`,
    `--init-file=${join(folder, 'create-user.sql')}`,
    `--port=${port}`,
    '--bind-address=127.0.0.1',
    '--max-connections=300',
    `--innodb-buffer-pool-size=${onDisk ? '512M' : '64M'}`,
    `--innodb-flush-log-at-trx-commit=${onDisk ? 1 : 2}`,
    '--skip-log-bin',
    '--performance-schema=OFF',
    '--loose-mysqlx=OFF',
    ...(tls === undefined ? [] : [`--ssl-ca=${tls.ca}`, `--ssl-cert=${tls.cert}`, `--ssl-key=${tls.key}`]),
  ]
}

async function untilReady(server: ChildProcess, port: number): Promise<void> {
  const ready = new RegExp(`ready for connections[\\s\\S]*port: ${port}\\b`)
  await new Promise<void>((resolve, reject) => {
    let log = ''
    const fail = (): void => reject(new Error(`The MySQL of the test did not start:\n${log.slice(-2_000)}`))
    const timer = setTimeout(fail, startMsMax)
    const read = (chunk: Buffer): void => {
      log += chunk.toString()
      if (ready.test(log)) {
        clearTimeout(timer)
        resolve()
      }
    }
    server.stdout?.on('data', read)
    server.stderr?.on('data', read)
    server.once('close', fail)
  })
}
