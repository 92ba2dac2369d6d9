import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAdministration } from '../../server/src/operator/administration.ts'
import type { AccountRate } from '../../server/src/operator/set-account-limits.ts'
import { faultServiceOfFile } from '../breakage/service/fault-service.ts'
import type { ServiceProcess } from '../breakage/service/service-process.ts'

const minuteMs = 60_000
const current = faultServiceOfFile()
const processes: ServiceProcess[] = []
let apis: string[]

function startApi(clockMs: number): ServiceProcess {
  const started = current().start('api', { limitsRate: true, report: false, clockMs })
  processes.push(started)
  return started
}

beforeAll(async () => {
  apis = await Promise.all([minuteMs, -minuteMs].map((clockMs) => startApi(clockMs).ready))
})
afterAll(() => Promise.all(processes.map((one) => one.kill())))

/**
 * Sends generations that are counted and then rejected as invalid; returns how many were admitted to the
 * validation.
 */
async function letThrough(urls: readonly string[], apiKey: string, requests: number): Promise<number> {
  const responses = await Promise.all(
    Array.from({ length: requests }, async (_, index) => {
      const response = await fetch(`${urls[index % urls.length]}/api/v1/images/generations`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' },
        body: '{}',
      })
      await response.arrayBuffer()
      return response.status
    }),
  )
  expect(responses.filter((status) => status !== 400 && status !== 429)).toEqual([])
  return responses.filter((status) => status === 400).length
}

test('an account’s own number holds over all API processes, also when it is raised and lowered while in use', async () => {
  const { accountId, apiKey } = await current().createAccount()
  const administration = createAdministration(current().database)
  /** A key that no process knows yet, so that each reads what applies to it now. */
  const newKey = async () => (await administration.issueApiKey(accountId)).apiKey
  const set = (requestsPerMinute: AccountRate) =>
    administration.setAccountLimits({ accountId, requestsPerMinute })
  await set(150)
  const [during] = await Promise.all([letThrough(apis, apiKey, 300), set(200)])
  expect(during).toBeGreaterThanOrEqual(150)
  expect(during).toBeLessThanOrEqual(200)
  expect(during + (await letThrough(apis, await newKey(), 300))).toBe(200)
  await set('default')
  expect(await letThrough(apis, await newKey(), 100)).toBe(0)
  await set(230)
  expect(await letThrough(apis, await newKey(), 100)).toBe(30)
})

test('two API processes whose clocks are two minutes apart admit 60 of 200 requests of an account, and a third one admits none', async () => {
  const [busy, other] = [await current().createAccount(), await current().createAccount()]
  const counts = await Promise.all([
    letThrough(apis, busy.apiKey, 200),
    letThrough(apis.toReversed(), other.apiKey, 60),
  ])
  expect(counts).toEqual([60, 60])
  await processes[0]?.kill()
  const third = await startApi(0).ready
  expect(await letThrough([third], busy.apiKey, 10)).toBe(0)
})
