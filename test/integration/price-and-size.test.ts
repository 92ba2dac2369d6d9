import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestService } from '../support/service.ts'
import { pngOf } from './support/images.ts'

/** Copied from the specification on purpose, and not computed, so that it is independent of the code. */
const sizes: Record<string, Record<string, Record<string, [widthPx: number, heightPx: number]>>> = {
  'images/generations': {
    '1k': {
      '1:1': [1024, 1024],
      '9:16': [576, 1024],
      '16:9': [1024, 576],
      '4:3': [1024, 768],
      '3:4': [768, 1024],
      '3:2': [1024, 683],
      '2:3': [683, 1024],
      '2:1': [1024, 512],
      '1:2': [512, 1024],
    },
    '2k': {
      '1:1': [2048, 2048],
      '9:16': [1152, 2048],
      '16:9': [2048, 1152],
      '4:3': [2048, 1536],
      '3:4': [1536, 2048],
      '3:2': [2048, 1365],
      '2:3': [1365, 2048],
      '2:1': [2048, 1024],
      '1:2': [1024, 2048],
    },
    '4k': {
      '1:1': [4096, 4096],
      '9:16': [2304, 4096],
      '16:9': [4096, 2304],
      '4:3': [4096, 3072],
      '3:4': [3072, 4096],
      '3:2': [4096, 2731],
      '2:3': [2731, 4096],
      '2:1': [4096, 2048],
      '1:2': [2048, 4096],
    },
  },
  'images/transformations': {
    hd: {
      '1:1': [1024, 1024],
      '9:16': [576, 1024],
      '16:9': [1024, 576],
      '4:3': [1024, 768],
      '3:4': [768, 1024],
      '3:2': [1024, 683],
      '2:3': [683, 1024],
    },
    fhd: {
      '1:1': [1280, 1280],
      '9:16': [720, 1280],
      '16:9': [1280, 720],
      '4:3': [1280, 960],
      '3:4': [960, 1280],
      '3:2': [1280, 853],
      '2:3': [853, 1280],
    },
  },
  'videos/generations': {
    '480p': {
      '16:9': [854, 480],
      '9:16': [480, 854],
      '1:1': [480, 480],
      '4:3': [640, 480],
      '3:4': [480, 640],
      '21:9': [1120, 480],
    },
    '512p': {
      '16:9': [910, 512],
      '9:16': [512, 910],
      '1:1': [512, 512],
      '4:3': [682, 512],
      '3:4': [512, 682],
      '21:9': [1194, 512],
    },
    '720p': {
      '16:9': [1280, 720],
      '9:16': [720, 1280],
      '1:1': [720, 720],
      '4:3': [960, 720],
      '3:4': [720, 960],
      '21:9': [1680, 720],
    },
    '1080p': {
      '16:9': [1920, 1080],
      '9:16': [1080, 1920],
      '1:1': [1080, 1080],
      '4:3': [1440, 1080],
      '3:4': [1080, 1440],
      '21:9': [2520, 1080],
    },
  },
  'videos/transformations': {
    hd: {
      '16:9': [1280, 720],
      '9:16': [720, 1280],
      '4:3': [960, 720],
      '3:4': [720, 960],
      '3:2': [1080, 720],
      '2:3': [720, 1080],
      '1:1': [720, 720],
    },
    fhd: {
      '16:9': [1920, 1080],
      '9:16': [1080, 1920],
      '4:3': [1440, 1080],
      '3:4': [1080, 1440],
      '3:2': [1620, 1080],
      '2:3': [1080, 1620],
      '1:1': [1080, 1080],
    },
  },
}

const rows = Object.entries(sizes).flatMap(([operation, tiers]) =>
  Object.entries(tiers).flatMap(([resolution, shapes]) =>
    Object.entries(shapes).map(([aspectRatio, size]) => ({ operation, resolution, aspectRatio, size })),
  ),
)

let service: Awaited<ReturnType<typeof openTestService>>
beforeAll(async () => {
  service = await openTestService()
})
afterAll(() => service.close())

/** Accepts one request on a separate account and returns the engine's job and the cost. */
async function generate(operation: string, extra: object, input = { widthPx: 640, heightPx: 480 }) {
  const account = await service.createAccount('100.00')
  const transforms = operation.endsWith('transformations')
  const effectId = service.parts.catalogue.effects.find(
    ({ surface, defaults }) => operation.startsWith(surface) && defaults.aspectRatio === undefined,
  )?.id
  const { body: upload } = transforms
    ? await account.upload(pngOf(input.widthPx, input.heightPx), 'image/png')
    : { body: undefined }
  const body = { ...(transforms ? { assetId: upload.id, effectId } : { prompt: 'a harbour' }), ...extra }
  const response = await account.call('POST', `/api/v1/${operation}`, body)
  expect(response.status).toBe(200)
  await service.runQueue()
  const job = service.provider.started.at(-1)
  expect(job?.taskId).toBe(response.body.id)
  const { balance } = await account.money()
  return { job, paidMicros: 100_000_000n - microsOf(balance) }
}

/** '12.345' as 12345000n. */
function microsOf(text: string): bigint {
  const [whole = '0', fraction = ''] = text.split('.')
  return BigInt(whole) * 1_000_000n + BigInt(fraction.padEnd(6, '0'))
}

/** The rate as published. */
async function publishedRate(product: string, tier: string): Promise<bigint> {
  const { products } = await (await service.fetch('/api/v1/pricing')).json()
  const priced = products.find((candidate: { product: string }) => candidate.product === product)
  return microsOf(priced.tiers.find((candidate: { tier: string }) => candidate.tier === tier).unitPrice)
}

const productOf: Record<string, string> = {
  'images/generations': 'image.generate',
  'images/transformations': 'image.transform',
  'videos/generations': 'video.generate',
  'videos/transformations': 'video.transform',
}

describe('a result has exactly the size of its tier and shape, and costs the published rate', () => {
  test.each(rows)(
    '$operation $resolution $aspectRatio',
    async ({ operation, resolution, aspectRatio, size }) => {
      const product = productOf[operation] ?? ''
      const isVideo = operation.startsWith('videos')
      const durationSeconds = 8
      const { job, paidMicros } = await generate(operation, {
        resolution,
        aspectRatio,
        ...(isVideo && { durationSeconds }),
      })
      expect(job).toMatchObject({ product, tier: resolution, widthPx: size[0], heightPx: size[1] })
      const rate = await publishedRate(product, resolution)
      expect(rate).toBeGreaterThan(0n)
      expect(paidMicros).toBe(isVideo ? rate * BigInt(durationSeconds) : rate)
    },
  )
})

describe('a request without optional fields', () => {
  test.each([
    ['images/generations', { tier: '1k', widthPx: 1024, heightPx: 1024 }, 1n],
    ['images/transformations', { tier: 'hd', widthPx: 1024, heightPx: 768 }, 1n],
    ['videos/generations', { tier: '720p', widthPx: 1280, heightPx: 720, durationSeconds: 5 }, 5n],
    ['videos/transformations', { tier: 'hd', widthPx: 960, heightPx: 720, durationSeconds: 5 }, 5n],
  ])('to %s gets the documented defaults', async (operation, expected, units) => {
    const { job, paidMicros } = await generate(operation, {})
    expect(job).toMatchObject(expected)
    expect(paidMicros).toBe(units * (await publishedRate(productOf[operation] ?? '', expected.tier)))
  })
})

describe('a transformation without an aspect ratio keeps the shape of its input', () => {
  test.each([
    ['images/transformations', 'hd', [4000, 3000], [1024, 768]],
    ['images/transformations', 'fhd', [3000, 4000], [960, 1280]],
    ['images/transformations', 'hd', [100, 100], [1024, 1024]],
    ['images/transformations', 'hd', [8192, 16], [1024, 16]],
    ['images/transformations', 'fhd', [16, 4000], [16, 1280]],
    ['videos/transformations', 'hd', [4000, 3000], [960, 720]],
    ['videos/transformations', 'fhd', [3000, 4000], [1080, 1440]],
    ['videos/transformations', 'hd', [1001, 667], [1080, 720]],
    ['videos/transformations', 'hd', [2100, 900], [1680, 720]],
    ['videos/transformations', 'hd', [8192, 16], [1680, 720]],
    ['videos/transformations', 'fhd', [16, 8192], [1080, 2520]],
  ] as const)('%s %s of %j is %j', async (operation, resolution, [widthPx, heightPx], [width, height]) => {
    const { job } = await generate(operation, { resolution }, { widthPx, heightPx })
    expect(job).toMatchObject({ widthPx: width, heightPx: height })
  })
})

describe('a video is charged for each of its seconds', () => {
  test.each([4, 5, 15])('videos/generations of %i seconds', async (durationSeconds) => {
    const { job, paidMicros } = await generate('videos/generations', { durationSeconds })
    expect(job?.durationSeconds).toBe(durationSeconds)
    expect(paidMicros).toBe(BigInt(durationSeconds) * (await publishedRate('video.generate', '720p')))
  })
  test.each([5, 8])('videos/transformations of %i seconds', async (durationSeconds) => {
    const { job, paidMicros } = await generate('videos/transformations', {
      durationSeconds,
      resolution: 'fhd',
    })
    expect(job?.durationSeconds).toBe(durationSeconds)
    expect(paidMicros).toBe(BigInt(durationSeconds) * (await publishedRate('video.transform', 'fhd')))
  })
})

test('a product or tier that no configured engine serves is not advertised and gets 503, reserving nothing', async () => {
  const { createFakeProvider } = await import('../support/fake-provider.ts')
  const only1k = createFakeProvider({
    serves: (product, tier) => product === 'image.generate' && tier === '1k',
  })
  const small = await openTestService({ providers: [only1k] })
  try {
    const { products } = await (await small.fetch('/api/v1/pricing')).json()
    expect(products).toMatchObject([{ product: 'image.generate', tiers: [{ tier: '1k' }] }])
    const account = await small.createAccount()
    const rejected = await account.call('POST', '/api/v1/images/generations', {
      prompt: 'a',
      resolution: '2k',
    })
    expect(rejected).toMatchObject({ status: 503, body: { code: 'TIER_UNAVAILABLE' } })
    expect(await account.money()).toEqual({ balance: '10.00', reserved: '0.00' })
  } finally {
    await small.close()
  }
})
