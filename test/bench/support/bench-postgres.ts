import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findFreePort } from '../../support/free-port.ts'
import { untilPrinted } from '../../support/running-program.ts'

const debianFolder = '/usr/lib/postgresql'

/** A PostgreSQL of the benchmark's own, on its defaults: durable commits, like the MySQL beside it. */
export interface BenchPostgres extends AsyncDisposable {
  readonly url: string
  /** Such as `PostgreSQL 15.14`. */
  readonly version: string
  /** Makes an empty database; returns its URL. */
  createDatabase(name: string): Promise<string>
  /** The columns of the first row. */
  query(url: string, sql: string): Promise<readonly string[]>
  /** A connection of its own. */
  openSession(url: string): PostgresSession
  /** Ends the server as a power failure would. */
  kill(): Promise<void>
  /** Starts it again with what it had committed. */
  start(): Promise<void>
}

export interface PostgresSession extends AsyncDisposable {
  /** Resolves when the statement has been carried out. */
  query(sql: string): Promise<void>
}

/** Settings are such as `max_connections=300`. Undefined where there is no PostgreSQL on this machine. */
export async function startBenchPostgres(
  settings: readonly string[] = [],
): Promise<BenchPostgres | undefined> {
  const programs = findPrograms()
  if (programs === undefined) return undefined
  const folder = await mkdtemp(join(tmpdir(), 'mediagen-postgres-'))
  // It refuses to run as root.
  const user = process.getuid?.() === 0 ? idsOf('postgres') : undefined
  if (user !== undefined) await chown(folder, user.uid, user.gid)
  const data = join(folder, 'data')
  execFileSync(join(programs, 'initdb'), ['-D', data, '-U', 'postgres', '--auth=trust', '-E', 'UTF8'], {
    ...user,
    stdio: 'ignore',
    cwd: folder,
  })
  const port = await findFreePort()
  const words = ['-D', data, '-p', String(port), '-k', folder]
  for (const setting of ['listen_addresses=127.0.0.1', ...settings]) words.push('-c', setting)
  let server: ChildProcess | undefined
  const start = async (): Promise<void> => {
    server = spawn(join(programs, 'postgres'), words, {
      ...user,
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    await untilPrinted(server, /ready to accept connections/)
  }
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (server === undefined) return
    const ended = once(server, 'exit')
    server.kill(signal)
    server = undefined
    await ended
  }
  const stopWithUs = (): void => void server?.kill('SIGQUIT')
  process.once('exit', stopWithUs)
  await start()
  const version = execFileSync(join(programs, 'postgres'), ['--version'], { encoding: 'utf8' })
  const base = `postgres://postgres@127.0.0.1:${port}`
  const psql = join(programs, 'psql')
  const query = async (url: string, sql: string): Promise<readonly string[]> => {
    const { stdout } = await promisify(execFile)(psql, ['-XAt', '-c', sql, url], { cwd: folder })
    return (stdout.split('\n')[0] ?? '').split('|')
  }
  return {
    url: `${base}/postgres`,
    version: `PostgreSQL ${/\d+\.\d+/.exec(version)?.[0] ?? ''}`,
    async createDatabase(name) {
      await query(`${base}/postgres`, `create database ${name}`)
      return `${base}/${name}`
    },
    query,
    openSession: (url) => openSession(psql, url),
    kill: () => end('SIGKILL'),
    start,
    async [Symbol.asyncDispose]() {
      await end('SIGINT') // ends it quickly and in order
      process.removeListener('exit', stopWithUs)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function openSession(psql: string, url: string): PostgresSession {
  const child = spawn(psql, ['-XAt', url], { stdio: ['pipe', 'pipe', 'ignore'] })
  return {
    async query(sql) {
      const done = untilPrinted(child, /done/)
      child.stdin.write(`${sql};\n\\echo done\n`)
      await done
    },
    async [Symbol.asyncDispose]() {
      const ended = once(child, 'close')
      child.stdin.end()
      await ended
    },
  }
}

/** Debian keeps the server's programs apart from the path, one folder for each version. */
function findPrograms(): string | undefined {
  const versions = existsSync(debianFolder) ? readdirSync(debianFolder).sort() : []
  return versions
    .map((version) => join(debianFolder, version, 'bin'))
    .findLast((folder) => existsSync(join(folder, 'initdb')))
}

function idsOf(user: string): { uid: number; gid: number } {
  const id = (option: string): number => Number(execFileSync('id', [option, user], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}
