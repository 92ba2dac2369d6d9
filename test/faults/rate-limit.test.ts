import { afterAll, beforeAll, expect, test } from 'vitest'
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
