import type { Core } from '../../../server/src/wire.ts'
import { readConfig, wireCore } from './built/wire.ts'
import { createCrashPoint } from './crash-point.ts'
import { createEngineProvider, engineRoutes } from './engine-provider.ts'
import {
  databaseWithCrashPoints,
  objectStoreWithCrashPoints,
  providerWithCrashPoints,
} from './with-crash-points.ts'

/**
 * The core of `fault-api.ts` and `fault-worker.ts`: that of the built server, from the settings in the
 * environment, with engines over HTTP that count, and with the places where it can be told to die.
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
  // The test is gone: nobody wants this process any more.
  process.once('disconnect', () => process.exit(0))
  return {
    ...core,
    database: databaseWithCrashPoints(core.database, crash),
    objectStore: objectStoreWithCrashPoints(core.objectStore, crash),
  }
}
