/**
 * A process that runs one MySQL server for as long as its standard input stays open: `mysql.ts` starts it. It
 * writes the server's URL as its first line once the server responds, and when the input ends (the tests are
 * over, or their process has died) it stops the server and removes the data.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { dataFolderParent } from './data-folder.ts'
import { findFreePort } from './free-port.ts'
import type { MysqlSource } from './mysql-source.ts'

type OwnSource = Exclude<MysqlSource, { kind: 'given' }>

/** The tests' user: a container's image gives only root the right to create databases. */
const users = { program: 'mediagen', docker: 'root' }
/** Another program can take the free port between its finding and the server's start. */
const startAttemptsMax = 3

/** Root, since a container's only user mostly is; the servers refuse to guess and must be told. */
const runAs = process.getuid?.() === 0 ? ['--user=root'] : []

/**
 * Small and quick to start. Durability to the disk is given up (the data is thrown away); isolation, locking
 * and the default SQL mode, which the tests are about, are as a fresh installation has them.
 */
const serverOptions = [
  '--bind-address=127.0.0.1',
  '--max-connections=300',
  '--innodb-buffer-pool-size=64M',
  '--innodb-flush-log-at-trx-commit=2',
  // Where the data is on a disk, a flush for each CREATE TABLE would be most of what a migration takes.
  '--innodb-flush-method=nosync',
  '--skip-log-bin',
  '--performance-schema=OFF',
  '--loose-mysqlx=OFF',
]

await main(JSON.parse(process.argv[2] ?? '{}'))

async function main(source: OwnSource): Promise<void> {
  let server: ChildProcess | undefined
  let folder: string | undefined
  const finish = (code: number) => {
    server?.removeAllListeners('exit')
    if (server?.exitCode === null && server.signalCode === null) {
      server.once('exit', () => cleanUp(code))
      // Nothing here is worth a graceful shutdown, which takes a second; the container's client must pass its
      // stop on.
      server.kill(source.kind === 'docker' ? 'SIGTERM' : 'SIGKILL')
    } else cleanUp(code)
  }
  const cleanUp = (code: number) => {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true })
    process.exit(code)
  }
  process.stdin
    .on('end', () => finish(0))
    .on('error', () => finish(0))
    .resume()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => finish(1))

  for (let attempt = 1; attempt <= startAttemptsMax; attempt += 1) {
    const port = await findFreePort()
    const password = randomBytes(8).toString('hex')
    if (source.kind === 'program') folder = createDataFolder(source.program, password)
    server =
      source.kind === 'program'
        ? spawnProgram(source.program, folder ?? '', port)
        : spawnContainer(source.image, port, password)
    const outcome = await untilReady(server, source.kind === 'program' ? port : 3306)
    if (outcome.ready) {
      server.once('exit', () => finish(1))
      process.stdout.write(`mysql://${users[source.kind]}:${password}@127.0.0.1:${port}\n`)
      return
    }
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true })
    if (attempt === startAttemptsMax || !/in use/i.test(outcome.log)) {
      process.stderr.write(outcome.log.split('\n').slice(-20).join('\n'))
      finish(1)
      return
    }
  }
}

/**
 * Makes the system tables and the file that creates the tests' user; both servers have their own way to start
 * empty.
 */
function createDataFolder(program: string, password: string): string {
  const folder = mkdtempSync(join(dataFolderParent(), 'mediagen-mysql-'))
  const data = join(folder, 'data')
  const isMariadb = /mariadb/i.test(spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout)
  const made = isMariadb
    ? spawnSync('mariadb-install-db', [
        '--no-defaults',
        ...runAs,
        `--datadir=${data}`,
        '--skip-test-db',
        '--auth-root-authentication-method=normal',
      ])
    : spawnSync(program, ['--no-defaults', ...runAs, '--initialize-insecure', `--datadir=${data}`])
  if (made.status !== 0) {
    rmSync(folder, { recursive: true, force: true })
    throw new Error(`no data folder: ${made.error?.message ?? `${made.stdout}${made.stderr}`}`)
  }
  writeFileSync(
    join(folder, 'create-user.sql'),
    `CREATE USER '${users.program}'@'%' IDENTIFIED BY '${password}';\nGRANT ALL ON *.* TO '${users.program}'@'%' WITH GRANT OPTION;\n`,
  )
  return folder
}

function spawnProgram(program: string, folder: string, port: number): ChildProcess {
  return spawn(
    program,
    [
      '--no-defaults',
      ...runAs,
      `--datadir=${join(folder, 'data')}`,
      `--socket=${join(folder, 'mysql.sock')}`,
      `--pid-file=${join(folder, 'mysql.pid')}`,
      `--init-file=${join(folder, 'create-user.sql')}`,
      `--port=${port}`,
      ...serverOptions,
    ],
    // A group of its own: Ctrl-C at the terminal reaches the guardian, which then stops the server in order.
    { stdio: ['ignore', 'pipe', 'pipe'], detached: true },
  )
}

function spawnContainer(image: string, port: number, password: string): ChildProcess {
  const rights = ['-e', `MARIADB_ROOT_PASSWORD=${password}`, '-e', 'MARIADB_ROOT_HOST=%']
  return spawn('docker', ['run', '--rm', '-p', `127.0.0.1:${port}:3306`, ...rights, image], {
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
}

/** Waits for the server's own word that it takes connections on the port, or for its end. */
function untilReady(server: ChildProcess, port: number): Promise<{ ready: boolean; log: string }> {
  return new Promise((resolve) => {
    let log = ''
    const ready = new RegExp(`ready for connections[\\s\\S]*port: ${port}\\b`)
    const read = (chunk: Buffer) => {
      log += chunk.toString()
      if (ready.test(log)) resolve({ ready: true, log })
    }
    server.stdout?.on('data', read)
    server.stderr?.on('data', read)
    server.once('error', (error) => resolve({ ready: false, log: String(error) }))
    server.once('exit', () => resolve({ ready: false, log }))
  })
}
