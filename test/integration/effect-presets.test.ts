import { afterAll, describe, expect, test } from 'vitest'
import type { GenerationJob } from '../../server/src/core/ports/generation-job.ts'
import { openServiceOfFile } from '../support/service.ts'
import { writeCatalogue } from './support/catalogue-folder.ts'
import { pngOf } from './support/images.ts'

const catalogue = await writeCatalogue()
const service = await openServiceOfFile({ environment: { CATALOGUE_DIR: catalogue.folder } })
const account = await service.createAccount('1000.00')
const assetId = (await account.upload(pngOf(400, 300), 'image/png')).body.id
afterAll(() => catalogue.remove())

async function jobFor(operation: string, body: object): Promise<GenerationJob | undefined> {
  const response = await account.call('POST', `/api/v1/${operation}/transformations`, { assetId, ...body })
  expect(response.status).toBe(200)
  await service.runQueue()
  return service.provider.started.at(-1)
}

describe('a parameter of a transformation', () => {
  test('that is sent wins over the effect', async () => {
    const sent = { effectId: 'preset-image', resolution: 'hd', aspectRatio: '1:1' }
    expect(await jobFor('images', sent)).toMatchObject({ tier: 'hd', widthPx: 1024, heightPx: 1024 })
  })

  test('that is sent wins even if it equals the contract default that the effect overrides', async () => {
    const sent = { effectId: 'preset-video', resolution: 'hd', durationSeconds: 5 }
    expect(await jobFor('videos', sent)).toMatchObject({
      tier: 'hd',
      widthPx: 720,
      heightPx: 1280,
      durationSeconds: 5,
    })
  })

  test('that is left out comes from the effect', async () => {
    expect(await jobFor('images', { effectId: 'preset-image' })).toMatchObject({
      tier: 'fhd',
      widthPx: 1280,
      heightPx: 853,
    })
    expect(await jobFor('videos', { effectId: 'preset-video' })).toMatchObject({
      tier: 'fhd',
      widthPx: 1080,
      heightPx: 1920,
      durationSeconds: 8,
    })
  })

  test('that neither sets is the contract default, or the shape of the input', async () => {
    expect(await jobFor('images', { effectId: 'plain-image' })).toMatchObject({
      tier: 'hd',
      widthPx: 1024,
      heightPx: 768,
    })
    expect(await jobFor('videos', { effectId: 'plain-video' })).toMatchObject({
      tier: 'hd',
      widthPx: 960,
      heightPx: 720,
      durationSeconds: 5,
    })
  })

  test('is priced as resolved, including preset tier and seconds', async () => {
    const payer = await service.createAccount('1.00')
    const input = (await payer.upload(pngOf(400, 300), 'image/png')).body.id
    await payer.call('POST', '/api/v1/videos/transformations', { assetId: input, effectId: 'preset-video' })
    expect(await payer.money()).toEqual({ balance: '0.199704', reserved: '0.800296' })
  })
})

describe('the prompt that an engine gets', () => {
  test('is the effect’s instruction plus the caller’s prompt', async () => {
    const job = await jobFor('images', { effectId: 'plain-image', prompt: 'with gulls' })
    expect(job).toMatchObject({
      prompt: 'with gulls',
      effect: { id: 'plain-image', instruction: 'Apply plain-image.' },
    })
  })

  test('is the instruction alone if no prompt is sent', async () => {
    const job = await jobFor('videos', { effectId: 'plain-video' })
    expect(job).toMatchObject({ prompt: '', effect: { instruction: 'Apply plain-video.' } })
  })

  test('is the prompt alone if no effect is named', async () => {
    const job = await jobFor('images', { prompt: 'at night' })
    expect(job?.prompt).toBe('at night')
    expect(job).not.toHaveProperty('effect')
  })
})

describe('an effect that cannot be used', () => {
  test.each([
    ['images', 'no-such-effect'],
    ['images', 'plain-video'],
    ['videos', 'plain-image'],
  ])('%s with %s gets 400 and reserves nothing', async (operation, effectId) => {
    const before = await account.money()
    const rejected = await account.call('POST', `/api/v1/${operation}/transformations`, { assetId, effectId })
    const body = { code: 'EFFECT_NOT_USABLE', details: [{ path: '/effectId' }] }
    expect(rejected).toMatchObject({ status: 400, body })
    expect(await account.money()).toEqual(before)
  })
})

test('the effects endpoint shows the presets and keeps the instruction internal', async () => {
  const { effects } = await (await service.fetch('/api/v1/effects?surface=video')).json()
  expect(effects).toEqual([
    expect.objectContaining({ id: 'plain-video', defaults: {} }),
    expect.objectContaining({
      id: 'preset-video',
      defaults: { resolution: 'fhd', aspectRatio: '9:16', durationSeconds: 8 },
    }),
  ])
  expect(JSON.stringify(effects)).not.toContain('Apply')
})
