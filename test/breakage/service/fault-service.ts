import { sql } from 'kysely'
import { afterAll, beforeAll, expect } from 'vitest'
import { recoverLeases } from '../../../server/src/worker/recover-leases.ts'
import { openTestService, type TestService } from '../../support/service.ts'
import { findBrokenPromises } from '../judge/broken-promises.ts'
import { type CountingEngine, countingProviders, startCountingEngine } from './counting-engine.ts'
import { type CountingGate, gateAt, startCountingGate } from './counting-gate.ts'
import type { ProcessSettings } from './process-parts.ts'
import { type ServiceProcess, type ServiceProcessOptions, startServiceProcess } from './service-process.ts'

/**
 * A healthy process of the service, within the test's own process, in addition to those that the test breaks.
 * All share one MySQL and one folder.
 */
export interface FaultService extends TestService {
  readonly engine: CountingEngine
  /** Asked at every stage, by the healthy process too; absent unless `withGate`. */
  readonly gate?: CountingGate
  /** Starts another process of the same service. */
  start(role: Role, settings?: ProcessSettings): ServiceProcess
  /** Has another process die at that step of its work. */
  killAt(crashAt: number, role: Role): Promise<void>
  /** Sends a request to an API that dies at that step, so that no response comes; resolves to the steps that it passed. */
  sendToTheDoomed(crashAt: number, request: DoomedRequest): Promise<readonly string[]>
  /** Lets every lease expire, as half a minute of silence would, and takes the tasks back. */
  recoverNow(): Promise<number>
  /** Lets every claim on an upload lapse, as seconds of silence would. */
  lapseUploadClaims(): Promise<void>
  /** Problems of the service at rest; an empty list is the only good result. */
  brokenPromises(): Promise<string[]>
}

interface DoomedRequest {
  readonly apiKey: string
  readonly path: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

type Role = ServiceProcessOptions['role']

export const adminToken = 'a-token-of-the-tests-that-is-long-enough'
export const signingSecret = 'a secret that all the processes of a test share'

/** What another process needs to belong to the same service. */
export function environmentOf({ config }: Pick<TestService['parts'], 'config'>) {
  return {
    DATABASE_URL: config.databaseUrl,
    OBJECT_STORE_URL: config.objectStoreUrl,
    SIGNING_SECRET: signingSecret,
    DATA_DIR: config.dataDir,
    ADMIN_TOKEN: adminToken,
  }
}

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
      ...(gate !== undefined && { gates: [gateAt(gate.url)] }),
      purpose: 'request',
      environment: {
        SIGNING_SECRET: signingSecret,
        ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
      },
    })
    const { database } = opened.parts
    close = async () => {
      await opened.close()
      await engine.close()
      await gate?.close()
    }
    const start: FaultService['start'] = (role, settings = {}) =>
      startServiceProcess({
        role,
        environment: environmentOf(opened.parts),
        engineUrl: engine.url,
        ...(gate !== undefined && { gateUrl: gate.url }),
        ...settings,
      })
    service = {
      ...opened,
      start,
      async killAt(crashAt, role) {
        const killed = start(role, { crashAt })
        expect(await killed.ended).toBe('SIGKILL')
        expect(killed.steps.slice(crashAt)).toEqual([])
      },
      async sendToTheDoomed(crashAt, { apiKey, path, body = {}, headers }) {
        const api = start('api', { crashAt })
        const response = fetch((await api.ready) + path, {
          method: 'POST',
          headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json', ...headers },
          body: JSON.stringify(body),
        })
        await expect(response).rejects.toThrow()
        expect(await api.ended).toBe('SIGKILL')
        expect(api.steps).toHaveLength(crashAt)
        return api.steps
      },
      engine,
      ...(gate !== undefined && { gate }),
      async recoverNow() {
        await database.transaction(({ db }) => sql`update task_leases set lease_until = 0`.execute(db))
        return recoverLeases(opened.run)
      },
      async lapseUploadClaims() {
        await database.transaction(({ db }) => sql`update uploads set claimed_until = 0`.execute(db))
      },
      async brokenPromises() {
        const again = [...engine.submissions].filter(([key, count]) => key.startsWith('once ') && count > 1)
        return [
          ...again.map(([key, count]) => `submitted ${count} times: ${key}`),
          ...(await findBrokenPromises(opened.parts)),
        ]
      },
    }
  })
  afterAll(() => close())
  return () => {
    if (service === undefined) throw new Error('The service of a file is there within its tests alone.')
    return service
  }
}
