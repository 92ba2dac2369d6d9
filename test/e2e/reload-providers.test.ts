import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { untilHolds } from '../support/until-holds.ts'
import { createMachine, type Machine } from './support/service-process.ts'

const fileFor = (products: readonly string[], name = 'studio') =>
  JSON.stringify({
    providers: [{ name, kind: 'studio' }],
    routes: products.map((product) => ({ product, providers: [name] })),
  })

async function productsOf(machine: Machine): Promise<string[]> {
  const response = await machine.fetch('/api/v1/pricing')
  const { products }: { products: { product: string }[] } = await response.json()
  return products.map(({ product }) => product)
}

test('SIGHUP reloads the providers file, in API and worker, without losing a task; an invalid file changes nothing', async () => {
  const machine = await createMachine()
  onTestFinished(() => machine.remove())
  const path = join(machine.folder, 'providers.yaml')
  await writeFile(path, fileFor(['image.generate']))
  const service = await machine.start('serve', { PROVIDERS_FILE: path })
  const reload = () => process.kill(service.pid, 'SIGHUP')
  expect(await productsOf(machine)).toEqual(['image.generate'])
  const warnings = () => service.logLines().filter((line) => line.includes('Not offered'))
  expect(warnings()).toEqual([expect.stringContaining('video.generate 480p 512p 720p 1080p')])
  const account = await machine.createAccount('10.00')
  const under = await account.call('POST', '/api/v1/images/generations', { prompt: 'a lighthouse' })

  await writeFile(path, fileFor(['image.generate', 'video.generate'], 'painter'))
  reload()
  await untilHolds(async () => expect(await productsOf(machine)).toContain('video.generate'))
  await untilHolds(() => expect(warnings()).toHaveLength(2))
  expect(warnings()[1]).not.toContain('video.generate')
  const video = { prompt: 'a calm lake', resolution: '480p', durationSeconds: 4 }
  const later = await account.call('POST', '/api/v1/videos/generations', video)
  for (const { body } of [under, later]) expect((await account.finished(body.id)).status).toBe('SUCCEEDED')

  await writeFile(path, 'providers: [{ name: a, kind: magic }]')
  reload()
  await untilHolds(() => expect(service.logLines().join()).toContain('the providers file is invalid'))
  expect(await productsOf(machine)).toEqual(['image.generate', 'video.generate'])
})
