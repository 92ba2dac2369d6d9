import { flushCompileCache } from 'node:module'
import { readConfig } from '../../../server/src/config/config.ts'
import type { timeoutsFor } from '../../../server/src/database/timeouts.ts'
import type { Parts } from '../../../server/src/wiring/wire.ts'
import { wireParts } from '../../../server/src/wiring/wire.ts'
import { countingProviders } from './counting-engine.ts'
import { gateAt } from './counting-gate.ts'
import { createCrashPoint } from './crash-point.ts'
import {
  databaseWithCrashPoints,
  gateWithCrashPoints,
  objectStoreWithCrashPoints,
  providerWithCrashPoints,
} from './with-crash-points.ts'

/** What a test tells a process that it starts, beyond the environment variables of the service. */
export interface ProcessSettings {
  /** A counting engine behind every product. @default the engines of the providers file */
  readonly engineUrl?: string
  /** A gate that is asked at every stage. @default none */
  readonly gateUrl?: string
  /** The step at which it dies, counted from 1. @default never */
  readonly crashAt?: number
  /** How: dead, or frozen. @default SIGKILL */
  readonly crashSignal?: 'SIGKILL' | 'SIGSTOP'
  /** Whether it reports its steps, which costs a message each. @default true */
  readonly report?: boolean
  /** Of a worker. @default ten minutes, so that no heartbeat is among the steps that are counted */
  readonly leaseMs?: number
  /** How much its clock is ahead of the machine's. @default 0 */
  readonly clockMs?: number
  /** The sweeps that a worker runs beside its tasks. @default none */
  readonly sweeps?: SweepSettings
  /** Whether the run of a sweep scrubs old tasks, instead of removing old results. @default false */
  readonly scrubs?: boolean
  /** How long ago tasks that an archiving takes have ended. @default 0 */
  readonly endedMs?: number
  /** Whether an archiving restores what is archived instead. @default false */
  readonly restores?: boolean
  /** Whose data a deletion deletes. */
  readonly accountId?: string
  /** Whether an API counts requests against their limit. @default false */
  readonly limitsRate?: boolean
}

/** Windows that no setting allows to be so short, so that they pass within a test. */
export interface SweepSettings {
  /** Pause between two rounds. */
  readonly everyMs: number
  /** How long APIs and sweeps remember an idempotency key. */
  readonly keysRememberedMs: number
  readonly resultsKeptMs: number
  /** Of `oneAtATime`: who sets the hours of uploads back does so between two sweeps. */
  readonly lockFile: string
}

export const settings: ProcessSettings = JSON.parse(process.env.TEST_PROCESS ?? '{}')

/**
 * The parts of `api-process.ts` and `worker-process.ts`: those of the built server, configured by the
 * environment, with the points at which it can be made to die.
 */
export async function wireProcessParts(purpose: keyof typeof timeoutsFor): Promise<Parts> {
  const { engineUrl, gateUrl, sweeps } = settings
  const { crashAt = 0, report = true, crashSignal: signal = 'SIGKILL' } = settings
  const crash = createCrashPoint({ at: crashAt, report, signal })
  const engines = engineUrl === undefined ? undefined : countingProviders(engineUrl)
  const parts = await wireParts(readConfig(), {
    purpose,
    ...(engines !== undefined && {
      providers: engines.providers.map((provider) => providerWithCrashPoints(provider, crash)),
      routes: engines.routes,
    }),
    ...(gateUrl !== undefined && {
      gates: [gateWithCrashPoints(gateAt(gateUrl), crash)],
    }),
  })
  // A process that is killed would leave none of it to the next one.
  flushCompileCache()
  // The test has exited: this process is no longer needed.
  process.once('disconnect', () => process.exit(0))
  return {
    ...parts,
    ...(sweeps && { config: { ...parts.config, idempotencyRememberedMs: sweeps.keysRememberedMs } }),
    database: databaseWithCrashPoints(parts.database, crash),
    objectStore: objectStoreWithCrashPoints(parts.objectStore, crash),
  }
}
