import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { serviceFlags } from '../../../scripts/set-up/runtime.mjs'
import { findFreePort } from '../../support/free-port.ts'
import { openClient, requestBytes } from './raw-http-client.ts'

const readyMsMax = 20_000
/** The built service's program. */
export const main = fileURLToPath(new URL('../../../server/dist/main.js', import.meta.url))

/** A checkout whose service is measured, the Node that it brings, and the flags with which it starts. */
export interface Checkout {
  readonly root: string
  readonly node: string
  readonly flags: readonly string[]
}

/** This one. */
export const here: Checkout = {
  root: fileURLToPath(new URL('../../..', import.meta.url)),
  node: process.execPath,
  flags: serviceFlags,
}

export type Role = 'api' | 'worker' | 'serve'

/** A process of the built service, or of what it is compared with, until it is disposed of. */
export interface MeasuredProcess extends AsyncDisposable {
  readonly port: number
  readonly pid: number
  /** From its start to its first response with 200. */
  readonly readyMs: number
  /** Resident memory at this moment. */
  residentMb(): number
  /** The largest since its start, where the system keeps it; elsewhere that of this moment. */
  residentPeakMb(): number
  /** Processor time used since its start. */
  cpuSeconds(): number
}

export interface ProcessOptions {
  /** Absent for the embedded database, in the data folder. */
  readonly databaseUrl?: string
  readonly environment?: Readonly<Record<string, string>>
  /** @default here */
  readonly checkout?: Checkout
}

/** Over an engine that responds at once, and without the limit of 60 requests a minute. */
export function startNoEngineService(role: Role, options: ProcessOptions): Promise<MeasuredProcess> {
  const program = join((options.checkout ?? here).root, 'test', 'bench', 'support', 'no-engine-service.mjs')
  return startService([program], { ...options, environment: { ...options.environment, ROLE: role } })
}

/** One of the service's own commands. */
export function startCommand(role: Role, options: ProcessOptions): Promise<MeasuredProcess> {
  return startService([main, role], options)
}

/** A process for each role; the port is that of the first. */
export async function startRoles(
  roles: readonly Role[],
  start: (role: Role) => Promise<MeasuredProcess>,
): Promise<AsyncDisposable & { readonly port: number }> {
  await using stack = new AsyncDisposableStack()
  const ports: number[] = []
  for (const role of roles) ports.push(stack.use(await start(role)).port)
  const processes = stack.move()
  return { port: ports[0] ?? 0, [Symbol.asyncDispose]: () => processes.disposeAsync() }
}

/**
 * Any program that listens on PORT, or as a worker on METRICS_PORT, and responds with 200 at `path` when it
 * is ready.
 */
export async function startProgram(
  nodeArguments: readonly string[],
  options: {
    readonly environment: Readonly<Record<string, string>>
    readonly path: string
    readonly node?: string
  },
): Promise<MeasuredProcess> {
  const port = await findFreePort()
  const startedAt = performance.now()
  const child = spawn(options.node ?? process.execPath, nodeArguments, {
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
  const { pid } = child
  if (pid === undefined) throw new Error('The process has no id.')
  return {
    port,
    pid,
    readyMs: performance.now() - startedAt,
    residentMb: () => Number(ps('rss', child)) / 1024,
    residentPeakMb: () => peakKilobytes(child) / 1024,
    cpuSeconds: () => cpuSeconds(child),
    async [Symbol.asyncDispose]() {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** A program that is set up as the service is, with a data folder of its own. */
async function startService(
  nodeArguments: readonly string[],
  { databaseUrl, environment = {}, checkout = here }: ProcessOptions,
): Promise<MeasuredProcess> {
  await using stack = new AsyncDisposableStack()
  const folder = stack.use(await mkdtempDisposable(join(tmpdir(), 'mediagen-bench-')))
  const running = await startProgram([...checkout.flags, ...nodeArguments], {
    path: '/readyz',
    node: checkout.node,
    environment: {
      ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
      DATA_DIR: folder.path,
      SIGNING_SECRET: 'a secret of the benchmark, long enough for the rule',
      ...environment,
    },
  })
  stack.use(running)
  const parts = stack.move()
  return { ...running, [Symbol.asyncDispose]: () => parts.disposeAsync() }
}

/** Linux keeps the highest mark, which no look from time to time could miss. */
function peakKilobytes(child: ChildProcess): number {
  const status = `/proc/${child.pid}/status`
  const kept = existsSync(status) ? /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(status, 'utf8')) : null
  return Number(kept?.[1] ?? ps('rss', child))
}

/** Milliseconds of the processor that threads of a process have taken, by default all that it has now; on Linux alone. */
export function processorMs(pid: number, threads = readdirSync(`/proc/${pid}/task`)): number {
  const nanoseconds = threads.map((thread) => {
    const file = `/proc/${pid}/task/${thread}/schedstat`
    return existsSync(file) ? Number(readFileSync(file, 'utf8').split(' ')[0]) : 0
  })
  return nanoseconds.reduce((sum, one) => sum + one, 0) / 1e6
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
    const client = await openClient(port).catch(() => undefined)
    const isReady = await client?.send(request, 200).then(
      () => true,
      () => false,
    )
    client?.close()
    if (isReady) return
    if (child.exitCode !== null) throw new Error('The process ended before it was ready.')
    if (performance.now() - startedAt > readyMsMax) throw new Error('The process did not become ready.')
    await pause(10)
  }
}
