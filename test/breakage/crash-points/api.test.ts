import { beforeAll, describe, expect, test } from 'vitest'
import { Usd } from '../../../server/src/core/domain/money/usd.ts'
import { createAdministration } from '../../../server/src/operator/administration.ts'
import { pngOf } from '../../integration/support/images.ts'
import { pollTask } from '../../integration/support/tasks.ts'
import { accountWith, putFile } from '../../support/account.ts'
import type { TestAccount } from '../../support/service.ts'
import { type FaultService, faultServiceOfFile } from '../service/fault-service.ts'

const path = '/api/v1/images/generations'
const body = { prompt: 'a lake' }

/** Steps of the completion of an upload with a gate, and how often the gate has been asked in the end. */
const gatedCompletion = [
  ['before copy', 1],
  ['after copy', 1],
  ['before COMMIT', 1],
  ['after COMMIT', 1],
  ['before ask', 1],
  ['after ask', 2],
  ['before COMMIT', 2],
  ['after COMMIT', 1],
  ['before delete', 1],
  ['after delete', 1],
] as const
const completion = [...gatedCompletion.slice(0, 4), ...gatedCompletion.slice(8)]

function killAtEachStep(current: () => FaultService, steps: readonly (typeof completion)[number][]): void {
  async function send(account: TestAccount) {
    const { id, uploadUrl } = await account.reserve()
    expect((await putFile(uploadUrl, pngOf(640, 480))).status).toBe(200)
    return { id, complete: `/api/v1/uploads/${id}/complete` }
  }

  test('passes the steps at which it is killed below', async () => {
    const account = await current().createAccount()
    const api = current().start('api')
    const url = await api.ready
    const { complete } = await send(account)
    const headers = { Authorization: `Bearer ${account.apiKey}`, 'Content-Type': 'application/json' }
    const response = await fetch(url + complete, { method: 'POST', headers, body: '{}' })
    expect((await response.json()).status).toBe('READY')
    await api.passed(steps.length)
    expect(api.steps).toEqual(steps.map(([step]) => step))
    await api.kill()
  })

  test.each(steps.map(([step, requests], at) => ({ step, requests, crashAt: at + 1 })))(
    'killed at step $crashAt, $step: gives one verdict, keeps one file and asks no gate again once the upload has its verdict',
    async ({ requests, crashAt }) => {
      const service = current()
      const account = await service.createAccount('10.00')
      const { id, complete } = await send(account)
      await service.sendToTheDoomed(crashAt, { ...account, path: complete })
      await service.lapseUploadClaims()
      const { body: upload } = await account.complete(id)
      expect(upload).toMatchObject({ status: 'READY', width: 640, height: 480 })
      expect(service.gate?.requests.get(`upload ${id}`) ?? requests).toBe(requests)
      expect(await service.brokenPromises()).toEqual([])
      const order = { assetId: id, prompt: 'in oil' }
      expect((await account.call('POST', '/api/v1/images/transformations', order)).status).toBe(200)
      await service.runQueue()
      expect(await service.brokenPromises()).toEqual([])
    },
  )
}

describe('an API', () => {
  const current = faultServiceOfFile()
  let account: TestAccount

  beforeAll(async () => {
    account = await current().createAccount('10.00')
  })

  describe.each([
    ['before COMMIT', 1],
    ['after COMMIT', 2],
  ])('that is killed %s', (when, crashAt) => {
    test('during an acceptance: makes one task and one charge once its client has repeated the request with its key', async () => {
      const service = current()
      const before = Number((await account.money()).balance)
      const headers = { 'Idempotency-Key': `accept ${when}` }
      const steps = await service.sendToTheDoomed(crashAt, { ...account, path, body, headers })
      expect(steps.at(-1)).toBe(when)
      const { status, body: accepted } = await account.call('POST', path, body, headers)
      expect(status).toBe(200)
      const { body: again } = await account.call('POST', path, body, headers)
      expect(again.id).toBe(accepted.id)
      await service.runQueue()
      expect((await pollTask(account, accepted.id)).status).toBe('SUCCEEDED')
      expect(before - Number((await account.money()).balance)).toBeCloseTo(0.02, 6)
      expect(await service.brokenPromises()).toEqual([])
    })

    test('during an acceptance: counts once towards the limit of its key, which its last order has then reached', async () => {
      const service = current()
      const administration = createAdministration(service.database)
      const { apiKey } = await administration.issueApiKey(account.accountId, {
        properties: { totalLimit: Usd.parse('0.02'), dayLimit: Usd.parse('0.02') },
      })
      const key = accountWith(service.fetch, apiKey)
      const headers = { 'Idempotency-Key': `limited ${when}` }
      // The row of the day is written first, by an acceptance that is refused without it.
      await service.sendToTheDoomed(crashAt, { apiKey, path, body, headers })
      const { status, body: accepted } = await key.call('POST', path, body, headers)
      expect(status).toBe(200)
      expect((await key.call('GET', '/api/v1/me')).body.key.spent).toEqual({ day: '0.02', total: '0.02' })
      expect((await key.call('POST', path, body)).body.code).toBe('KEY_LIMIT_REACHED')
      await key.call('POST', `/api/v1/tasks/${accepted.id}/cancel`, {})
      expect((await key.call('GET', '/api/v1/me')).body.key.spent).toEqual({ day: '0.00', total: '0.00' })
      expect(await service.brokenPromises()).toEqual([])
    })

    test('during a cancellation: refunds once when its client has retried', async () => {
      const service = current()
      const before = await account.money()
      const { body: accepted } = await account.call('POST', path, body)
      const cancel = `/api/v1/tasks/${accepted.id}/cancel`
      await service.sendToTheDoomed(crashAt, { ...account, path: cancel })
      expect((await account.call('POST', cancel, {})).body).toEqual({ id: accepted.id, status: 'CANCELLED' })
      expect(await account.money()).toEqual(before)
      expect(await service.brokenPromises()).toEqual([])
    })
  })

  describe('during the completion of an upload', () => killAtEachStep(current, completion))
})

describe('an API with a gate, during the completion of an upload', () =>
  killAtEachStep(faultServiceOfFile({ withGate: true }), gatedCompletion))
