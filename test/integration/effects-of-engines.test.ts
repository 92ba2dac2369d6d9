import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Effect } from '../../server/src/core/domain/catalogue.ts'
import type { Provider } from '../../server/src/core/ports/provider.ts'
import { createFakeProvider, type FakeProvider } from '../support/fake-provider.ts'
import { startTestService, type TestAccount, type TestService } from '../support/service.ts'
import { testPrices, writeCatalogue } from './support/catalogue-folder.ts'
import { pngOf } from './support/images.ts'
import { expectCharged, expectRefunded } from './support/tasks.ts'

const worded = {
  id: 'snow',
  name: 'Snow',
  description: 'Snow falls.',
  surface: 'video',
  instruction: 'Make it winter.',
  negativePrompt: 'rain, sunshine',
  strength: 0.6,
  motion: 'Snow drifts down.',
  defaults: {},
} as const satisfies Effect
const plain = {
  id: 'dusk',
  name: 'Dusk',
  description: 'Evening light.',
  surface: 'image',
  instruction: 'Make it dusk.',
  defaults: {},
} as const satisfies Effect
const exact = {
  ...plain,
  id: 'mirror',
  instruction: 'Mirror it.',
  strength: 0,
  studioOnly: true,
} as const satisfies Effect

let catalogue: Awaited<ReturnType<typeof writeCatalogue>>
beforeAll(async () => {
  catalogue = await writeCatalogue({ effects: [worded, plain, exact], prices: testPrices })
})
afterAll(() => catalogue.remove())

/** An engine that understands only words, as models do. */
function model(): FakeProvider {
  return createFakeProvider({ name: 'model' })
}

/** An engine that knows effects by their id, as the studio does. */
function studio(...effectIds: string[]): FakeProvider {
  return createFakeProvider({ name: 'studio', appliesEffect: (_product, id) => effectIds.includes(id) })
}

async function start(
  ...providers: Provider[]
): Promise<{ service: TestService; account: TestAccount; assetId: string }> {
  const service = await startTestService({ providers, environment: { CATALOGUE_DIR: catalogue.folder } })
  const account = await service.createAccount()
  const { body } = await account.upload(pngOf(400, 300), 'image/png')
  return { service, account, assetId: body.id }
}

async function offeredBy(service: TestService): Promise<string[]> {
  const { effects } = await (await service.fetch('/api/v1/effects')).json()
  return effects.map(({ id }: { id: string }) => id)
}

async function transform(
  account: TestAccount,
  body: { readonly assetId: string; readonly effectId: string; readonly [field: string]: unknown },
): Promise<string> {
  const surface = body.effectId === worded.id ? 'videos' : 'images'
  const response = await account.call('POST', `/api/v1/${surface}/transformations`, body)
  expect(response.status).toBe(200)
  return response.body.id
}

async function expectNotUsable(account: TestAccount, assetId: string, effectId: string): Promise<void> {
  const before = await account.money()
  const rejected = await account.call('POST', '/api/v1/images/transformations', { assetId, effectId })
  expect(rejected).toMatchObject({ status: 400, body: { code: 'EFFECT_NOT_USABLE' } })
  expect(await account.money()).toEqual(before)
}

describe('an effect that no wording makes a model apply', () => {
  test('is neither listed nor accepted where only models serve, and nothing is reserved for it', async () => {
    const { service, account, assetId } = await start(model())
    expect(await offeredBy(service)).toEqual(['snow', 'dusk'])
    await expectNotUsable(account, assetId, 'mirror')
  })

  test('is listed, accepted and applied if an engine accepts it by its id', async () => {
    const provider = studio('mirror')
    const { service, account, assetId } = await start(provider)
    expect(await offeredBy(service)).toContain('mirror')
    const id = await transform(account, { assetId, effectId: 'mirror' })
    await service.runQueue()
    await expectCharged(account, id)
    expect(provider.started.map(({ effect }) => effect?.id)).toEqual(['mirror'])
  })

  test('is not offered by an engine that serves another product, whatever effects it knows', async () => {
    const service = await startTestService({
      providers: [model(), studio('mirror')],
      routes: [
        { product: 'image.transform', providers: ['model'] },
        { product: 'video.transform', providers: ['studio'] },
      ],
      environment: { CATALOGUE_DIR: catalogue.folder },
    })
    expect(await offeredBy(service)).toEqual(['dusk'])
  })

  test('has its examples in the gallery only if it is offered', async () => {
    const effectsShown = async (provider: Provider): Promise<string[]> => {
      const service = await startTestService({ providers: [provider] })
      const { examples } = await (await service.fetch('/api/v1/examples')).json()
      return examples.map(({ request }: { request: { effectId: string } }) => request.effectId)
    }
    const [ofModel, ofStudio] = [await effectsShown(model()), await effectsShown(studio('pop-art'))]
    expect(ofModel).toContain('oil-painting')
    expect(ofModel).not.toContain('pop-art')
    expect(new Set(ofStudio)).toEqual(new Set(['pop-art']))
  })

  test('waits for the engine that can apply it, and is never given to a model instead', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
    try {
      const { service, account, assetId } = await start(model(), studio('mirror'))
      for (let time = 0; time < 5; time += 1) await service.parts.breaker.failed('studio')
      // What is known of the providers is kept for a second.
      vi.setSystemTime(Date.now() + 1001)
      expect(await offeredBy(service)).toContain('mirror')
      const body = { assetId, effectId: 'mirror' }
      const rejected = await account.call('POST', '/api/v1/images/transformations', body)
      expect(rejected).toMatchObject({ status: 503, body: { code: 'TIER_UNAVAILABLE' } })
      await transform(account, { assetId, effectId: 'dusk' })
    } finally {
      vi.useRealTimers()
    }
  })
})

test('an effect that no engine knows is not offered, even if words could bring it about', async () => {
  const { service, account, assetId } = await start(studio('mirror'))
  expect(await offeredBy(service)).toEqual(['mirror'])
  await expectNotUsable(account, assetId, 'dusk')
})

describe('with a model preferred over an engine that knows effects by their id', () => {
  test('a task goes to the one that can apply its effect', async () => {
    const [first, second] = [model(), studio('mirror', 'dusk')]
    const { service, account, assetId } = await start(first, second)
    const ids: string[] = []
    for (const effectId of ['mirror', 'dusk', 'snow'])
      ids.push(await transform(account, { assetId, effectId }))
    await service.runQueue()
    expect(first.started.map(({ effect }) => effect?.id).sort()).toEqual(['dusk', 'snow'])
    expect(second.started.map(({ effect }) => effect?.id)).toEqual(['mirror'])
    for (const id of ids) await expectCharged(account, id)
  })

  test('a task is refunded rather than given to one that cannot apply its effect', async () => {
    const [first, second] = [model(), studio('mirror')]
    const { service, account, assetId } = await start(first, second)
    const attempts = service.run.settings.submitRoundsMax
    const unreachable = { kind: 'unavailable', message: 'connection refused' } as const
    second.mockStart(...Array.from({ length: attempts }, () => unreachable))
    const id = await transform(account, { assetId, effectId: 'mirror' })
    await service.runQueue()
    await expectRefunded(account, id, 'PROVIDER_UNAVAILABLE')
    expect([first.started.length, second.started.length]).toEqual([0, attempts])
  })

  test('a task whose only engine was removed from the providers file is refunded, not given to the model', async () => {
    const [first, second] = [model(), studio('mirror')]
    const { service, account, assetId } = await start(first, second)
    const id = await transform(account, { assetId, effectId: 'mirror' })
    service.parts.providers.replace([first], [{ product: 'image.transform', providers: ['model'] }])
    await service.runQueue()
    await expectRefunded(account, id, 'NO_PROVIDER_CONFIGURED')
    expect(first.started).toEqual([])
    expect(await offeredBy(service)).not.toContain('mirror')
  })
})

describe('what an engine receives of an effect', () => {
  test('is its instruction, strength and motion, together with the caller’s prompt', async () => {
    const provider = model()
    const { service, account, assetId } = await start(provider)
    await transform(account, { assetId, effectId: 'snow', prompt: 'A fox passes.' })
    await service.runQueue()
    expect(provider.started).toEqual([
      expect.objectContaining({
        prompt: 'A fox passes.',
        effect: {
          id: 'snow',
          instruction: 'Make it winter.',
          negativePrompt: 'rain, sunshine',
          strength: 0.6,
          motion: 'Snow drifts down.',
        },
      }),
    ])
  })

  test('omits what the catalogue omits', async () => {
    const provider = model()
    const { service, account, assetId } = await start(provider)
    await transform(account, { assetId, effectId: 'dusk' })
    await service.runQueue()
    expect(provider.started[0]?.effect).toEqual({ id: 'dusk', instruction: 'Make it dusk.' })
  })

  test('keeps a strength of zero, which is a value and not missing', async () => {
    const provider = studio('mirror')
    const { service, account, assetId } = await start(provider)
    await transform(account, { assetId, effectId: 'mirror' })
    await service.runQueue()
    expect(provider.started[0]?.effect).toMatchObject({ strength: 0 })
  })

  test('is the catalogue’s content at acceptance, even after a restart with another catalogue', async () => {
    const { service, account, assetId } = await start(model())
    const id = await transform(account, { assetId, effectId: 'snow' })

    const changed: Effect = { ...worded, instruction: 'Melt it.', motion: 'Water runs.', strength: 0.1 }
    const other = await writeCatalogue({ effects: [changed], prices: testPrices })
    try {
      const { databaseUrl, dataDir } = service.parts.config
      const environment = { CATALOGUE_DIR: other.folder, DATABASE_URL: databaseUrl, DATA_DIR: dataDir }
      const provider = createFakeProvider({ name: 'model' })
      const restarted = await startTestService({ providers: [provider], environment })
      expect(await offeredBy(restarted)).toEqual(['snow'])
      await restarted.runQueue()
      expect(provider.started).toEqual([
        expect.objectContaining({
          taskId: id,
          effect: expect.objectContaining({
            instruction: 'Make it winter.',
            negativePrompt: 'rain, sunshine',
            strength: 0.6,
            motion: 'Snow drifts down.',
          }),
        }),
      ])
      await expectCharged(account, id)
    } finally {
      await other.remove()
    }
  })
})
