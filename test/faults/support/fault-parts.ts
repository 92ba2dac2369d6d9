import { readConfig } from '../../../server/src/config/config.ts'
import type { Parts } from '../../../server/src/wiring/wire.ts'
import { wireParts } from '../../../server/src/wiring/wire.ts'
import { createCrashPoint } from './crash-point.ts'
import { createEngineProvider, engineRoutes } from './engine-provider.ts'
import {
  databaseWithCrashPoints,
  objectStoreWithCrashPoints,
  providerWithCrashPoints,
} from './with-crash-points.ts'

/**
 * The parts of `fault-api.ts` and `fault-worker.ts`: those of the built server, configured by the
 * environment, with counting engines over HTTP, and with the points at which it can be made to die.
 */
export async function wireFaultParts(purpose: 'request' | 'work'): Promise<Parts> {
  const { FAULTS_ENGINE_URL = '', FAULTS_CRASH_AT, FAULTS_CRASH_SIGNAL, FAULTS_REPORT } = process.env
  const crash = createCrashPoint({
    at: Number(FAULTS_CRASH_AT),
    report: FAULTS_REPORT === 'true',
    signal: FAULTS_CRASH_SIGNAL === 'SIGSTOP' ? 'SIGSTOP' : 'SIGKILL',
  })
  const parts = await wireParts(readConfig(), {
    purpose,
    providers: (['once', 'idempotent'] as const).map((submission) =>
      providerWithCrashPoints(createEngineProvider(FAULTS_ENGINE_URL, submission), crash),
    ),
    routes: engineRoutes,
  })
  // The test has exited: this process is no longer needed.
  process.once('disconnect', () => process.exit(0))
  return {
    ...parts,
    database: databaseWithCrashPoints(parts.database, crash),
    objectStore: objectStoreWithCrashPoints(parts.objectStore, crash),
  }
}
