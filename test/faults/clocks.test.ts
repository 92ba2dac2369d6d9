import { afterAll, beforeAll, expect, test } from 'vitest'
import { pngOf } from '../integration/support/images.ts'
import { type ServiceProcess, startServiceProcess } from '../support/processes/service-process.ts'
import { untilHolds } from '../support/until-holds.ts'
import { faultServiceOfFile } from './support/fault-service.ts'

const minuteMs = 60_000
const current = faultServiceOfFile()
const processes: ServiceProcess[] = []
let fastApi: string
let slowApi: string

/**
 * Two APIs and two workers, one of each a minute ahead and one a minute behind. Leases and windows are the
 * database's.
 */
beforeAll(async () => {
  const { environment, engine } = current()
  const start = (role: 'api' | 'worker', clockMs: number): Promise<string> => {
    const started = startServiceProcess({ role, environment, engineUrl: engine.url, clockMs })
    processes.push(started)
    return started.ready
  }
  ;[fastApi = '', slowApi = ''] = await Promise.all([
    start('api', minuteMs),
    start('api', -minuteMs),
    start('worker', minuteMs),
    start('worker', -minuteMs),
  ])
})
afterAll(() => Promise.all(processes.map((one) => one.kill())))

test('processes whose clocks are two minutes apart share work, keys, links and windows as if they agreed', async () => {
  const service = current()
  const account = await service.createAccount('10.00')
  const call = async (api: string, method: string, path: string, body?: unknown, key?: string) => {
    const headers = {
      Authorization: `Bearer ${account.apiKey}`,
      'Content-Type': 'application/json',
      ...(key !== undefined && { 'Idempotency-Key': key }),
    }
    const response = await fetch(api + path, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return response.json()
  }
  const at = (api: string, link: string): string => api + link.slice(new URL(link).origin.length)

  // An upload that one process reserves, the other receives, and the first verifies.
  for (const [here, there] of [
    [fastApi, slowApi],
    [slowApi, fastApi],
  ] as const) {
    const reserved = await call(here, 'POST', '/api/v1/uploads', { contentType: 'image/png' })
    const windowMs = Date.parse(reserved.expiresAt) - Date.now()
    expect(Math.abs(windowMs - 15 * minuteMs)).toBeLessThan(minuteMs / 2)
    const headers = { 'Content-Type': 'image/png' }
    const sent = await fetch(at(there, reserved.uploadUrl), { method: 'PUT', headers, body: pngOf(640, 480) })
    expect(sent.status).toBe(200)
    expect((await call(here, 'POST', `/api/v1/uploads/${reserved.id}/complete`, {})).status).toBe('READY')
  }

  const path = '/api/v1/images/generations'
  const ids: string[] = []
  for (let index = 0; index < 20; index += 1) {
    const [here, there] = index % 2 === 0 ? [fastApi, slowApi] : [slowApi, fastApi]
    const accepted = await call(here, 'POST', path, { prompt: 'a lake' }, `order ${index}`)
    const repeated = await call(there, 'POST', path, { prompt: 'a lake' }, `order ${index}`)
    expect(repeated).toEqual(accepted)
    expect(Math.abs(Date.parse(accepted.createdAt) - Date.now())).toBeLessThan(minuteMs / 2)
    ids.push(accepted.id)
  }
  for (const id of ids) {
    const task = await untilHolds(async () => {
      const seen = await call(slowApi, 'GET', `/api/v1/tasks/${id}`)
      expect(seen.status).toBe('SUCCEEDED')
      return seen
    })
    expect(Date.parse(task.completedAt)).toBeGreaterThanOrEqual(Date.parse(task.createdAt))
    expect((await fetch(at(fastApi, task.output.images[0].url))).status).toBe(200)
  }
  const attempts = await service.database.read((db) =>
    db.selectFrom('tasks').select('attempt').distinct().execute(),
  )
  expect(attempts).toEqual([{ attempt: 1n }])
  expect(await service.brokenPromises()).toEqual([])
})
