import { readConfig } from '@mediagen/server/config'
import type { Core } from '@mediagen/server/wire'
import { wireCore } from '@mediagen/server/wire'
import { createCrashPoint } from './crash-point.ts'
import { createEngineProvider, engineRoutes } from './engine-provider.ts'
import {
  databaseWithCrashPoints,
  objectStoreWithCrashPoints,
  providerWithCrashPoints,
} from './with-crash-points.ts'

/**
 * The core of `fault-api.ts` and `fault-worker.ts`: that of the built server, configured by the environment,
 * with counting engines over HTTP, and with the points at which it can be made to die.
 */
export async function wireFaultCore(purpose: 'request' | 'work'): Promise<Core> {
  const { FAULTS_ENGINE_URL = '', FAULTS_CRASH_AT, FAULTS_CRASH_SIGNAL, FAULTS_REPORT } = process.env
  const crash = createCrashPoint({
    at: Number(FAULTS_CRASH_AT),
    report: FAULTS_REPORT === 'true',
    signal: FAULTS_CRASH_SIGNAL === 'SIGSTOP' ? 'SIGSTOP' : 'SIGKILL',
  })
  const core = await wireCore(readConfig(), {
    purpose,
    providers: (['once', 'idempotent'] as const).map((submission) =>
      providerWithCrashPoints(createEngineProvider(FAULTS_ENGINE_URL, submission), crash),
    ),
    routes: engineRoutes,
  })
  // The test has exited: this process is no longer needed.
  process.once('disconnect', () => process.exit(0))
  return {
    ...core,
    database: databaseWithCrashPoints(core.database, crash),
    objectStore: objectStoreWithCrashPoints(core.objectStore, crash),
  }
}
