import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { findFreePort } from './free-port.ts'
import { createMysqlData, type MysqlOptions, mysqlArguments } from './mysql-data.ts'
import { findMysqlProgram, type MysqlSource } from './mysql-source.ts'
import { untilPrinted } from './running-program.ts'

/** A MySQL server of the tests' own, or one that was given. */
export interface RunningMysql {
  /** mysql://USER:PASSWORD@HOST:PORT, naming no database; its user may create databases. */
  readonly url: string
  /** Stops the server and removes its data; resolves when both are gone. Leaves a given server alone. */
  stop(): Promise<void>
}

/** A server of one test, which can be killed and comes back with what it had committed. */
export interface OwnMysql extends RunningMysql {
  /** Whether it is a MariaDB, and not a MySQL. */
  readonly isMariadb: boolean
  /** Ends the server as a power failure would, immediately; does nothing if it is down. */
  kill(): Promise<void>
  /** Starts it again on the same port with the same data; resolves when it takes connections. */
  start(): Promise<void>
  /** The same if it has ended by itself; does nothing if it runs. */
  startIfEnded(): Promise<void>
}

/** Another program can take the free port between its finding and the server's start. */
const startAttemptsMax = 3

/**
 * Starts a MySQL that lives no longer than this process, however this process ends. Rejects with the server's
 * last output if it does not come up.
 */
export async function startMysql(source: MysqlSource, options: MysqlOptions = {}): Promise<RunningMysql> {
  if (source.kind === 'given') return { url: source.url, stop: async () => {} }
  for (let attempt = 1; ; attempt += 1) {
    const port = await findFreePort()
    try {
      return await (source.kind === 'program'
        ? startProgram(source.program, port, options)
        : startContainer(source.image, port))
    } catch (error) {
      if (attempt === startAttemptsMax || !/in use/i.test(String(error))) throw error
    }
  }
}

/** Starts a separate server from the program on this machine. */
export async function startOwnMysql(options: MysqlOptions = {}): Promise<OwnMysql> {
  const program = findMysqlProgram()
  if (program === undefined)
    throw new Error('There is no mariadbd or mysqld on this machine to start and kill.')
  return startProgram(program, await findFreePort(), options)
}

async function startProgram(program: string, port: number, options: MysqlOptions): Promise<OwnMysql> {
  const data = createMysqlData(program, options)
  const { folder, password, isMariadb } = data
  const command = [program, ...mysqlArguments(data, port, options)]
  const start = () => startGuarded(command, { folder, port, signal: 'KILL' })
  let running: ChildProcess | undefined = await start()
  const end = async (keepsData: boolean): Promise<void> => {
    const ending = running
    running = undefined
    await endGuarded(ending, keepsData)
  }
  const restart = async (): Promise<void> => {
    await end(true)
    running = await start()
  }
  return {
    isMariadb,
    url: `mysql://mediagen:${password}@127.0.0.1:${port}`,
    kill: () => end(true),
    start: restart,
    async startIfEnded() {
      if (running === undefined || running.exitCode !== null) await restart()
    },
    async stop() {
      await end(false)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A container's image gives only root the right to create databases. */
async function startContainer(image: string, port: number): Promise<RunningMysql> {
  const password = randomBytes(8).toString('hex')
  const rights = ['-e', `MARIADB_ROOT_PASSWORD=${password}`, '-e', 'MARIADB_ROOT_HOST=%']
  const command = ['docker', 'run', '--rm', '-p', `127.0.0.1:${port}:3306`, ...rights, image]
  // Its client must pass the stop on.
  const running = await startGuarded(command, { folder: '', port: 3306, signal: 'TERM' })
  return { url: `mysql://root:${password}@127.0.0.1:${port}`, stop: () => endGuarded(running, false) }
}

interface Guard {
  /** Removed after the server; '' where it has none. */
  readonly folder: string
  readonly signal: 'KILL' | 'TERM'
}

async function startGuarded(
  command: readonly string[],
  guard: Guard & { readonly port: number },
): Promise<ChildProcess> {
  const child = startGuard(command, guard)
  try {
    // Its own word that it takes connections on the port.
    await untilPrinted(child, new RegExp(`ready for connections[\\s\\S]*port: ${guard.port}\\b`))
    return child
  } catch (error) {
    await endGuarded(child, false)
    throw error
  }
}

/**
 * A shell that ends the server when its own input ends, which happens however this process ends: no server
 * and no data are left behind. In a group of its own, because Ctrl-C at the terminal is for this process.
 */
export function startGuard(command: readonly string[], { folder, signal }: Guard): ChildProcess {
  const script = `
    signal=$1; folder=$2; shift 2; exec 3<&0
    "$@" & server=$!
    {
      read -r keep <&3
      kill -$signal $server 2>/dev/null
      while kill -0 $server 2>/dev/null; do sleep 0.02; done
      [ "$keep" = keep ] || [ -z "$folder" ] || rm -rf "$folder"
    } &
    wait $server`
  const words = ['-c', script, 'sh', signal, folder, ...command]
  return spawn('sh', words, { stdio: ['pipe', 'pipe', 'pipe'], detached: true })
}

/** Ends what `startGuard` has started; resolves when it is gone. */
export async function endGuarded(child: ChildProcess | undefined, keepsData: boolean): Promise<void> {
  if (child === undefined) return
  const closed = once(child, 'close')
  child.stdin?.end(keepsData ? 'keep\n' : '')
  await closed
}
