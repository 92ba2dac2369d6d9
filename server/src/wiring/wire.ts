import { hostname } from 'node:os'
import { type Config, readSecret } from '../config/config.ts'
import { loadCatalogue } from '../config/load-catalogue.ts'
import { loadProviders, type ProvidersFile } from '../config/load-providers.ts'
import { type CircuitBreaker, createCircuitBreaker } from '../coordination/circuit-breaker.ts'
import { createFairQueue } from '../coordination/fair-queue.ts'
import type { TaskWatch } from '../coordination/task-watch.ts'
import { createSemaphores } from '../core/async/semaphore.ts'
import { sleep } from '../core/async/sleep.ts'
import type { Catalogue } from '../core/domain/catalogue.ts'
import { type Clock, systemClock } from '../core/domain/clock.ts'
import type { Task } from '../core/domain/tasks/task.ts'
import type { Gate, GateCheckReport } from '../core/ports/gate.ts'
import type { MediaFinisher } from '../core/ports/media-finisher.ts'
import type { Provider } from '../core/ports/provider.ts'
import type { ResultMarker } from '../core/ports/result-marker.ts'
import type { Tracer } from '../core/ports/tracer.ts'
import type { AcceptDependencies } from '../use-cases/tasks/accept-generation.ts'
import { createAcceptWriter } from '../use-cases/tasks/accept-writer.ts'
import { createUseCases, type UseCases } from '../use-cases/use-cases.ts'
import { cancelOverdue } from '../worker/cancel-overdue.ts'
import { capacityForProducts } from '../worker/capacity-for-products.ts'
import { createClaimable } from '../worker/claimable.ts'
import { defaultLoopSettings, defaultRunSettings } from '../worker/default-settings.ts'
import { canApply, createProviderRegistry, type ProviderRegistry } from '../worker/provider-registry.ts'
import { recoverLeases } from '../worker/recover-leases.ts'
import type { RunDependencies, RunSettings } from '../worker/run-dependencies.ts'
import { runTask } from '../worker/run-task.ts'
import { createSettleWriter } from '../worker/settle-writer.ts'
import { createWorkerLoop, type WorkerLoop, type WorkerLoopSettings } from '../worker/worker-loop.ts'
import { findRequestViolations } from './find-request-violations.ts'
import { checkVideos, makeProviders, routesNotServed } from './make-providers.ts'
import { openImageDecoder, openMediaFinisher } from './open-media-finisher.ts'
import { createTierState } from './tier-state.ts'
import {
  createGateRegistry,
  type GateRegistry,
  gatesWithFaults,
  loadGateAdapter,
  makeGates,
} from './wire-gates.ts'
import { wireMarker } from './wire-marker.ts'
import { type Storage, type StorageOptions, wireStorage } from './wire-storage.ts'
import { wireTaskWatch } from './wire-task-watch.ts'

/** The parts that API and workers share, created from the settings. */
export interface Parts extends Storage {
  readonly catalogue: Catalogue
  readonly providers: ProviderRegistry
  readonly gates: GateRegistry
  readonly breaker: CircuitBreaker
  readonly finisher: MediaFinisher
  /** Undefined where no traces are recorded. */
  readonly tracer: Tracer | undefined
  /** Absent: results get no marks. */
  readonly marker?: ResultMarker
  /** The monotonic time since the process began. */
  readonly elapsedMs: () => number
  /** The time by which the database's transactions go. */
  readonly databaseClock: Clock
  /**
   * Reloads the providers file. Tasks under way stay with their provider. If the file is invalid, throws an
   * OperatorFileError and changes nothing.
   */
  reloadProviders(): Promise<void>
}

/** Per-process options, and replacements for tests. */
export interface PartsOptions extends StorageOptions {
  /** Replaces the providers file and everything in it. */
  readonly providers?: readonly Provider[]
  readonly routes?: ProvidersFile['routes']
  /** Whether this process records traces, if there is a collector. @default false */
  readonly recordsTraces?: boolean
  /** Replaces the gates of the providers file. */
  readonly gates?: readonly Gate[]
  /** Replaces the files of the catalogue. */
  readonly catalogue?: Catalogue
  /** Replaces the process that decodes images. It is closed with the parts. */
  readonly decoder?: ReturnType<typeof openImageDecoder>
  /** Called when a studio renderer exits by itself, with or without a job. */
  readonly onRendererCrash?: () => void
}

/** Opens nothing expensive: the database connects on its first query, renderers start at their first job. */
export async function wireParts(config: Config, options: PartsOptions = {}): Promise<Parts> {
  const storage = await wireStorage(config, options)
  const { logger, database } = storage
  const { clockOffsetMs = () => 0 } = options
  // Loaded on demand: the adapters and their HTTP client are 230 modules, and only a providers file names
  // one.
  const kinds =
    config.providersFile === undefined ? [] : (await import('../engines/engine-kinds.ts')).engineKinds
  const gateAdapter = config.providersFile === undefined ? undefined : await loadGateAdapter()
  const problemsOf = (file: ProvidersFile) => [
    ...routesNotServed(file, kinds),
    ...gatesWithFaults(file, gateAdapter),
  ]
  const readFile = () =>
    loadProviders(config.providersFile, kinds, readSecret, problemsOf, gateAdapter?.gateOptionsSchema)
  const file = await readFile()
  const decoder = options.decoder ?? openImageDecoder(logger)
  const finisher = openMediaFinisher(config.searchPath, decoder)
  const onRendererCrash = (startError?: unknown): void => {
    if (startError === undefined) logger.error('a renderer crashed')
    else logger.error({ err: startError }, 'a renderer could not be started')
    options.onRendererCrash?.()
  }
  const make = async (file: ProvidersFile) => {
    const made = await makeProviders(file, { config, kinds, logger, onRendererCrash })
    await checkVideos(config, file, made, finisher)
    return made
  }
  const made = options.providers ?? (await make(file))
  const providers = createProviderRegistry(made, options.routes ?? file.routes)
  const { traces } = config
  // Loaded on demand: its packages need not be installed.
  const tracer =
    traces === undefined || options.recordsTraces !== true
      ? undefined
      : await (await import('../tracing/open-tracer.ts')).openTracer(traces, logger)
  const gates = createGateRegistry(options.gates ?? makeGates(file, gateAdapter))
  return {
    ...storage,
    catalogue: options.catalogue ?? (await loadCatalogue(config.catalogueDir, findRequestViolations)),
    providers,
    gates,
    breaker: createCircuitBreaker(database),
    finisher,
    tracer,
    ...(await wireMarker(config, decoder, logger)),
    elapsedMs: () => performance.now() + clockOffsetMs(),
    databaseClock: { nowMs: () => Date.now() + clockOffsetMs() },
    async reloadProviders() {
      const file = await readFile()
      const made = await make(file)
      gates.replace(makeGates(file, gateAdapter))
      providers.replace(made, file.routes)
    },
    async close() {
      await providers.close()
      await tracer?.close()
      await gates.close()
      await finisher.close()
      await storage.close()
    },
  }
}

/**
 * The dependencies of the HTTP server. `onAccepted` is called for every new task, to wake a worker.
 * `taskWatch` holds polls. @default a separate one
 */
export function wireUseCases(
  parts: Parts,
  options: {
    onAccepted: AcceptDependencies['onAccepted']
    onGateAsked?: ((report: GateCheckReport) => void) | undefined
    taskWatch?: TaskWatch
  },
): UseCases {
  const { providers, breaker } = parts
  return createUseCases({
    ...parts,
    taskWatch: options.taskWatch ?? wireTaskWatch(parts),
    acceptWriter: createAcceptWriter(parts.database, parts.config.taskLimits),
    fairQueue: createFairQueue(parts.database, parts.databaseClock),
    clock: systemClock,
    idempotencyRememberedMs: parts.config.idempotencyRememberedMs,
    uploadLimits: parts.config.uploadLimits,
    onAccepted: options.onAccepted,
    onGateAsked: options.onGateAsked,
    enginesOf: (product, tier) => providers.candidates({ product, tier }).map(({ name }) => name),
    offerVersion: () => providers.version(),
    isEffectOffered(effect) {
      const product = effect.surface === 'image' ? 'image.transform' : 'video.transform'
      const serving = providers.providersOf(product)
      // If no provider serves the product, its tiers are refused; the effect itself is not at fault.
      return serving.length === 0 || serving.some((provider) => canApply(provider, product, effect))
    },
    tierState: createTierState(providers, breaker),
  })
}

/** Of each engine. Each result in transit may hold several megabytes; 200 at one time took 110 MB more than 4. */
const resultsAtOnceMax = 4

/** What a process is told of the tasks that it runs. */
type RunReports = Pick<RunDependencies, 'onSettled' | 'onStarted' | 'onDelivered' | 'onGateAsked'>

/** The dependencies for running a task, in any process. */
export function wireRun(
  parts: Parts,
  options: RunReports & { settings?: RunSettings; sleep?: RunDependencies['sleep'] },
): RunDependencies {
  return {
    ...parts,
    settleWriter: createSettleWriter(parts.database),
    resultTurns: createSemaphores(resultsAtOnceMax),
    settings: defaultRunSettings,
    sleep,
    ...options,
  }
}

/** To be called once by a process that runs tasks, before its first. */
export { removeAbandonedWork } from '../worker/results/work-folder.ts'

/** One worker: claims tasks and runs them. */
export function wireWorker(
  parts: Parts,
  options: RunReports & {
    /** Identifies this worker in its leases. @default the host and the process */
    worker?: string
    /** Replaces some of the default settings. */
    settings?: Partial<WorkerLoopSettings>
    /** Called for every task that this worker begins, which its owner then sees as PROCESSING. */
    onBegun?: (task: Task) => void
    /** Called for every task that is cancelled because its deadline has passed. */
    onCancelled?: (task: Pick<Task, 'id'>) => void
    /** Called with the number of tasks recovered from dead workers, if there were any. */
    onRecovered?: (count: number) => void
  },
): WorkerLoop {
  const { settings, ...reports } = options
  const run = wireRun(parts, reports)
  return createWorkerLoop({
    database: parts.database,
    worker: options.worker ?? `${hostname().slice(0, 40)}:${process.pid}`,
    runTask(task, leaseLost, stopping, aside) {
      options.onBegun?.(task)
      return runTask(run, task, leaseLost, stopping, aside)
    },
    async recoverLeases(mayTake) {
      const count = await recoverLeases(run, mayTake)
      if (count > 0) options.onRecovered?.(count)
    },
    cancelOverdue: () => cancelOverdue({ database: parts.database, onCancelled: options.onCancelled }),
    taskLimits: parts.config.taskLimits,
    onCancelled: options.onCancelled,
    claimable: createClaimable(parts),
    capacityAtEngines: (products, inSlots) => capacityForProducts(parts, products, inSlots),
    logger: parts.logger,
    settings: {
      ...defaultLoopSettings,
      concurrency: parts.config.workerConcurrency,
      productConcurrency: parts.config.productConcurrency,
      drainMs: parts.config.workerDrainMs,
      ...settings,
    },
  })
}
