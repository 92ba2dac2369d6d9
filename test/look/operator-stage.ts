import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { Mediagen } from '@mediagen/sdk'
import type { Service } from '../../scripts/demo/service.ts'
import { plantTasks } from './plant-tasks.ts'

/** What the operator's page has to show. */
export interface OperatorStage {
  readonly adminToken: string
  /** An account with keys, a limit and a past. */
  readonly accountId: string
  /** A task that failed after several calls of engines. */
  readonly failedTaskId: string
  /** Orders large images, so that tasks wait. Orders once. */
  readonly fillQueue: () => Promise<void>
}

const customers = [
  { name: 'Northwind Press', reference: 'cus_1042', balance: '240.00', perDay: 9 },
  { name: 'Atelier Lumen', reference: 'cus_1043', balance: '86.50', perDay: 6 },
  { name: 'Kite & Anchor', reference: 'cus_1051', balance: '410.00', perDay: 4 },
  { name: 'Hollow Oak Games', reference: 'cus_1057', balance: '1200.00', perDay: 12 },
  { name: 'Museum of Tides', reference: 'cus_1060', balance: '64.20', perDay: 2 },
] as const

/**
 * Writes a providers file with a second engine, for large images, that never finishes. Returns its path; the engine
 * ends with the process.
 */
export async function writeProviders(folder: string): Promise<string> {
  const engine = createServer(() => undefined).listen(0, '127.0.0.1')
  await once(engine, 'listening')
  engine.unref()
  const { port } = engine.address() as AddressInfo
  const path = join(folder, 'providers.yaml')
  writeFileSync(
    path,
    `providers:
  - { name: studio, kind: studio }
  - { name: gpu-box, kind: openai-images, url: 'http://127.0.0.1:${port}/v1', model: sdxl, concurrency: 2 }
routes:
  - { product: image.generate, tiers: [1k], providers: [studio] }
  - { product: image.generate, tiers: [2k, 4k], providers: [gpu-box] }
  - { product: image.transform, providers: [studio] }
  - { product: video.generate, providers: [studio] }
  - { product: video.transform, providers: [studio] }
`,
  )
  return path
}

/** Opens accounts, gives them two weeks of tasks, and does to one of them what operators do. */
export async function setOperatorStage(
  service: Service,
  folder: string,
  adminToken: string,
): Promise<OperatorStage> {
  let sent = 0
  const post = async (path: string, body: object) => {
    sent += 1
    const response = await fetch(`${service.url}/admin/api${path}`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${adminToken}`,
        'Content-Type': 'application/json',
        'Idempotency-Key': `look ${sent}`,
      },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`)
    return response.json()
  }
  const opened: { accountId: string; keyId: string; apiKey: string; perDay: number }[] = []
  for (const { perDay, ...account } of customers)
    opened.push({ ...(await post('/accounts', account)), perDay })
  const failedTaskId = plantTasks(folder, opened)
  const [, , , games, museum] = opened
  if (games === undefined || museum === undefined) throw new Error('There are five customers.')
  const path = `/accounts/${games.accountId}`
  const key = await post(`${path}/keys`, { name: 'Shop', products: 'image.generate', dayLimit: '25.00' })
  await post(`/keys/${games.keyId}`, { name: 'Render farm' })
  await post(`/keys/${key.keyId}/rotate`, { overlapHours: '24' })
  await post(`${path}/credits`, { amount: '150.00' })
  await post(`${path}/limits`, { tasksOpenMax: '50', tasksRunningMax: '1' })
  await post(`/accounts/${museum.accountId}/suspend`, { reason: 'invoice 2026-104 is overdue' })
  const orders = [games, games, games, games, opened[0] ?? games, opened[1] ?? games]
  let filled: Promise<void> | undefined
  const order = async () => {
    for (const { apiKey } of orders)
      await new Mediagen({ apiKey, baseUrl: service.url }).images.generate({
        prompt: 'waves under a pier, slow and grey',
        resolution: '2k',
      })
  }
  return {
    adminToken,
    accountId: games.accountId,
    failedTaskId,
    fillQueue: () => (filled ??= order()),
  }
}
