import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, onTestFinished, test } from 'vitest'
import { findFreePort } from '../support/free-port.ts'
import { createMachine, type Machine } from './support/service-process.ts'

const healthcheck = fileURLToPath(new URL('../../server/healthcheck.mjs', import.meta.url))

/** A test environment in which both commands can be started. */
async function migratedMachine(): Promise<Machine> {
  const machine = await createMachine()
  onTestFinished(() => machine.remove())
  await machine.run(['migrate'])
  return machine
}

/** Runs the check of the image's health; rejects where it ends with another code than 0. */
const checkHealth = (environment: Record<string, string>) =>
  promisify(execFile)(process.execPath, [healthcheck], { env: environment })

describe.each(['serve', 'api'] as const)('%s with METRICS_PORT', (command) => {
  test('serves metrics there and not on its public port, and probes on both', async () => {
    const machine = await migratedMachine()
    const port = await findFreePort()
    const running = await machine.start(command, { METRICS_PORT: String(port) })
    const inside = `http://127.0.0.1:${port}`
    const account = await machine.createAccount('1.00')
    expect((await account.call('GET', '/api/v1/me')).status).toBe(200)

    for (const base of [inside, machine.baseUrl]) {
      expect(await (await fetch(`${base}/healthz`)).json()).toEqual({ status: 'ok' })
      expect(await (await fetch(`${base}/readyz`)).json()).toMatchObject({ status: 'ready' })
    }
    const metrics = await (await fetch(`${inside}/metrics`)).text()
    expect(metrics).toContain('mediagen_database_up 1')
    // What the public port has served is counted there.
    expect(metrics).toMatch(
      /http_server_request_duration_seconds_count\{operation="getAccount",.*http_response_status_code="200"\} 1/,
    )

    for (const method of ['GET', 'POST', 'HEAD', 'OPTIONS']) {
      const response = await fetch(`${machine.baseUrl}/metrics`, { method })
      expect([method, response.status, response.headers.get('Allow')]).toEqual([method, 404, null])
    }
    const rejection = await (await fetch(`${machine.baseUrl}/metrics`)).json()
    expect(rejection).toMatchObject({ status: 404, code: 'NOT_FOUND' })
    // And nothing of the contract is on the other port.
    for (const path of ['/api/v1/pricing', '/api/docs', '/gallery'])
      expect([path, (await fetch(`${inside}${path}`)).status]).toEqual([path, 404])

    await checkHealth({ METRICS_PORT: String(port), PORT: '1' })
    expect((await running.stop('SIGTERM')).code).toBe(0)
    await expect(fetch(`${inside}/healthz`)).rejects.toThrow('fetch failed')
  })

  // Other systems have only 127.0.0.1 of the addresses of the loopback.
  test.skipIf(process.platform !== 'linux')('serves metrics on METRICS_HOST alone', async () => {
    const machine = await migratedMachine()
    const port = String(await findFreePort())
    const settings = { METRICS_HOST: '127.0.0.2', METRICS_PORT: port }
    await machine.start(command, settings)
    expect((await fetch(`http://127.0.0.2:${port}/metrics`)).status).toBe(200)
    await expect(fetch(`http://127.0.0.1:${port}/metrics`)).rejects.toThrow('fetch failed')
    await checkHealth(settings)
    await expect(checkHealth({ METRICS_PORT: port })).rejects.toThrow()
  })
})
