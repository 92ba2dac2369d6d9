import { beforeAll, describe, expect, test } from 'vitest'
import { Usd } from '../../server/src/core/domain/usd.ts'
import { createAdministration } from '../../server/src/operator/administration.ts'
import { pngOf } from '../integration/support/images.ts'
import { accountWith } from '../support/account.ts'
import { type ServiceProcess, startServiceProcess } from '../support/processes/service-process.ts'
import type { TestAccount } from '../support/service.ts'
import { faultServiceOfFile } from './support/fault-service.ts'

const current = faultServiceOfFile()
let account: TestAccount

beforeAll(async () => {
  account = await current().createAccount('10.00')
})

async function startApi(crashAt?: number): Promise<{ api: ServiceProcess; url: string }> {
  const { environment, engine } = current()
  const api = startServiceProcess({
    role: 'api',
    environment,
    engineUrl: engine.url,
    ...(crashAt !== undefined && { crashAt }),
  })
  return { api, url: await api.ready }
}

/** Sends a request whose server dies while handling it: no response comes. */
async function sendToTheDoomed(
  crashAt: number,
  request: { path: string; body: unknown; headers?: Record<string, string> },
): Promise<ServiceProcess> {
  const { api, url } = await startApi(crashAt)
  const response = fetch(url + request.path, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${account.apiKey}`,
      'Content-Type': 'application/json',
      ...request.headers,
    },
    body: JSON.stringify(request.body),
  })
  await expect(response).rejects.toThrow()
  expect(await api.ended).toBe('SIGKILL')
  expect(api.steps).toHaveLength(crashAt)
  return api
}

const path = '/api/v1/images/generations'
const body = { prompt: 'a lake' }

describe.each(['before COMMIT', 'after COMMIT'])('an API process that is killed %s', (when) => {
  test('during an acceptance: makes one task and one charge once its client has repeated the request with its key', async () => {
    const service = current()
    const before = Number((await account.money()).balance)
    const key = { 'Idempotency-Key': `accept ${when}` }
    const dead = await sendToTheDoomed(when === 'before COMMIT' ? 1 : 2, { path, body, headers: key })
    expect(dead.steps.at(-1)).toBe(when)
    const { status, body: accepted } = await account.call('POST', path, body, key)
    expect(status).toBe(200)
    const { body: again } = await account.call('POST', path, body, key)
    expect(again.id).toBe(accepted.id)
    await service.runQueue()
    expect((await account.call('GET', `/api/v1/tasks/${accepted.id}`)).body.status).toBe('SUCCEEDED')
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
    const headers = { 'Idempotency-Key': `limited ${when}`, Authorization: `Bearer ${apiKey}` }
    // The row of the day is written first, by an acceptance that is refused without it.
    await sendToTheDoomed(when === 'before COMMIT' ? 1 : 2, { path, body, headers })
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
    await sendToTheDoomed(when === 'before COMMIT' ? 1 : 2, { path: cancel, body: {} })
    expect((await account.call('POST', cancel, {})).body).toEqual({ id: accepted.id, status: 'CANCELLED' })
    expect(await account.money()).toEqual(before)
    expect(await service.brokenPromises()).toEqual([])
  })
})

describe('an API process that is killed during the completion of an upload', () => {
  const completion = [
    'before copy',
    'after copy',
    'before COMMIT',
    'after COMMIT',
    'before delete',
    'after delete',
  ]

  async function send(): Promise<string> {
    const { body: reserved } = await account.call('POST', '/api/v1/uploads', { contentType: 'image/png' })
    const headers = { 'Content-Type': 'image/png' }
    const sent = await fetch(reserved.uploadUrl, { method: 'PUT', headers, body: pngOf(640, 480) })
    expect(sent.status).toBe(200)
    return `/api/v1/uploads/${reserved.id}/complete`
  }

  test('passes these steps, each of which is tested below', async () => {
    const { api, url } = await startApi()
    const authorization = { Authorization: `Bearer ${account.apiKey}`, 'Content-Type': 'application/json' }
    const response = await fetch(url + (await send()), { method: 'POST', headers: authorization, body: '{}' })
    expect((await response.json()).status).toBe('READY')
    await api.passed(completion.length)
    expect(api.steps).toEqual(completion)
    await api.kill()
  })

  test.each(completion.map((step, index) => ({ step, crashAt: index + 1 })))(
    '$step: gives one verdict, and keeps one file, when its client has retried',
    async ({ crashAt }) => {
      const service = current()
      const complete = await send()
      await sendToTheDoomed(crashAt, { path: complete, body: {} })
      await service.lapseUploadClaims()
      const { body: upload } = await account.call('POST', complete, {})
      expect(upload).toMatchObject({ status: 'READY', width: 640, height: 480 })
      expect(await service.brokenPromises()).toEqual([])
      const { status } = await account.call('POST', '/api/v1/images/transformations', {
        assetId: upload.id,
        prompt: 'in oil',
      })
      expect(status).toBe(200)
      await service.runQueue()
      expect(await service.brokenPromises()).toEqual([])
    },
  )
})
