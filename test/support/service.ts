import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, onTestFinished, vi } from 'vitest'
import { type ContractFetch, contractFetch } from '../../openapi/checks/contract-fetch.ts'
import { startHttpService } from '../../server/src/commands/http-service.ts'
import { type Config, readConfig } from '../../server/src/config/config.ts'
import { loadCatalogue } from '../../server/src/config/load-catalogue.ts'
import { createQueueHeads } from '../../server/src/coordination/queue-heads.ts'
import type { Catalogue } from '../../server/src/core/domain/catalogue.ts'
import type { Route } from '../../server/src/core/domain/generation/route.ts'
import { Usd } from '../../server/src/core/domain/money/usd.ts'
import { productNames } from '../../server/src/core/domain/products.ts'
import type { Task } from '../../server/src/core/domain/tasks/task.ts'
import type { Gate } from '../../server/src/core/ports/gate.ts'
import type { Provider } from '../../server/src/core/ports/provider.ts'
import type { Database } from '../../server/src/database/database.ts'
import { findDisagreements } from '../../server/src/database/reconciliation/reconcile-ledger.ts'
import { claimTasks } from '../../server/src/database/tasks/claim-tasks.ts'
import type { timeoutsFor } from '../../server/src/database/timeouts.ts'
import { createImageDecoder, type ImageDecoder } from '../../server/src/media/image-decoder.ts'
import { createAdministration } from '../../server/src/operator/administration.ts'
import { findRequestViolations } from '../../server/src/wiring/find-request-violations.ts'
import { type Parts, wireParts, wireRun } from '../../server/src/wiring/wire.ts'
import { createLogger } from '../../server/src/wiring/wire-storage.ts'
import { createClaimable } from '../../server/src/worker/claimable.ts'
import { defaultRunSettings } from '../../server/src/worker/default-settings.ts'
import type { RunDependencies, RunSettings } from '../../server/src/worker/run-dependencies.ts'
import { runTask } from '../../server/src/worker/run-task.ts'
import { accountWith, type TestAccount } from './account.ts'
import { createFakeProvider, type FakeProvider } from './fake-provider.ts'
import { findFreePort } from './free-port.ts'
import { createMigratedDatabase } from './migrated-database.ts'
import { memoryFolderIfRoom } from './mysql-data.ts'

export type { TestAccount, TestResponse } from './account.ts'

/**
 * The whole service in the test's own process, over real HTTP, on an empty database of the project's dialect
 * and a separate folder. Only the engine is fake, and time stands still for the worker: nothing runs until
 * `runQueue`.
 */
export interface TestService {
  readonly baseUrl: string
  readonly parts: Parts
  readonly database: Database
  /** Validates every response against the contract. */
  readonly fetch: ContractFetch
  /** The engine behind every product unless `providers`, or a providers file, was given. */
  readonly provider: FakeProvider
  /** What the worker reported, in order. */
  readonly settled: { readonly taskId: string; readonly outcome: string }[]
  /** The dependencies for running a task, for tests that act as the worker. */
  readonly run: RunDependencies
  /** The same with a wrapped database that fails. */
  runOn(database: Database): RunDependencies
  /** Moves the database's clock and that of the signed links; never backwards. */
  advance(durationMs: number): void
  /** Moves this process's clock with the database's until the test ends. */
  agreeOnTime(): void
  createAccount(balance?: string): Promise<TestAccount>
  /** Claims waiting tasks, as one worker would; the leases run from now. */
  claim(limit?: number, worker?: string): Promise<Task[]>
  /** Claims the next task. Throws if none waits. */
  claimOne(worker?: string): Promise<Task>
  /** The keys of all stored objects that begin with one of the prefixes, in their order. */
  storedKeys(...prefixes: string[]): Promise<string[]>
  /** Runs every waiting task to its end, including requeued ones, until nothing waits. */
  runQueue(): Promise<void>
  /** Throws unless balances, ledger and tasks agree. */
  expectBooksToAgree(): Promise<void>
}

export interface TestServiceOptions {
  readonly providers?: readonly Provider[]
  readonly routes?: readonly Route[]
  /** Closed with the service. @default none */
  readonly gates?: readonly Gate[]
  readonly runSettings?: Partial<RunSettings>
  /** Called with each line of the log. @default there is no log */
  readonly onLogLine?: (line: Record<string, unknown>) => void
  /** A migrated database, which is left as it is. @default one without rows, which is dropped */
  readonly databaseUrl?: string
  /** How long its users wait for the database. @default work: what a request waits, a busy machine takes */
  readonly purpose?: keyof typeof timeoutsFor
  /** @default false: the services of a process share one, which outlives them */
  readonly hasOwnDecoder?: boolean
  /** Additional environment variables for the configuration. PROVIDERS_FILE replaces the fake engine. */
  readonly environment?: Record<string, string>
}

/** Starts a service that is closed and wiped when the current test (or hook's suite) has finished. */
export async function startTestService(options: TestServiceOptions = {}): Promise<TestService> {
  const service = await openTestService(options)
  onTestFinished(service.close)
  return service
}

/** The same for a whole file, which opens it while it loads. */
export async function openServiceOfFile(options: TestServiceOptions = {}): Promise<TestService> {
  const service = await openTestService(options)
  afterAll(service.close)
  return service
}

/** The same until the caller closes it. */
export async function openTestService(
  options: TestServiceOptions = {},
): Promise<TestService & { close: () => Promise<void> }> {
  const folder = await mkdtemp(join(memoryFolderIfRoom(), 'mediagen-service-'))
  const testDatabase = options.databaseUrl === undefined ? await createMigratedDatabase() : undefined
  let offsetMs = 0
  const provider = createFakeProvider()
  const config = readConfig(
    {
      DATA_DIR: folder,
      DATABASE_URL: testDatabase?.url ?? options.databaseUrl,
      SIGNING_SECRET: 'a secret of the tests, long enough for the rule',
      PORT: String(await findFreePort()),
      LOG_LEVEL: 'silent',
      PLAYGROUND_DIR: 'off',
      ...options.environment,
    },
    folder,
  )
  const parts = await wireParts(config, {
    logger: loggerFor(options.onLogLine),
    recordsTraces: true,
    purpose: options.purpose ?? 'work',
    ...(config.providersFile === undefined && enginesOf(options, provider)),
    ...(options.gates !== undefined && { gates: options.gates }),
    ...(options.environment?.CATALOGUE_DIR === undefined && { catalogue: await shippedCatalogue(config) }),
    ...(options.hasOwnDecoder !== true && { decoder: sharedDecoder }),
    clockOffsetMs: () => offsetMs,
  })
  const http = await startHttpService(parts, { onAccepted: () => undefined })
  const { database } = parts
  const settled: { taskId: string; outcome: string }[] = []
  const runOn = (other: Database): RunDependencies =>
    wireRun(
      { ...parts, database: other },
      {
        onSettled: (task, outcome) => settled.push({ taskId: task.id, outcome }),
        settings: { ...defaultRunSettings, ...options.runSettings },
        sleep: async () => undefined,
      },
    )
  const run = runOn(database)
  const baseUrl = config.publicUrl
  const checkedFetch = contractFetch(baseUrl)
  const administration = createAdministration(database)

  const claimable = createClaimable(parts)

  async function claim(limit = 10, worker = 'test-worker'): Promise<Task[]> {
    const { taskLimits } = config
    const waiting = await createQueueHeads(database).readWaiting(taskLimits)
    const products = (await claimable(waiting)).map((place) => ({ ...place, limit }))
    const request = { worker, limit, leaseMs: 30_000, taskLimits, products }
    const { tasks } = await database.transaction((tx) => claimTasks(tx, request))
    return [...tasks]
  }

  async function createAccount(balance = '10.00'): Promise<TestAccount> {
    const { accountId, apiKey } = await administration.createAccount({ balance: Usd.parse(balance) })
    return {
      ...accountWith(checkedFetch, apiKey),
      accountId,
      apiKey,
      async money() {
        const { account } = await administration.showAccount(accountId)
        return { balance: account.balance.toString(), reserved: account.reserved.toString() }
      },
    }
  }

  return {
    baseUrl,
    parts,
    database,
    fetch: checkedFetch,
    provider,
    settled,
    run,
    runOn,
    advance(durationMs) {
      offsetMs += durationMs
    },
    agreeOnTime() {
      const now = Date.now.bind(Date)
      const clock = vi.spyOn(Date, 'now').mockImplementation(() => now() + offsetMs)
      onTestFinished(() => clock.mockRestore())
    },
    createAccount,
    claim,
    async claimOne(worker) {
      const [task] = await claim(1, worker)
      if (task === undefined) throw new Error('Nothing waits to be claimed.')
      return task
    },
    async storedKeys(...prefixes) {
      const keys: string[] = []
      for (const prefix of prefixes)
        for await (const { key } of parts.objectStore.list(prefix)) keys.push(key)
      return keys
    },
    async runQueue() {
      for (let tasks = await claim(); tasks.length > 0; tasks = await claim()) {
        for (const task of tasks) await runTask(run, task, new AbortController().signal)
      }
    },
    async expectBooksToAgree() {
      const disagreements = await findDisagreements(database)
      if (disagreements.length > 0) throw new Error(`The books disagree: ${JSON.stringify(disagreements)}`)
    },
    async close() {
      await http.close({ graceMs: 1000 })
      await parts.close()
      await testDatabase?.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** One for all the services of a process, and ended with it: starting it takes longer than what most tests decode. */
const sharedDecoder: ImageDecoder = { ...createImageDecoder({}), close: async () => undefined }

let shipped: Promise<Catalogue> | undefined

/** Read once for all the services of a process: reading it takes longer than anything else in their start. */
function shippedCatalogue({ catalogueDir }: Config): Promise<Catalogue> {
  shipped ??= loadCatalogue(catalogueDir, findRequestViolations)
  return shipped
}

function loggerFor(onLogLine: TestServiceOptions['onLogLine']): ReturnType<typeof createLogger> {
  if (onLogLine === undefined) return createLogger({ logLevel: 'silent' })
  return createLogger({ logLevel: 'debug' }, { write: (line) => onLogLine(JSON.parse(line)) })
}

/** The given engines, or the fake one, behind every product unless routes were given. */
function enginesOf(
  { providers, routes }: TestServiceOptions,
  fake: Provider,
): { providers: readonly Provider[]; routes: readonly Route[] } {
  const engines = providers ?? [fake]
  const names = engines.map(({ name }) => name)
  return {
    providers: engines,
    routes: routes ?? productNames.map((product) => ({ product, providers: names })),
  }
}
