import { beforeEach, describe, expect, test } from 'vitest'
import { listGateChecks } from '../../server/src/database/gate-checks.ts'
import { pngOf } from '../integration/support/images.ts'
import { startServiceProcess } from '../support/processes/service-process.ts'
import type { TestAccount } from '../support/service.ts'
import { type FaultService, faultServiceOfFile } from './support/fault-service.ts'

const current = faultServiceOfFile({ withGate: true })

beforeEach(() => gateOf(current()).refuse())

/** The steps of a worker's first attempt up to a task's end, with how often each stage is asked in the end. */
const attempt = [
  ['first heartbeat', 'before COMMIT', 1, 1],
  ['first heartbeat', 'after COMMIT', 1, 1],
  ['claim', 'before COMMIT', 1, 1],
  ['claim', 'after COMMIT', 1, 1],
  ['record of the request before the engine', 'before COMMIT', 1, 1],
  ['record of the request before the engine', 'after COMMIT', 1, 1],
  ['gate before the engine', 'before ask', 1, 1],
  ['gate before the engine', 'after ask', 2, 1],
  ['intent', 'before COMMIT', 1, 1],
  ['intent', 'after COMMIT', 1, 0],
  ['start', 'before start', 1, 0],
  ['start', 'after start', 1, 0],
  ['job id', 'before COMMIT', 1, 0],
  ['job id', 'after COMMIT', 1, 1],
  ['poll', 'before poll', 1, 1],
  ['poll', 'after poll', 1, 1],
  ['store', 'before put', 1, 1],
  ['store', 'after put', 1, 1],
  ['record of the request after the engine', 'before COMMIT', 1, 1],
  ['record of the request after the engine', 'after COMMIT', 1, 1],
  ['gate after the engine', 'before ask', 1, 1],
  ['gate after the engine', 'after ask', 1, 2],
  ['settle', 'before COMMIT', 1, 1],
  ['settle', 'after COMMIT', 1, 1],
] as const

function gateOf({ gate }: FaultService) {
  if (gate === undefined) throw new Error('This service has no gate.')
  return gate
}

function startProcess(role: 'api' | 'worker', crashAt?: number) {
  const service = current()
  return startServiceProcess({
    role,
    environment: service.environment,
    engineUrl: service.engine.url,
    gateUrl: gateOf(service).url,
    ...(crashAt !== undefined && { crashAt }),
  })
}

async function order(account: TestAccount, path = '/api/v1/images/generations'): Promise<string> {
  const { status, body } = await account.call('POST', path, { prompt: 'a lake' })
  expect(status).toBe(200)
  return body.id
}

/** Requests of a task or an upload that the gate received, and what the database knows of them. */
async function requestsAbout(id: string) {
  const service = current()
  const received = (stage: string) => gateOf(service).requests.get(`${stage} ${id}`) ?? 0
  const checks = await service.database.read((db) => listGateChecks(db, id))
  return { before: received('before'), after: received('after'), upload: received('upload'), checks }
}

test('the steps of an attempt with a gate are those at which the tests below kill a worker', async () => {
  const account = await current().createAccount()
  const id = await order(account)
  const worker = startProcess('worker')
  await worker.passed(attempt.length)
  await worker.kill()
  expect(worker.steps).toEqual(attempt.map(([, step]) => step))
  expect((await account.call('GET', `/api/v1/tasks/${id}`)).body.status).toBe('SUCCEEDED')
})

describe('a worker with a gate that is killed', () => {
  test.each(
    attempt.map(([what, when, before, after], index) => ({ what, when, before, after, crashAt: index + 1 })),
  )(
    '$what, $when: bills the engine once, and asks no gate again whose verdict is recorded',
    async ({ crashAt, before, after }) => {
      const service = current()
      const account = await service.createAccount('10.00')
      const id = await order(account)
      const worker = startProcess('worker', crashAt)
      expect(await worker.ended).toBe('SIGKILL')
      await service.recoverNow()
      await service.runQueue()

      const { body: task } = await account.call('GET', `/api/v1/tasks/${id}`)
      expect(task.error?.code ?? task.status).toBe(after === 0 ? 'PROVIDER_SUBMIT_AMBIGUOUS' : 'SUCCEEDED')
      const asked = await requestsAbout(id)
      expect({ before: asked.before, after: asked.after }).toEqual({ before, after })
      // Every request was on record before it was sent, and the one without a verdict is recognised.
      expect(asked.checks.length).toBeGreaterThanOrEqual(before + after)
      expect(asked.checks.filter(({ verdict }) => verdict === 'allowed')).toHaveLength(after === 0 ? 1 : 2)
      expect((await account.money()).reserved).toBe('0.00')
      expect(await service.brokenPromises()).toEqual([])
    },
  )

  test.each([
    ['before', 'after ask', 8, 0],
    ['before', 'after its verdict was written', 9, 0],
    ['after', 'after ask', 22, 1],
    ['after', 'after its verdict was written', 23, 1],
  ] as const)(
    'while the gate %s refuses, %s: is refunded once, and nothing is left',
    async (stage, _when, crashAt, submissions) => {
      const service = current()
      gateOf(service).refuse(stage)
      const account = await service.createAccount('10.00')
      const id = await order(account, '/api/v1/videos/generations')
      const worker = startProcess('worker', crashAt)
      expect(await worker.ended).toBe('SIGKILL')
      await service.recoverNow()
      await service.runQueue()
      const { body: task } = await account.call('GET', `/api/v1/tasks/${id}`)
      expect(task.error?.code).toBe('INVALID_INPUT')
      expect(service.engine.submissions.get(`idempotent ${id}`) ?? 0).toBe(submissions)
      expect(await account.money()).toEqual({ balance: '10.00', reserved: '0.00' })
      expect(await service.brokenPromises()).toEqual([])
    },
  )
})

describe('an API with a gate that is killed during the completion of an upload', () => {
  const completion = [
    ['before copy', 1],
    ['after copy', 1],
    ['before COMMIT', 1],
    ['after COMMIT', 1],
    ['before ask', 1],
    ['after ask', 2],
    ['before COMMIT', 1],
    ['after COMMIT', 1],
    ['before delete', 1],
    ['after delete', 1],
  ] as const

  test.each(completion.map(([step, requests], index) => ({ step, requests, crashAt: index + 1 })))(
    '$step ($crashAt): gives one verdict, and asks again only if none was recorded',
    async ({ crashAt, step, requests }) => {
      const service = current()
      const account = await service.createAccount()
      const reserved = await account.reserve()
      const headers = { 'Content-Type': 'image/png' }
      await fetch(reserved.uploadUrl, { method: 'PUT', headers, body: pngOf(640, 480) })
      const complete = `/api/v1/uploads/${reserved.id}/complete`
      const api = startProcess('api', crashAt)
      const doomed = fetch((await api.ready) + complete, {
        method: 'POST',
        headers: { Authorization: `Bearer ${account.apiKey}`, 'Content-Type': 'application/json' },
        body: '{}',
      })
      await expect(doomed).rejects.toThrow()
      await api.ended
      expect(api.steps.at(-1)).toBe(step)
      await service.lapseUploadClaims()
      expect((await account.complete(reserved.id)).body.status).toBe('READY')
      expect((await requestsAbout(reserved.id)).upload).toBe(requests)
      expect(await service.brokenPromises()).toEqual([])
    },
  )
})
