import type { CircuitBreaker } from '../coordination/circuit-breaker.ts'
import type { Semaphore } from '../core/async/semaphore.ts'
import type { Task } from '../core/domain/tasks/task.ts'
import type { TaskFailure } from '../core/domain/tasks/task-states.ts'
import type { GateCheckReport, Gates } from '../core/ports/gate.ts'
import type { Logger } from '../core/ports/logger.ts'
import type { MediaFinisher } from '../core/ports/media-finisher.ts'
import type { ObjectStore } from '../core/ports/object-store.ts'
import type { StartResponse } from '../core/ports/provider.ts'
import type { ResultMarker } from '../core/ports/result-marker.ts'
import type { Tracer } from '../core/ports/tracer.ts'
import type { Database } from '../database/database.ts'
import type { ProviderRegistry } from './provider-registry.ts'
import type { SettleWriter } from './settle-writer.ts'

/** The dependencies for running a task. */
export interface RunDependencies {
  readonly database: Database
  readonly settleWriter: SettleWriter
  readonly objectStore: ObjectStore
  readonly finisher: MediaFinisher
  /** Absent: results get no marks. */
  readonly marker?: ResultMarker
  /**
   * Limits how many results of an engine are fetched and finished at one time: each takes memory and a file. An engine
   * that delivers slowly holds up no other.
   */
  readonly resultTurns: (provider: string) => Semaphore
  readonly providers: ProviderRegistry
  readonly gates: Gates
  readonly breaker: CircuitBreaker
  readonly logger: Logger
  /** Records the steps of a run. @default no traces are recorded */
  readonly tracer?: Tracer | undefined
  readonly settings: RunSettings
  /** Waits, or returns early when the signal aborts. Injected so that tests need not wait. */
  readonly sleep: (durationMs: number, signal: AbortSignal) => Promise<void>
  /** Called once per settled task, for the metrics; must not throw. */
  readonly onSettled: (task: Task, outcome: 'SUCCEEDED' | TaskFailure['code']) => void
  /** Called for every start at an engine with its outcome, for the metrics; must not throw. */
  readonly onStarted?: (start: ProviderStart) => void
  /** Called for every request to a gate with its verdict, for the metrics; must not throw. */
  readonly onGateAsked?: (report: GateCheckReport) => void
  /** Called for every result that an engine delivered and a task was charged for; must not throw. */
  readonly onDelivered?: (delivery: ProviderDelivery) => void
}

export interface ProviderDelivery {
  readonly provider: string
  readonly product: Task['type']
  /**
   * The engine's charge to its operator and the caller's price, in US dollars: for a metric, not for the
   * ledger.
   */
  readonly costUsd: number
  readonly priceUsd: number
}

export interface ProviderStart {
  readonly provider: string
  readonly product: Task['type']
  readonly outcome: StartResponse['kind']
}

export interface RunSettings {
  /** Maximum attempts before a task fails with WORKER_TIMEOUT. */
  readonly attemptsMax: number
  /** Longest time for one attempt. */
  readonly attemptMsMax: number
  /** How long an attempt may continue after its signal aborted; then it is abandoned. */
  readonly hungMsMax: number
  /** Longest pause between two polls of a job. */
  readonly pollMs: number
  /** Shortest time between two writes of a task's progress, and before the first. */
  readonly progressMs: number
  /** Rounds over all providers while none can be reached, and the first pause between two; it doubles. */
  readonly submitRoundsMax: number
  readonly submitPauseMs: number
}

/** The failure of a task whose attempts are used up. */
export function attemptsExhausted(attempts: number): TaskFailure {
  return { code: 'WORKER_TIMEOUT', message: `The task did not finish in ${attempts} attempts.` }
}
