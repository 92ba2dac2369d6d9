import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findFreePort } from '../../support/free-port.ts'
import { openClient, type RawHttpClient, requestBytes } from './raw-http-client.ts'

const readyMsMax = 20_000
const main = fileURLToPath(new URL('../../../server/dist/main.js', import.meta.url))
const noEngineService = fileURLToPath(new URL('./no-engine-service.mjs', import.meta.url))

/** A process of the built service, or of what it is compared with. */
export interface MeasuredProcess {
  readonly port: number
  /** From its start to its first good answer. */
  readonly readyMs: number
  /** Resident memory at this moment. */
  residentMb(): number
  /** The largest since its start, where the system keeps it; elsewhere that of this moment. */
  residentPeakMb(): number
  /** Processor time used since its start. */
  cpuSeconds(): number
  stop(): Promise<void>
}

export interface ProcessOptions {
  readonly databaseUrl: string
  readonly environment?: Readonly<Record<string, string>>
}

/**
 * The service over an engine that answers at once, in this role and without the limit of 60 requests a
 * minute.
 */
export function startNoEngineService(
  role: 'api' | 'worker' | 'serve',
  options: ProcessOptions,
): Promise<MeasuredProcess> {
  return startService([noEngineService], { ...options, environment: { ...options.environment, ROLE: role } })
}

/** One of the service's own commands: `api`, `worker`, `serve`. */
export function startCommand(
  command: 'api' | 'worker' | 'serve',
  options: ProcessOptions,
): Promise<MeasuredProcess> {
  return startService([main, command], options)
}

/**
 * Any program that listens on PORT, or as a worker on METRICS_PORT, and answers 200 at `path` when it is
 * ready.
 */
export async function startProgram(
  nodeArguments: readonly string[],
  options: { readonly environment: Readonly<Record<string, string>>; readonly path: string },
): Promise<MeasuredProcess> {
  const port = await findFreePort()
  const startedAt = performance.now()
  const child = spawn(process.execPath, nodeArguments, {
    env: {
      ...process.env,
      // A worker serves nothing but its probes and metrics.
      [nodeArguments.includes('worker') ? 'METRICS_PORT' : 'PORT']: String(port),
      LOG_LEVEL: 'error',
      ...options.environment,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await untilReady(child, port, options.path)
  return {
    port,
    readyMs: performance.now() - startedAt,
    residentMb: () => Number(ps('rss', child)) / 1024,
    residentPeakMb: () => peakKilobytes(child) / 1024,
    cpuSeconds: () => cpuSeconds(child),
    async stop() {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** A program that is set up as the service is, with a data folder of its own, which goes when it stops. */
export async function startService(
  nodeArguments: readonly string[],
  { databaseUrl, environment = {} }: ProcessOptions,
): Promise<MeasuredProcess> {
  const folder = await mkdtemp(join(tmpdir(), 'mediagen-bench-'))
  const running = await startProgram(nodeArguments, {
    path: '/readyz',
    environment: {
      DATABASE_URL: databaseUrl,
      DATA_DIR: folder,
      SIGNING_SECRET: 'a secret of the benchmark, long enough for the rule',
      ...environment,
    },
  })
  return {
    ...running,
    async stop() {
      await running.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Linux keeps the highest mark, which no look from time to time could miss. */
function peakKilobytes(child: ChildProcess): number {
  const status = `/proc/${child.pid}/status`
  const kept = existsSync(status) ? /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(status, 'utf8')) : null
  return Number(kept?.[1] ?? ps('rss', child))
}

/** Linux counts hundredths of a second; `ps` shows whole ones. */
function cpuSeconds(child: ChildProcess): number {
  const stat = `/proc/${child.pid}/stat`
  if (!existsSync(stat)) return Number(ps('cputimes', child))
  // After the name, which may contain spaces: user time is field 14 of the line, system time field 15.
  const fields = readFileSync(stat, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / 100
}

/** One figure of a process, as the operating system shows it. */
function ps(figure: string, { pid }: ChildProcess): string {
  return execFileSync('ps', ['-o', `${figure}=`, '-p', String(pid)], { encoding: 'utf8' })
}

async function untilReady(child: ChildProcess, port: number, path: string): Promise<void> {
  const startedAt = performance.now()
  const request = requestBytes({ method: 'GET', path })
  for (;;) {
    const client: RawHttpClient | undefined = await openClient(port).catch(() => undefined)
    const isReady = await client?.send(request, 200).then(
      () => true,
      () => false,
    )
    client?.close()
    if (isReady) return
    if (child.exitCode !== null) throw new Error('The process ended before it was ready.')
    if (performance.now() - startedAt > readyMsMax) throw new Error('The process did not become ready.')
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
