import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Miniflare } from 'miniflare'
import { build } from 'vite'
import type { Account } from './stage.ts'
import type { Client } from './story.ts'

/** The Worker of `programs/`, in workerd, with the packed SDK. */
export async function openWorker(
  { environment }: Account,
  { packagesOf }: { readonly packagesOf: string },
): Promise<Client> {
  const folder = await mkdtemp(join(tmpdir(), 'mediagen-worker-'))
  await build({
    root: join(packagesOf, 'programs'),
    configFile: false,
    logLevel: 'warn',
    build: {
      outDir: folder,
      emptyOutDir: true,
      lib: { entry: 'worker.ts', formats: ['es'], fileName: 'worker' },
    },
  })
  const script = await readFile(join(folder, 'worker.js'), 'utf8')
  const start = () =>
    new Miniflare({
      modules: true,
      script,
      compatibilityDate: '2026-01-01',
      bindings: environment,
      kvNamespaces: ['ORDERS'],
      kvPersist: join(folder, 'kv'),
      // Nothing is asked of the network but the service.
      cf: false,
    })
  let worker = start()
  const ask = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(new URL(path, await worker.ready), init)
    if (!response.ok) throw new Error(await response.text())
    return response
  }
  const order = async (prompt: string): Promise<string> => {
    return Object(await (await ask('/', { method: 'POST', body: prompt })).json()).id
  }
  const result = async () => new Uint8Array(await (await ask('/result')).arrayBuffer())
  return {
    ordered: 'image.generate',
    make: async (prompt) => ({ id: await order(prompt), bytes: await result() }),
    order,
    async reload() {
      await worker.dispose()
      worker = start()
      return Object(await (await ask('/order')).json()).id
    },
    async list() {
      const { tasks } = Object(await (await ask('/tasks')).json())
      return tasks.map(({ id, cost }: { id: string; cost: { amount: string } }) => ({
        id,
        amount: cost.amount,
      }))
    },
    result,
    async close() {
      await worker.dispose()
      await rm(folder, { recursive: true })
    },
  }
}
