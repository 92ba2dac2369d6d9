import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { projectRoot, SetUpError } from '../set-up/project.mjs'

const program = join(projectRoot, 'server', 'dist', 'main.js')
const readyMsMax = 60_000
const stopMsMax = 5000
/** Only the end of the service's output is kept, for the report of a failure. */
const logCharactersMax = 4000

/** A service for the duration of one tour. */
export interface Service {
  readonly url: string
  /** Runs an operator's command on it, and returns its output. */
  admin(...command: readonly string[]): Promise<string>
  /** Stops it and deletes its data. */
  stop(): Promise<void>
}

/**
 * Starts the built service on a free port with its own data and further `settings`; resolves once /readyz
 * succeeds.
 */
export async function startService(
  signal: AbortSignal,
  settings: Readonly<Record<string, string>> = {},
): Promise<Service> {
  const folder = await mkdtemp(join(tmpdir(), 'mediagen-demo-'))
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const environment = {
    ...withoutSettings(process.env),
    DATA_DIR: folder,
    HOST: '127.0.0.1',
    PORT: String(port),
    LOG_LEVEL: 'warn',
    ...settings,
  }
  const child = spawn(process.execPath, [program, 'serve'], {
    cwd: folder,
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let log = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      log = (log + chunk.toString()).slice(-logCharactersMax)
    })
  }
  const stop = async () => {
    await end(child)
    await rm(folder, { recursive: true, force: true })
  }
  const admin = async (...command: readonly string[]) => {
    const run = promisify(execFile)
    const { stdout } = await run(process.execPath, [program, 'admin', ...command], {
      cwd: folder,
      env: environment,
    })
    return stdout.trim()
  }
  try {
    await untilReady(url, child, () => log, signal)
  } catch (error) {
    await stop()
    throw error
  }
  return { url, admin, stop }
}

async function untilReady(
  url: string,
  child: ChildProcess,
  log: () => string,
  signal: AbortSignal,
): Promise<void> {
  const deadline = Date.now() + readyMsMax
  for (;;) {
    signal.throwIfAborted()
    const ready = await fetch(`${url}/readyz`, { signal }).then(
      ({ ok }) => ok,
      () => false,
    )
    if (ready) return
    if (child.exitCode !== null) throw new SetUpError(`the service ended with ${child.exitCode}:\n${log()}`)
    if (Date.now() > deadline)
      throw new SetUpError(`the service was not ready after ${readyMsMax} ms:\n${log()}`)
    await delay(50)
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const patience = setTimeout(() => child.kill('SIGKILL'), stopMsMax)
  await ended
  clearTimeout(patience)
}

/** Without the user's own settings, which belong to their own service. */
function withoutSettings(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const settings = ['PUBLIC_URL', 'DATABASE_URL', 'OBJECT_STORE_URL', 'SIGNING_SECRET', 'PROVIDERS_FILE']
  settings.push('CATALOGUE_DIR', 'WORKER_CONCURRENCY', 'CORS_ORIGINS', 'IDEMPOTENCY_HOURS')
  settings.push('UPLOADS_OPEN_MAX', 'UPLOADS_KEPT_GB', 'UPLOAD_RETENTION_DAYS')
  settings.push('RESULT_RETENTION_DAYS', 'TASK_RETENTION_DAYS')
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !settings.includes(name)))
}

async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (address === null || typeof address === 'string')
    throw new Error('A TCP server has an address with a port.')
  return address.port
}
