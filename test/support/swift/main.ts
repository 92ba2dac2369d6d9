/**
 * Runs a real S3 server for tests: OpenStack Swift with its own S3 interface, which checks every signature,
 * with all of its state in a throwaway folder. It runs for as long as standard input stays open. Its first
 * line of output is what a client needs, as JSON (`S3Server` below). When the input ends (the owner is done,
 * or has died) everything is stopped and removed.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { findProgram } from '../../../scripts/set-up/debian.mjs'
import { findFreePort } from '../free-port.ts'
import { type SwiftPlan, type SwiftPorts, swiftServers, writeSwiftFiles } from './configuration.ts'

/** The first line of output. */
export interface S3Server {
  readonly endpoint: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  /** Buckets are also at `http://BUCKET.VIRTUALHOST:PORT`, for clients that can resolve that name. */
  readonly virtualHost: string
}

/** Another program can take a free port before the server starts. */
const startAttemptsMax = 3
/** On two busy cores the four Python programs take about four seconds. */
const startMsMax = 60_000
const connectPauseMs = 50
const logLinesShown = 15
/** Root must be named to memcached, which would otherwise refuse to run as root. */
const user = userInfo().username

const folder = mkdtempSync(join(tmpdir(), 'mediagen-s3-'))
const processes: ChildProcess[] = []
let stopping = false

process.stdin
  .on('end', () => stop(0))
  .on('error', () => stop(0))
  .resume()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(1))

await main()

async function main(): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const plan = await makePlan()
    writeSwiftFiles(plan)
    startAll(plan)
    const isUp = await untilConnected(plan.ports)
    if (stopping) return
    if (isUp) {
      for (const child of processes) child.once('exit', () => void stop(1))
      const { region, virtualHost, accessKeyId, secretAccessKey } = plan
      const endpoint = `http://127.0.0.1:${plan.ports.proxy}`
      const server: S3Server = { endpoint, region, virtualHost, accessKeyId, secretAccessKey }
      process.stdout.write(`${JSON.stringify(server)}\n`)
      return
    }
    const log = readLogs()
    await killAll()
    if (attempt === startAttemptsMax || !/could not bind|already in use/i.test(log)) {
      process.stderr.write(log)
      return stop(1)
    }
  }
}

async function makePlan(): Promise<SwiftPlan> {
  return {
    folder,
    user,
    ports: {
      proxy: await findFreePort(),
      account: await findFreePort(),
      container: await findFreePort(),
      object: await findFreePort(),
      cache: await findFreePort(),
    },
    region: 'us-east-1',
    virtualHost: 's3.test',
    accessKeyId: 'test:tester',
    secretAccessKey: randomBytes(16).toString('hex'),
  }
}

function startAll({ ports }: SwiftPlan): void {
  const cache = ['-u', user, '-l', '127.0.0.1', '-p', String(ports.cache), '-m', '64', '-U', '0']
  start('memcached', 'memcached', cache)
  // Verbose here means: to standard error and not only to the system's log.
  for (const name of swiftServers)
    start(name, `swift-${name}-server`, [join(folder, `${name}-server.conf`), '--verbose'])
}

function start(name: string, program: string, options: string[]): void {
  const log = openSync(join(folder, `${name}.log`), 'w')
  const child = spawn(findProgram(program) ?? program, options, {
    // A separate process group: Ctrl-C at the terminal reaches this process, which then stops the servers in
    // order.
    detached: true,
    stdio: ['ignore', log, log],
    env: { ...process.env, PYTHONWARNINGS: 'ignore' },
  })
  closeSync(log)
  child.on('error', (error) => process.stderr.write(`${program}: ${error.message}\n`))
  processes.push(child)
}

/** True once every server accepts connections; false if one of them has ended, or is not up in time. */
async function untilConnected(ports: SwiftPorts): Promise<boolean> {
  const end = Date.now() + startMsMax
  for (const port of Object.values(ports)) {
    while (!(await accepts(port))) {
      if (stopping || processes.some(hasEnded) || Date.now() > end) return false
      await new Promise((resolve) => setTimeout(resolve, connectPauseMs))
    }
  }
  return !processes.some(hasEnded)
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    // Connection refused: not up yet.
    return false
  } finally {
    socket.destroy()
  }
}

function hasEnded(child: ChildProcess): boolean {
  return child.pid === undefined || child.exitCode !== null || child.signalCode !== null
}

function readLogs(): string {
  return ['memcached', ...swiftServers]
    .map((name) => readFileSync(join(folder, `${name}.log`), 'utf8').trim())
    .filter((text) => text !== '')
    .map((text) => `${text.split('\n').slice(-logLinesShown).join('\n')}\n`)
    .join('')
}

/** No graceful end is needed: all state is thrown away. */
async function killAll(): Promise<void> {
  const running = processes.splice(0).filter((child) => !hasEnded(child))
  for (const child of running) child.removeAllListeners('exit')
  const ends = running.map((child) => once(child, 'exit'))
  for (const child of running) child.kill('SIGKILL')
  await Promise.all(ends)
}

async function stop(code: number): Promise<void> {
  if (stopping) return
  stopping = true
  await killAll()
  rmSync(folder, { recursive: true, force: true })
  process.exit(code)
}
