import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fromPath, Mediagen } from '@mediagen/sdk'
import { type MockServer, startMockServer } from '@mediagen/sdk/testing'
import { Miniflare } from 'miniflare'
import { build } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'

const root = fileURLToPath(new URL('.', import.meta.url))
const photo = new URL('../basics/photo.jpg', import.meta.url)

let service: MockServer
let folder: string
let worker: Miniflare
let address: string
beforeAll(async () => {
  service = await startMockServer({ port: 0 })
  folder = await mkdtemp(join(tmpdir(), 'mediagen-worker-'))
  await build({
    root,
    logLevel: 'warn',
    build: {
      outDir: folder,
      emptyOutDir: true,
      lib: { entry: 'worker.ts', formats: ['es'], fileName: 'worker' },
    },
  })
  worker = new Miniflare({
    modules: true,
    script: await readFile(join(folder, 'worker.js'), 'utf8'),
    compatibilityDate: '2026-01-01',
    bindings: { MEDIAGEN_API_KEY: 'mg_only_on_the_server', MEDIAGEN_BASE_URL: service.url },
    // Nothing is asked of the network but the service.
    cf: false,
  })
  address = (await worker.ready).origin
})
afterAll(async () => {
  await worker.dispose()
  await service.close()
  await rm(folder, { recursive: true })
})

const clientOf = (session: string) =>
  new Mediagen({
    apiKey: '',
    baseUrl: `${address}/api/mediagen`,
    headers: { cookie: `session=${session}`, origin: 'https://app.example.com' },
    maxRetries: 0,
  })

test('the Worker, in workerd, takes an upload and a generation to the result', async () => {
  const generation = await clientOf('anna').images.transform({
    file: fromPath(photo),
    prompt: 'as a linocut',
  })
  const bytes = Buffer.from(await (await generation.wait()).download())
  expect(bytes.toString('hex')).toMatch(/^89504e470d0a1a0a/)
  expect(service.service.balance()).toBe('99.97')
})

test('the Worker, in workerd, rejects strangers and hides the tasks of others', async () => {
  await expect(clientOf('').pricing()).rejects.toMatchObject({ status: 401 })
  const { id } = await clientOf('anna').images.generate({ prompt: 'a fox' })
  await expect(clientOf('ben').tasks.get(id)).rejects.toMatchObject({ code: 'TASK_NOT_FOUND' })
})
