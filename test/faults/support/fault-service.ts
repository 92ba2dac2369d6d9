import { sql } from 'kysely'
import { afterAll, beforeAll } from 'vitest'
import { recoverLeases } from '../../../server/src/worker/recover-leases.ts'
import { findBrokenPromises } from '../../support/processes/broken-promises.ts'
import {
  type CountingEngine,
  countingProviders,
  startCountingEngine,
} from '../../support/processes/counting-engine.ts'
import {
  type CountingGate,
  countingGateAt,
  startCountingGate,
} from '../../support/processes/counting-gate.ts'
import { openTestService, type TestService } from '../../support/service.ts'

/**
 * A healthy process of the service, within the test's own process, in addition to those that the test breaks.
 * All share one MySQL and one folder.
 */
export interface FaultService extends TestService {
  readonly engine: CountingEngine
  /** Asked at every stage, by the healthy process too; absent unless `withGate`. */
  readonly gate?: CountingGate
  /** What another process needs to belong to the same service. */
  readonly environment: Readonly<Record<string, string>>
  /** Lets every lease expire, as half a minute of silence would, and takes the tasks back. */
  recoverNow(): Promise<number>
  /** Lets every claim on an upload lapse, as seconds of silence would. */
  lapseUploadClaims(): Promise<void>
  /** Problems of the service at rest; an empty list is the only good result. */
  brokenPromises(): Promise<string[]>
}

export const signingSecret = 'a secret that all the processes of a test share'

/** One service for all the tests of a file; `current()` is it. */
export function faultServiceOfFile(
  options: { readonly databaseUrl?: () => Promise<string>; readonly withGate?: true } = {},
): () => FaultService {
  let service: FaultService | undefined
  let close: () => Promise<void>
  beforeAll(async () => {
    const engine = await startCountingEngine()
    const gate = options.withGate === true ? await startCountingGate() : undefined
    const databaseUrl = await options.databaseUrl?.()
    const opened = await openTestService({
      ...countingProviders(engine.url),
      ...(gate !== undefined && { gates: [countingGateAt(gate.url)] }),
      environment: {
        SIGNING_SECRET: signingSecret,
        ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
      },
    })
    const { config, database } = opened.parts
    close = async () => {
      await opened.close()
      await engine.close()
      await gate?.close()
    }
    service = {
      ...opened,
      engine,
      ...(gate !== undefined && { gate }),
      environment: {
        DATABASE_URL: config.databaseUrl,
        OBJECT_STORE_URL: config.objectStoreUrl,
        SIGNING_SECRET: signingSecret,
        DATA_DIR: config.dataDir,
      },
      async recoverNow() {
        await database.transaction(({ db }) => sql`update task_leases set lease_until = 0`.execute(db))
        return recoverLeases(opened.run)
      },
      async lapseUploadClaims() {
        await database.transaction(({ db }) => sql`update uploads set claimed_until = 0`.execute(db))
      },
      brokenPromises: () => findBrokenPromises(opened.parts, engine),
    }
  })
  afterAll(() => close())
  return () => {
    if (service === undefined) throw new Error('The service of a file is there within its tests alone.')
    return service
  }
}
