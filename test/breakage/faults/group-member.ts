import { type ChildProcess, execFile } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type Connection, createConnection } from 'mysql2/promise'
import { projectRoot } from '../../../scripts/set-up/project.mjs'
import { endGuarded, startGuard } from '../../support/mysql.ts'
import { untilPrinted } from '../../support/running-program.ts'
import type { Network } from './network.ts'

const run = promisify(execFile)
const fenceFile = join(projectRoot, 'examples/three-machines/fence.mjs')
const roleCheckFile = fileURLToPath(new URL('./role-check.mjs', import.meta.url))
const fencePort = 8306

/** MySQL and its fence on one machine. */
export interface GroupMember {
  readonly address: string
  /** What its fence says. */
  state(): Promise<string>
  /** Sends statements as root; the rows of the last. */
  ask(...statements: string[]): Promise<Record<string, unknown>[]>
  /** A session of root's own. */
  connect(): Promise<Connection>
  /** Ends MySQL as a power failure would. */
  kill(): Promise<void>
  /** Ends MySQL in good order. */
  shutDown(): Promise<void>
  /** Starts MySQL again, which joins its group by itself. */
  start(): Promise<void>
  /** A new machine takes its place, with its files but no data. */
  replace(): Promise<void>
  /** Ends its fence, which leaves MySQL as it is. */
  endFence(): Promise<void>
  startFence(): void
  /** Stops MySQL, and its fence if `withFence`, with SIGSTOP until `thaw`. */
  freeze(withFence: boolean): void
  thaw(): void
  /** Cuts the group's port, or the whole machine, off from the others until `restore`. */
  cut(what: 'group' | 'machine'): Promise<void>
  restore(): Promise<void>
}

export interface OwnMember extends GroupMember {
  load(script: string): Promise<void>
  /** Throws away what it has and is copied from the group. */
  join(): Promise<void>
  stop(): Promise<void>
}

export async function createMember({
  at,
  namespace,
  folder: all,
  program,
  from,
  network,
  exampleOf,
  hasFences,
}: {
  readonly at: number
  readonly namespace: number
  readonly folder: string
  readonly program: string
  readonly from: string
  readonly network: Network
  readonly exampleOf: (file: string) => string
  readonly hasFences: boolean
}): Promise<OwnMember> {
  const folder = join(all, String(at))
  const address = `${network.prefix}.${at}`
  const within = ['nsenter', '-t', String(namespace), '-n']
  const socket = join(folder, 'mysql.sock')
  mkdirSync(folder)
  const data = join(folder, 'data')
  const begin = (): void => {
    rmSync(data, { recursive: true, force: true })
    cpSync(join(from, 'data'), data, { recursive: true })
    rmSync(join(data, 'auto.cnf'), { force: true })
  }
  begin()
  writeFileSync(
    join(folder, 'my.cnf'),
    exampleOf('my.cnf')
      .replace(/^server_id = 1$/m, `server_id = ${at}`)
      .replace(/^(bind_address|report_host|group_replication_local_address) = [\d.]+/gm, `$1 = ${address}`),
  )
  writeFileSync(
    join(folder, 'fence.cnf'),
    exampleOf('fence.cnf').replace(/^socket = .*$/m, `socket = ${socket}`),
    { mode: 0o600 },
  )
  const client = beside(program, 'mysql')
  let mysql: ChildProcess | undefined
  let fence: ChildProcess | undefined
  const signal = (child: ChildProcess | undefined, name: NodeJS.Signals): void => {
    // In a group of its own, with the shell that guards it.
    if (child?.pid !== undefined) process.kill(-child.pid, name)
  }
  const connect = () => createConnection({ socketPath: socket, user: 'root', multipleStatements: false })
  const member: OwnMember = {
    address,
    async state() {
      const response = await fetch(`http://${address}:${fencePort}/`, { signal: AbortSignal.timeout(500) })
        .then((answer) => answer.text())
        .catch(() => 'unknown')
      return response
    },
    connect,
    async ask(...statements) {
      const connection = await connect()
      try {
        let rows: unknown
        for (const statement of statements) [rows] = await connection.query(statement)
        return Array.isArray(rows) ? (rows as Record<string, unknown>[]) : []
      } finally {
        connection.destroy()
      }
    },
    async load(script) {
      const loading = run(client, ['--no-defaults', `--socket=${socket}`, '--user=root'])
      loading.child.stdin?.end(script)
      await loading
    },
    async kill() {
      await endGuarded(mysql, true)
      mysql = undefined
    },
    async replace() {
      await member.kill()
      begin()
      await member.start()
      await member.join()
    },
    async join() {
      // Once it is copied it ends, for systemd to start it again.
      const ended = mysql && once(mysql, 'close')
      await member.load(exampleOf('join.sql'))
      await ended
      await member.start()
    },
    async shutDown() {
      const ended = mysql && once(mysql, 'close')
      await member.ask('shutdown')
      await ended
      mysql = undefined
    },
    async start() {
      mysql = startGuard(
        [
          ...within,
          program,
          `--defaults-file=${join(folder, 'my.cnf')}`,
          '--user=root',
          `--datadir=${data}`,
          `--tmpdir=${folder}`,
          `--secure-file-priv=${folder}`,
          `--socket=${socket}`,
          `--pid-file=${join(folder, 'mysql.pid')}`,
          '--innodb-buffer-pool-size=256M',
          '--innodb-redo-log-capacity=128M',
        ],
        { folder: '', signal: 'KILL' },
      )
      await untilPrinted(mysql, /ready for connections/)
      drain(mysql)
    },
    startFence() {
      const environment = {
        OWN: address,
        MEMBERS: network.namespaces.map((_namespace, other) => `${network.prefix}.${other + 1}`).join(','),
        MYSQL_OPTIONS: join(folder, 'fence.cnf'),
        MYSQL: client,
        SOCKET: socket,
        NODE_OPTIONS: '',
      }
      const words = Object.entries(environment).map(([name, value]) => `${name}=${value}`)
      const command = [...within, 'env', ...words, process.execPath, hasFences ? fenceFile : roleCheckFile]
      fence = startGuard(command, { folder: '', signal: 'KILL' })
      drain(fence)
    },
    async endFence() {
      await endGuarded(fence, true)
      fence = undefined
    },
    freeze(withFence) {
      signal(mysql, 'SIGSTOP')
      if (withFence) signal(fence, 'SIGSTOP')
    },
    thaw() {
      signal(mysql, 'SIGCONT')
      signal(fence, 'SIGCONT')
    },
    cut: (what) => network.cut(namespace, what),
    restore: () => network.restore(namespace),
    async stop() {
      member.thaw()
      await Promise.all([endGuarded(mysql, true), endGuarded(fence, true)])
    },
  }
  return member
}

/** A program of the same version as the server. */
function beside(program: string, name: string): string {
  return join(dirname(program), name)
}

/** Otherwise a program that says much would wait for its reader. */
export function drain(child: ChildProcess): void {
  child.stdout?.resume()
  child.stderr?.resume()
}
