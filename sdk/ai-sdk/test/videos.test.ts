import { readFile } from 'node:fs/promises'
import { createMockService } from '@mediagen/sdk/testing'
import {
  createProviderRegistry,
  experimental_generateVideo as generateVideo,
  experimental_getVideoStatus as getVideoStatus,
  NoSuchModelError,
  experimental_startVideo as startVideo,
} from 'ai'
import { describe, expect, test } from 'vitest'
import contract from '../../../openapi/generated/openapi.json' with { type: 'json' }
import { createMediagen, mediagen as defaultProvider } from '../src/index.js'
import { products } from '../src/products.js'
import { png, setStage } from './support/stage.js'

const mp4 = /^....ftyp/s

function headOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.subarray(0, 8)).toString('latin1')
}

describe('experimental_generateVideo', () => {
  test('orders a video and resolves to its file, with its task and its cost', async () => {
    const { mediagen, orders } = setStage()
    const { video, providerMetadata, warnings } = await generateVideo({
      model: mediagen.video('video.generate'),
      prompt: 'waves on a beach',
      resolution: '1280x720',
      duration: 5,
    })
    expect(video.mediaType).toBe('video/mp4')
    expect(headOf(video.uint8Array)).toMatch(mp4)
    expect(warnings).toEqual([])
    expect(orders()).toEqual([
      { prompt: 'waves on a beach', resolution: '720p', aspectRatio: '16:9', durationSeconds: 5 },
    ])
    expect(providerMetadata.mediagen).toEqual({
      videos: [
        {
          taskId: expect.any(String),
          contentType: 'video/mp4',
          cost: { amount: expect.any(String), currency: 'USD', state: 'charged' },
        },
      ],
    })
  })

  test('animates an image by an effect, given in the prompt or as the first frame', async () => {
    const { mediagen, orders } = setStage()
    const call = {
      model: mediagen.video('video.transform'),
      duration: 8,
      aspectRatio: 'adaptive' as const,
      providerOptions: { mediagen: { effectId: 'push-in' } },
    }
    const inPrompt = await generateVideo({ ...call, prompt: { image: png, text: 'slowly' } })
    const asFrame = await generateVideo({
      ...call,
      prompt: 'slowly',
      frameImages: [{ image: png, frameType: 'first_frame' }],
    })
    expect([inPrompt.warnings, asFrame.warnings]).toEqual([[], []])
    const order = { assetId: expect.any(String), effectId: 'push-in', prompt: 'slowly', durationSeconds: 8 }
    expect(orders()).toEqual([order, order])
  })

  test('warns of each setting that the product cannot follow, and leaves it out', async () => {
    const { mediagen, orders } = setStage()
    const { warnings } = await generateVideo({
      model: mediagen.video('video.generate'),
      prompt: 'waves',
      fps: 60,
      seed: 7,
      duration: 3,
      resolution: '100x100',
      aspectRatio: 'adaptive',
      generateAudio: true,
    })
    const features = warnings.map((warning) => (warning.type === 'unsupported' ? warning.feature : warning))
    expect(features).toEqual(['fps', 'seed', 'generateAudio', 'resolution', 'aspectRatio', 'duration'])
    expect(orders()).toEqual([{ prompt: 'waves' }])
  })

  test('rejects inputs that the product cannot use before it sends anything', async () => {
    const { mediagen, seen } = setStage()
    const model = mediagen.video('video.transform')
    const frames = { frameImages: [{ image: png, frameType: 'last_frame' as const }] }
    for (const inputs of [frames, { inputReferences: [png] }]) {
      const call = generateVideo({ model, prompt: { image: png }, ...inputs })
      await expect(call).rejects.toMatchObject({ name: 'AI_UnsupportedFunctionalityError' })
    }
    const other = generateVideo({ model: mediagen.video('video.generate'), prompt: { image: png } })
    await expect(other).rejects.toMatchObject({ name: 'AI_UnsupportedFunctionalityError' })
    expect(seen).toEqual([])
  })

  test('resolves to n videos, and polls by itself where it is told to', async () => {
    const { mediagen, service } = setStage()
    const { clock } = service
    const { videos, providerMetadata } = await generateVideo({
      model: mediagen.video('video.generate'),
      prompt: 'waves',
      n: 2,
      poll: { delay: (ms) => clock.delay(ms) },
    })
    expect([videos.length, service.taskCount()]).toEqual([2, 2])
    expect(providerMetadata.mediagen).toMatchObject({ videos: [{}, {}] })
  })
})

describe('experimental_startVideo', () => {
  test('orders a video that another process reads when it is finished', async () => {
    const { mediagen, service, client } = setStage()
    const started = await startVideo({ model: mediagen.video('video.generate'), prompt: 'waves' })
    const operation = JSON.parse(JSON.stringify(started.operation))
    const model = createMediagen({ client }).video('video.generate')
    expect(await getVideoStatus(model, { operation })).toMatchObject({ status: 'pending' })
    await service.clock.delay(5000)
    const status = await getVideoStatus(model, { operation })
    if (status.status !== 'completed') throw new Error(status.status)
    const [video] = status.videos
    expect(video?.type === 'binary' && headOf(video.data)).toMatch(mp4)
    expect(status.providerMetadata?.mediagen).toMatchObject({ videos: [{ taskId: operation.taskIds[0] }] })
  })

  test('reports a task that failed', async () => {
    const { mediagen, service } = setStage()
    service.faults.failTasks('GENERATION_FAILED')
    const model = mediagen.video('video.generate')
    const { operation } = await startVideo({ model, prompt: 'waves' })
    await service.clock.delay(5000)
    const status = await getVideoStatus(model, { operation })
    expect(status).toMatchObject({ status: 'error', error: expect.stringContaining('Task ') })
  })

  test('has no status for another operation', async () => {
    const { mediagen } = setStage()
    const call = getVideoStatus(mediagen.video('video.generate'), { operation: 'task-1' })
    await expect(call).rejects.toMatchObject({ name: 'AI_InvalidArgumentError' })
  })
})

describe('the provider', () => {
  test('has the four products as models, also in a registry', () => {
    const registry = createProviderRegistry({ mediagen: defaultProvider })
    for (const product of ['image.generate', 'image.transform'] as const) {
      expect(defaultProvider.image(product)).toMatchObject({
        modelId: product,
        provider: 'mediagen.image',
        supportsFileInputs: product === 'image.transform',
      })
      expect(registry.imageModel(`mediagen:${product}`).modelId).toBe(product)
    }
    for (const product of ['video.generate', 'video.transform'] as const) {
      expect(defaultProvider.video(product)).toMatchObject({ modelId: product, provider: 'mediagen.video' })
      expect(registry.videoModel(`mediagen:${product}`).modelId).toBe(product)
    }
  })

  test('throws the error of the AI SDK for any other name', () => {
    const { imageModel, videoModel, languageModel, embeddingModel } = defaultProvider
    for (const make of [imageModel, videoModel, languageModel, embeddingModel])
      for (const name of ['gpt-image', 'toString', 'image.'])
        expect(() => make(name)).toThrow(expect.objectContaining({ name: 'AI_NoSuchModelError' }))
    expect(() => imageModel('video.generate')).toThrow('use image.generate or image.transform')
    expect(() => videoModel('x')).toThrow(NoSuchModelError)
  })

  test('takes its own address, key, headers and fetch', async () => {
    const seen: Request[] = []
    const service = createMockService({ balance: '0.00' })
    const provider = createMediagen({
      apiKey: 'mgk_x',
      baseURL: service.baseUrl,
      headers: { 'x-gateway': 'g' },
      fetch(url, init) {
        const request = new Request(url, init as RequestInit)
        seen.push(request)
        return service.fetch(request)
      },
    })
    const call = generateVideo({ model: provider.video('video.generate'), prompt: 'x' })
    await expect(call).rejects.toMatchObject({
      statusCode: 402,
      url: `${service.baseUrl}/api/v1/videos/generations`,
    })
    expect(seen[0]?.headers.get('authorization')).toBe('Bearer mgk_x')
    expect(seen[0]?.headers.get('x-gateway')).toBe('g')
  })

  test('offers every field of the contract, as a setting of the AI SDK or as an option', async () => {
    const options = await readFile(new URL('../src/provider-options.ts', import.meta.url), 'utf8')
    const own = [...options.matchAll(/^ {2}(\w+)\?: /gm)].map(([, name]) => name)
    const { schemas } = contract.components
    const fields = [
      schemas.ImageGenerationRequest,
      schemas.ImageTransformationFields,
      schemas.VideoGenerationRequest,
      schemas.VideoTransformationRequest,
    ].flatMap(({ properties }) => Object.keys(properties))
    const offered = [...own, 'prompt', 'aspectRatio', 'durationSeconds', 'idempotencyKey', 'maxCost']
    expect(new Set([...fields, 'idempotencyKey', 'maxCost'])).toEqual(new Set(offered))
  })

  test('offers the durations of the contract', () => {
    const { VideoGenerationRequest, VideoTransformationRequest } = contract.components.schemas
    const { minimum, maximum } = VideoGenerationRequest.properties.durationSeconds
    const { durations } = products['video.generate']
    expect([durations[0], durations.at(-1), durations.length]).toEqual([
      minimum,
      maximum,
      maximum - minimum + 1,
    ])
    expect(products['video.transform'].durations).toEqual(
      VideoTransformationRequest.properties.durationSeconds.enum,
    )
  })
})
