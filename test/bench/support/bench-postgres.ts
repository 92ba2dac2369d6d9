import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '../../support/free-port.ts'
import { untilPrinted } from '../../support/running-program.ts'

const debianFolder = '/usr/lib/postgresql'

/** A PostgreSQL of the benchmark's own, on its defaults: durable commits, like the MySQL beside it. */
export interface BenchPostgres extends AsyncDisposable {
  readonly url: string
  /** Such as `PostgreSQL 15.14`. */
  readonly version: string
}

/** Undefined where there is no PostgreSQL on this machine. */
export async function startBenchPostgres(): Promise<BenchPostgres | undefined> {
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
  const server = spawn(
    join(programs, 'postgres'),
    ['-D', data, '-p', String(port), '-k', folder, '-c', 'listen_addresses=127.0.0.1'],
    { ...user, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const stopWithUs = (): void => void server.kill('SIGQUIT')
  process.once('exit', stopWithUs)
  await untilPrinted(server, /ready to accept connections/)
  const version = execFileSync(join(programs, 'postgres'), ['--version'], { encoding: 'utf8' })
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    version: `PostgreSQL ${/\d+\.\d+/.exec(version)?.[0] ?? ''}`,
    async [Symbol.asyncDispose]() {
      const ended = once(server, 'exit')
      server.kill('SIGINT') // ends it quickly and in order
      await ended
      process.removeListener('exit', stopWithUs)
      await rm(folder, { recursive: true, force: true })
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
