import { Mediagen } from '@mediagen/sdk'
import { describe, expect, onTestFinished, test } from 'vitest'
import { productNames } from '../../../server/src/core/domain/products.ts'
import { startTestService } from '../../support/service.ts'
import { enginesOf, startEnginePark } from '../service/support/engine-park.ts'
import { expectResult, expectToDecode, order, uploadPhoto } from '../service/support/orders.ts'
import { startStandIn } from '../stand-ins/stand-in.ts'

async function arrange() {
  const park = await startEnginePark()
  const service = await startTestService({ environment: { PROVIDERS_FILE: park.file } })
  const account = await service.createAccount('100.00')
  return { park, service, account, assetId: await uploadPhoto(account) }
}

const minutesMax = { timeout: 120_000 }

describe('one providers file with eight engines', () => {
  test.each(productNames)(
    'generates %s on each that can, at the requested size',
    minutesMax,
    async (product) => {
      const { park, service, account, assetId } = await arrange()
      for (const engine of enginesOf(product)) {
        await park.route({ [product]: [engine] })
        await service.parts.reloadProviders()
        const prompt = `a lighthouse by ${engine}`
        const id = await order(account, product, prompt, assetId)
        await service.runQueue()
        await expectResult(account, id, product)
        expect(park.submissionsOf(prompt), engine).toEqual({ [engine]: 1 })
      }
      await service.expectBooksToAgree()
    },
  )

  test('serves equally well with an old ComfyUI and videos from the videos API', minutesMax, async () => {
    const { park, service, account, assetId } = await arrange()
    const old = await startStandIn('comfyui-before-jobs')
    const videos = await startStandIn('openai-videos')
    onTestFinished(() => Promise.all([old.close(), videos.close()]).then(() => undefined))
    const kind = { kind: 'openai-videos', url: `${videos.url}/v1`, options: { encoding: 'multipart' } }
    await park.route(
      { 'image.transform': ['comfyui'], 'video.transform': ['sdcpp'] },
      { comfyui: { url: old.url }, sdcpp: kind },
    )
    await service.parts.reloadProviders()
    for (const product of ['image.transform', 'video.transform'] as const) {
      const id = await order(account, product, 'an old one', assetId)
      await service.runQueue()
      await expectResult(account, id, product)
    }
    const taken = [old, videos].map((engine) => engine.submissionsOf('an old one').length)
    expect([...taken, park.submissionsOf('an old one')]).toEqual([1, 1, {}])
  })

  test('serves the SDK with all four products', minutesMax, async () => {
    const { park, service, account, assetId } = await arrange()
    const client = new Mediagen({ baseUrl: service.baseUrl, apiKey: account.apiKey })
    await park.route({
      'image.generate': ['gemini'],
      'image.transform': ['own'],
      'video.generate': ['fal'],
      'video.transform': ['replicate'],
    })
    await service.parts.reloadProviders()
    const video = { resolution: 'hd', durationSeconds: 5 } as const
    const generations = [
      await client.images.generate({ prompt: 'by SDK', resolution: '1k', aspectRatio: '16:9' }),
      await client.images.transform({ assetId, prompt: 'by SDK', resolution: 'hd' }),
      await client.videos.generate({
        prompt: 'by SDK',
        resolution: '480p',
        aspectRatio: '9:16',
        durationSeconds: 4,
      }),
      await client.videos.transform({ assetId, effectId: 'push-in', prompt: 'by SDK', ...video }),
    ]
    await service.runQueue()
    for (const [index, product] of productNames.entries()) {
      const result = await generations[index]?.wait()
      if (result === undefined) throw new Error('Nothing was generated.')
      await expectToDecode(Buffer.from(await result.download()), product)
    }
    expect(park.submissionsOf('by SDK')).toEqual({ gemini: 1, own: 1, fal: 1, replicate: 1 })
    await service.expectBooksToAgree()
  })

  test('is shared by two workers, and no task is submitted twice', minutesMax, async () => {
    const { park, service, account, assetId } = await arrange()
    const prompts = Array.from({ length: 16 }, (_, index) => `image ${String(index).padStart(2, '0')}`)
    const ids: string[] = []
    for (const [index, prompt] of prompts.entries())
      ids.push(await order(account, index % 2 === 0 ? 'image.generate' : 'image.transform', prompt, assetId))
    const names = enginesOf('image.generate')
    const weighted = names.map((name) => ({ name, weight: 1 }))
    await park.route({ 'image.generate': weighted, 'image.transform': weighted })
    await service.parts.reloadProviders()
    await Promise.all([service.runQueue(), service.runQueue()])
    for (const [index, id] of ids.entries())
      await expectResult(account, id, index % 2 === 0 ? 'image.generate' : 'image.transform')
    const taken = prompts.map((prompt) => Object.values(park.submissionsOf(prompt)))
    expect(taken).toEqual(prompts.map(() => [1]))
    const busy = names.filter((name) => park.engines[name].works.submissions.length > 0)
    expect(busy.length).toBeGreaterThan(1)
    await service.expectBooksToAgree()
  })
})
