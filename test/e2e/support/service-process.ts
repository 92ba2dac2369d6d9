import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { type ContractFetch, contractFetch } from '../../../openapi/checks/contract-fetch.ts'
import { serviceFlags } from '../../../scripts/set-up/runtime.mjs'
import { accountWith, type TestAccount, type TestResponse } from '../../support/account.ts'
import { compileCache } from '../../support/compile-cache.ts'
import { findFreePort } from '../../support/free-port.ts'
import { memoryFolderIfRoom } from '../../support/mysql-data.ts'
import { untilHolds } from '../../support/until-holds.ts'
import { quickProviders, startQuickEngine } from './quick-engine.ts'

/** The built program: nothing here runs from the sources. */
const main = fileURLToPath(new URL('../../../server/dist/main.js', import.meta.url))

/** On a busy machine a start takes ten seconds, and an image of the studio fifteen. */
export const processMsMax = 100_000

/** What else a process that serves wrote on the stream of its log. */
export const withoutLog = (text: string): string => text.replaceAll(/^\{"severity":.*\n/gm, '')

/** An environment for one test: an empty folder, a port, and settings that every process in it gets. */
export interface Machine {
  readonly folder: string
  readonly baseUrl: string
  /** What every process in it gets. */
  readonly environment: Readonly<Record<string, string>>
  /** Validates every response against the contract. */
  readonly fetch: ContractFetch
  /** Starts a long-running command; it is up when this resolves. */
  start(command: 'serve' | 'api' | 'worker', environment?: Record<string, string>): Promise<RunningProcess>
  /** Runs a command to its end. */
  run(args: readonly string[], environment?: Record<string, string>): Promise<FinishedProcess>
  createAccount(balance: string): Promise<ProcessAccount>
  /** The account of a printed key. */
  accountOf(apiKey: string): ProcessAccount
  /** Kills processes that still run and removes the folder. */
  remove(): Promise<void>
}

export interface RunningProcess {
  readonly pid: number
  /** Everything on standard error so far: what is meant for a person. */
  output(): string
  /** The lines on standard output so far; the log. */
  logLines(): string[]
  /** Sends a signal and waits for the end. */
  stop(signal: 'SIGTERM' | 'SIGINT' | 'SIGKILL'): Promise<{ code: number | null; durationMs: number }>
}

export interface FinishedProcess {
  readonly code: number
  /** Standard output, without the log of a process that serves. */
  readonly output: string
  readonly complaint: string
}

export interface ProcessAccount extends Pick<TestAccount, 'apiKey' | 'call' | 'upload'> {
  /** Waits until the task has ended. */
  finished(taskId: string, msMax?: number): Promise<TestResponse['body']>
}

export interface MachineOptions {
  /** Descriptors that a long-running command may have open. @default as many as the tests themselves */
  readonly descriptorsMax?: number
  /** Has an engine that takes no time make everything, in place of the studio. @default false */
  readonly quickEngine?: boolean
  /** The user and group that commands run as, by id; only root may choose one. @default those of the tests */
  readonly user?: { readonly uid: number; readonly gid: number }
}

/** Creates an environment; the caller removes it, in `afterAll` or `onTestFinished`. */
export async function createMachine(
  settings: Record<string, string> = {},
  { descriptorsMax, quickEngine, user }: MachineOptions = {},
): Promise<Machine> {
  if (!existsSync(main)) throw new Error('the server is not built: npm run build')
  const folder = await mkdtemp(join(memoryFolderIfRoom(), 'mediagen-e2e-'))
  if (user !== undefined) await chown(folder, user.uid, user.gid)
  const engine = quickEngine === true ? await startQuickEngine() : undefined
  const providersFile = join(folder, 'providers.json')
  if (engine !== undefined) await writeFile(providersFile, quickProviders(engine.url))
  const port = await findFreePort()
  const baseUrl = `http://127.0.0.1:${port}`
  const running = new Set<ChildProcess>()
  const checkedFetch = contractFetch(baseUrl)
  const environment = {
    // Without the test runner's own settings, and without settings for another service.
    PATH: process.env.PATH ?? '',
    TMPDIR: tmpdir(),
    ...compileCache,
    DATA_DIR: join(folder, 'data'),
    PORT: String(port),
    ...(engine !== undefined && { PROVIDERS_FILE: providersFile }),
    ...settings,
  }
  const isReady = () =>
    fetch(`${baseUrl}/readyz`).then(
      ({ status }) => status === 200,
      () => false,
    )

  const machine: Machine = {
    folder,
    baseUrl,
    environment,
    fetch: checkedFetch,
    async start(command, more = {}) {
      const [program, args] = limited([process.execPath, ...serviceFlags, main, command], descriptorsMax)
      const child = spawn(program, args, {
        cwd: folder,
        env: { ...environment, ...more },
        stdio: ['ignore', 'pipe', 'pipe'],
        ...user,
      })
      running.add(child)
      const ended = once(child, 'close').then(() => running.delete(child))
      const texts = { output: '', log: '' }
      child.stderr.on('data', (chunk: Buffer) => {
        texts.output += chunk.toString()
      })
      child.stdout.on('data', (chunk: Buffer) => {
        texts.log += chunk.toString()
      })
      // What a command says when it is up comes last, after it has begun to respond; an API says it in its
      // log.
      const isUp = {
        serve: () => texts.output.includes('mediagen is serving on'),
        api: async () => texts.log.includes('api is serving') && (await isReady()),
        worker: () => texts.log.includes('worker is running'),
      }[command]
      await untilHolds(async () => expect((await isUp()) || child.exitCode !== null).toBe(true), processMsMax)
      if (child.exitCode !== null) throw new Error(`${command} ended at once:\n${texts.log}${texts.output}`)
      return {
        pid: child.pid ?? Number.NaN,
        output: () => texts.output,
        logLines: () => texts.log.split('\n').filter((line) => line !== ''),
        async stop(signal) {
          const startedAt = performance.now()
          child.kill(signal)
          await ended
          return { code: child.exitCode, durationMs: performance.now() - startedAt }
        },
      }
    },
    run: (args, more = {}) =>
      new Promise((resolve) => {
        const options = { cwd: folder, env: { ...environment, ...more }, ...user }
        const child = execFile(process.execPath, [main, ...args], options, (_error, output, complaint) =>
          resolve({ code: child.exitCode ?? -1, output: withoutLog(output), complaint }),
        )
      }),
    async createAccount(balance) {
      const { output } = await machine.run(['admin', 'create-account', '--balance', balance, '--json'])
      return machine.accountOf(JSON.parse(output).apiKey)
    },
    accountOf: (apiKey) => accountOf(checkedFetch, apiKey),
    async remove() {
      for (const child of running) child.kill('SIGKILL')
      await untilHolds(() => expect(running.size).toBe(0))
      await engine?.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
  return machine
}

/**
 * A command line under a limit on descriptors; the shell that sets it is replaced by the program, which keeps
 * its id.
 */
function limited(
  [program = '', ...args]: readonly string[],
  descriptorsMax: number | undefined,
): [string, string[]] {
  if (descriptorsMax === undefined) return [program, args]
  return ['/bin/sh', ['-c', `ulimit -n ${descriptorsMax}; exec "$0" "$@"`, program, ...args]]
}

function accountOf(send: ContractFetch, apiKey: string): ProcessAccount {
  const account = accountWith(send, apiKey)
  return {
    ...account,
    apiKey,
    finished: (taskId, msMax = processMsMax) =>
      untilHolds(async () => {
        const path = `/api/v1/tasks/${taskId}`
        const { body } = await account.call('GET', path, undefined, { Prefer: 'wait=30' })
        expect(body.status).not.toMatch(/^(QUEUED|PROCESSING)$/)
        return body
      }, msMax),
  }
}
