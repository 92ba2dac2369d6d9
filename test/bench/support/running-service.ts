import { execFile, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { findFreePort } from '../../support/free-port.ts'

const main = fileURLToPath(new URL('../../../server/dist/main.js', import.meta.url))
const readyMsMax = 20_000

/** The built service in a process of its own, on its embedded defaults and an empty data folder. */
export interface RunningService {
  createAccount(balance: string): Promise<{ accountId: string; apiKey: string }>
  call(method: string, path: string, apiKey: string, body?: unknown): Promise<TimedAnswer>
  stop(): Promise<void>
}

export interface TimedAnswer {
  readonly status: number
  readonly body: Record<string, unknown>
  /** From sending the first byte to having read the last. */
  readonly durationMs: number
}

/** Starts the service and waits until it says that it is ready. */
export async function startService(): Promise<RunningService> {
  const folder = await mkdtemp(join(tmpdir(), 'mediagen-bench-'))
  const port = await findFreePort()
  const env = { ...process.env, DATA_DIR: folder, PORT: String(port), LOG_LEVEL: 'warn' }
  const child = spawn(process.execPath, [main, 'serve'], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  const agent = new Agent({ keepAlive: true })
  const call: RunningService['call'] = (method, path, apiKey, body) =>
    send({ agent, port, method, path, headers: { Authorization: `Bearer ${apiKey}` }, body })
  await untilReady(() => call('GET', '/readyz', 'none'))
  return {
    call,
    async createAccount(balance) {
      const args = [main, 'admin', 'create-account', '--balance', balance, '--json']
      const { stdout } = await promisify(execFile)(process.execPath, args, { env })
      return JSON.parse(stdout)
    },
    async stop() {
      agent.destroy()
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function untilReady(ask: () => Promise<TimedAnswer>): Promise<void> {
  const startedAt = performance.now()
  for (;;) {
    const answer = await ask().catch(() => undefined)
    if (answer?.status === 200) return
    if (performance.now() - startedAt > readyMsMax) throw new Error('The service did not become ready.')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

function send(options: {
  agent: Agent
  port: number
  method: string
  path: string
  headers: Record<string, string>
  body: unknown
}): Promise<TimedAnswer> {
  const { agent, port, method, path, body } = options
  const text = body === undefined ? undefined : JSON.stringify(body)
  const headers = { ...options.headers, ...(text !== undefined && { 'Content-Type': 'application/json' }) }
  const startedAt = performance.now()
  return new Promise((resolve, reject) => {
    const sent = request({ agent, host: '127.0.0.1', port, method, path, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          body: JSON.parse(Buffer.concat(chunks).toString() || '{}'),
          durationMs: performance.now() - startedAt,
        }),
      )
    })
    sent.on('error', reject)
    sent.end(text)
  })
}
