import { describe, expect, test } from 'vitest'
import { testEffects, testPrices, writeCatalogue } from '../integration/support/catalogue-folder.ts'
import { jpegOf, pngOf } from '../integration/support/images.ts'
import { startTestService, type TestAccount, type TestService } from '../support/service.ts'
import {
  accountsOfFile,
  createPreparedAccount,
  expectRejection,
  serviceOfFile,
} from './support/contract-service.ts'
import { generationPaths } from './support/specification.ts'

const service = serviceOfFile()
const anAccount = accountsOfFile(service)

/** The body of a transformation by an effect, which both kinds accept. */
const transformations = [
  { operation: 'transformImage', path: generationPaths.transformImage, effectId: 'noir' },
  { operation: 'transformVideo', path: generationPaths.transformVideo, effectId: 'push-in' },
] as const

/** Runs the request and returns what the engine received. */
async function jobOf(of: TestService, account: TestAccount, path: string, body: Record<string, unknown>) {
  const response = await account.call('POST', path, body)
  if (response.status !== 200) throw new Error(JSON.stringify(response.body))
  await of.runQueue()
  const job = of.provider.started.find(({ taskId }) => taskId === response.body.id)
  if (job === undefined) throw new Error('the engine was not asked')
  return job
}

describe.each(transformations)('the input of $operation', ({ path, effectId }) => {
  const send = (account: TestAccount, assetId: string) => account.call('POST', path, { assetId, effectId })

  test('is an upload of the caller that is READY', async () => {
    const account = await anAccount()
    expect((await send(account, account.assetId)).status).toBe(200)
  })

  test('is never a PENDING upload', async () => {
    const account = await anAccount()
    const { body } = await account.call('POST', '/api/v1/uploads', { contentType: 'image/png' })
    await expectRejection(account, () => send(account, body.id), 'ASSET_NOT_USABLE')
  })

  test('is never an INVALID upload', async () => {
    const account = await anAccount()
    const { body } = await account.upload(Buffer.alloc(100), 'image/png')
    expect(body.status).toBe('INVALID')
    await expectRejection(account, () => send(account, body.id), 'ASSET_NOT_USABLE')
  })

  test('is never an EXPIRED upload', async () => {
    const old = await startTestService()
    const account = await old.createAccount()
    const { body } = await account.call('POST', '/api/v1/uploads', { contentType: 'image/png' })
    old.advance(15 * 60_000)
    await expectRejection(account, () => send(account, body.id), 'ASSET_NOT_USABLE')
  })

  test('is never the upload of another account, which looks like a missing one', async () => {
    const account = await anAccount()
    const other = await createPreparedAccount(service())
    const foreign = await expectRejection(account, () => send(account, other.assetId), 'ASSET_NOT_USABLE')
    const unknown = await expectRejection(account, () => send(account, '0'.repeat(32)), 'ASSET_NOT_USABLE')
    expect(foreign.status).toBe(400)
    expect({ ...foreign.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' })
  })

  test('an asset of the gallery is rejected as an input', async () => {
    const account = await anAccount()
    const { examples } = (await account.call('GET', '/api/v1/examples')).body
    for (const example of examples.slice(0, 3)) {
      for (const { assetId } of [example.input, example.output])
        await expectRejection(account, () => send(account, assetId), 'ASSET_NOT_USABLE')
    }
  })

  test('is never the result of a generation', async () => {
    const account = await anAccount()
    const { body } = await account.call('POST', generationPaths.generateImage, { prompt: 'a' })
    await service().runQueue()
    await expectRejection(account, () => send(account, body.id), 'ASSET_NOT_USABLE')
  })

  test.each([
    'https://outside.example/picture.png',
    'file:///etc/passwd',
    'uploads/0',
    '../inputs/0',
    's3://bucket/key',
  ])('is never a URL or an object key: %s', async (assetId) => {
    const account = await anAccount()
    await expectRejection(account, () => send(account, assetId), 'ASSET_NOT_USABLE')
  })
})

describe('the link through which an engine gets the input', () => {
  test('is valid for exactly 30 minutes, and is never returned to a client', async () => {
    const own = await startTestService()
    const account = await createPreparedAccount(own)
    const body = { assetId: account.assetId, prompt: 'a' }
    const job = await jobOf(own, account, generationPaths.transformImage, body)
    const link = (await job.input?.link()) ?? ''
    expect((await fetch(link)).status).toBe(200)
    own.advance(30 * 60_000 - 30_000)
    expect((await fetch(link)).status).toBe(200)
    own.advance(30_001)
    expect((await fetch(link)).status).toBe(403)
    const upload = await account.call('GET', `/api/v1/uploads/${account.assetId}`)
    const task = await account.call('GET', `/api/v1/tasks/${job.taskId}`)
    const place = new URL(link).pathname
    expect(JSON.stringify([upload.body, task.body])).not.toContain(place)
  })
})

describe('fields that would name a location', () => {
  test('are ignored: there is no way to pass an image URL, object key or bucket', async () => {
    const account = await anAccount()
    const fields = { url: 'https://outside.example/a.png', imageUrl: 'x', objectKey: 'y', bucket: 'z' }
    const send = () => account.call('POST', generationPaths.transformImage, { ...fields, prompt: 'a' })
    const { details } = (await expectRejection(account, send, 'INVALID_REQUEST')).body
    expect(details).toEqual([{ path: '/assetId', message: 'is required' }])
  })
})

describe('an effect', () => {
  test('an unknown effect and one of the other surface are rejected alike', async () => {
    const account = await anAccount()
    const responses = []
    for (const { path } of transformations) {
      for (const effectId of ['no-such-effect', path.includes('image') ? 'push-in' : 'noir']) {
        const send = () => account.call('POST', path, { assetId: account.assetId, effectId })
        const { status, body } = await expectRejection(account, send, 'EFFECT_NOT_USABLE')
        expect(body.details).toMatchObject([{ path: '/effectId' }])
        responses.push({ status, ...body, requestId: '' })
      }
    }
    expect(responses[1]).toEqual(responses[0])
    expect(responses[3]).toEqual(responses[2])
    expect(responses[0]).toMatchObject({ status: 400 })
  })

  test('supplies the instruction, so that an image needs no prompt', async () => {
    const account = await anAccount()
    const job = await jobOf(service(), account, generationPaths.transformImage, {
      assetId: account.assetId,
      effectId: 'noir',
    })
    expect(job).toMatchObject({ prompt: '', effect: { id: 'noir', instruction: expect.stringMatching(/./) } })
  })

  test.each(transformations)(
    '$operation: a prompt is added to its instruction and does not replace it',
    async ({ path, effectId }) => {
      const account = await anAccount()
      const body = { assetId: account.assetId, effectId }
      const alone = await jobOf(service(), account, path, body)
      const both = await jobOf(service(), account, path, { ...body, prompt: 'with rain' })
      expect(both).toMatchObject({ prompt: 'with rain', effect: alone.effect })
    },
  )
})

describe('with effects that preset everything', () => {
  test('an explicit value wins over the effect’s preset, and the preset over the default', async () => {
    const catalogue = await writeCatalogue({ effects: testEffects, prices: testPrices })
    try {
      const own = await startTestService({ environment: { CATALOGUE_DIR: catalogue.folder } })
      const account = await createPreparedAccount(own)
      const job = async (kind: 'image' | 'video', fields: Record<string, unknown>) => {
        const path = kind === 'image' ? generationPaths.transformImage : generationPaths.transformVideo
        const { tier, widthPx, heightPx, durationSeconds } = await jobOf(own, account, path, {
          assetId: account.assetId,
          ...fields,
        })
        return [tier, widthPx, heightPx, ...(durationSeconds === undefined ? [] : [durationSeconds])]
      }
      const image = { effectId: 'preset-image' }
      expect(await job('image', { effectId: 'plain-image' })).toEqual(['hd', 1024, 768])
      expect(await job('image', image)).toEqual(['fhd', 1280, 853])
      expect(await job('image', { ...image, resolution: 'hd' })).toEqual(['hd', 1024, 683])
      expect(await job('image', { ...image, aspectRatio: '1:1' })).toEqual(['fhd', 1280, 1280])
      const video = { effectId: 'preset-video' }
      expect(await job('video', { effectId: 'plain-video' })).toEqual(['hd', 960, 720, 5])
      expect(await job('video', video)).toEqual(['fhd', 1080, 1920, 8])
      expect(await job('video', { ...video, resolution: 'hd' })).toEqual(['hd', 720, 1280, 8])
      expect(await job('video', { ...video, aspectRatio: '1:1' })).toEqual(['fhd', 1080, 1080, 8])
      expect(await job('video', { ...video, durationSeconds: 5 })).toEqual(['fhd', 1080, 1920, 5])
    } finally {
      await catalogue.remove()
    }
  })
})

describe('the output of an image transformation', () => {
  test.each([
    ['hd', 1024],
    ['fhd', 1280],
  ])(
    '%s has a long edge of %d pixels, chosen by the request and not derived from the input',
    async (resolution, longEdgePx) => {
      const account = await anAccount()
      for (const [width, height] of [
        [16, 16],
        [3000, 2000],
        [40, 8000],
      ] as const) {
        const upload = await account.upload(jpegOf(width, height), 'image/jpeg')
        const job = await jobOf(service(), account, generationPaths.transformImage, {
          assetId: upload.body.id,
          prompt: 'a',
          resolution,
        })
        expect(Math.max(job.widthPx, job.heightPx)).toBe(longEdgePx)
      }
    },
  )

  test('is by default hd in the shape of the input image', async () => {
    const account = await anAccount()
    const upload = await account.upload(pngOf(300, 200), 'image/png')
    const body = { assetId: upload.body.id, prompt: 'a' }
    const job = await jobOf(service(), account, generationPaths.transformImage, body)
    expect(job).toMatchObject({ tier: 'hd', widthPx: 1024, heightPx: 683 })
  })

  test('is one image per request', async () => {
    const account = await anAccount()
    const body = { assetId: account.assetId, prompt: 'a' }
    const { body: accepted } = await account.call('POST', generationPaths.transformImage, body)
    await service().runQueue()
    const { output } = (await account.call('GET', `/api/v1/tasks/${accepted.id}`)).body
    expect(output.images).toHaveLength(1)
  })
})

describe('a video transformation', () => {
  test('needs an effect even if there is a prompt', async () => {
    const account = await anAccount()
    const body = { assetId: account.assetId, prompt: 'it moves' }
    const send = () => account.call('POST', generationPaths.transformVideo, body)
    const { details } = (await expectRejection(account, send, 'INVALID_REQUEST')).body
    expect(details).toEqual([{ path: '/effectId', message: 'is required' }])
  })
})

describe('if there are two reasons', () => {
  test('of two reasons to reject, the one that the client can fix is reported', async () => {
    const away = await startTestService({ routes: [] })
    const poor = await createPreparedAccount(away, '0.00')
    const path = generationPaths.transformImage
    const good = { assetId: poor.assetId, effectId: 'noir' }
    const bodies = [
      [{ ...good, assetId: 'x', effectId: 'x', resolution: 'x' }, 'INVALID_REQUEST'],
      [{ ...good, assetId: 'x', effectId: 'x' }, 'EFFECT_NOT_USABLE'],
      [{ ...good, assetId: 'x' }, 'ASSET_NOT_USABLE'],
      [good, 'TIER_UNAVAILABLE'],
    ] as const
    for (const [body, code] of bodies) await expectRejection(poor, () => poor.call('POST', path, body), code)

    const penniless = await createPreparedAccount(service(), '0.00')
    const send = () => penniless.call('POST', path, { ...good, assetId: penniless.assetId })
    await expectRejection(penniless, send, 'INSUFFICIENT_BALANCE')
  })
})
