import { describe, expect, test } from 'vitest'
import { pngOf } from '../integration/support/images.ts'
import { startTestService, type TestAccount } from '../support/service.ts'
import { accountsOfFile, expectRejection, serviceOfFile } from './support/contract-service.ts'
import { type GenerationId, generationIds, generationPaths, smallestBody } from './support/specification.ts'

const service = serviceOfFile()
const anAccount = accountsOfFile(service)

/** What the engine receives when a request is accepted and run. */
async function jobOf(operation: GenerationId, fields: Record<string, unknown>) {
  const account = await anAccount()
  const body = { ...smallestBody(operation, account.assetId), ...fields }
  const response = await account.call('POST', generationPaths[operation], body)
  expect(response.status).toBe(200)
  await service().runQueue()
  return service().provider.started.find(({ taskId }) => taskId === response.body.id)
}

describe.each(generationIds)('every generation: %s', (operation) => {
  const path = generationPaths[operation]

  test('responds with id, status, createdAt and cost, and nothing else', async () => {
    const account = await anAccount()
    const response = await account.call('POST', path, smallestBody(operation, account.assetId))
    expect(response.status).toBe(200)
    expect(response.body).toEqual({
      id: expect.stringMatching(/^[0-9a-z]{24}$/),
      status: 'QUEUED',
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      cost: { amount: expect.stringMatching(/^\d+\.\d{2,6}$/), currency: 'USD', state: 'reserved' },
    })
  })

  test('responds when the task is accepted, not when the result is ready', async () => {
    const account = await anAccount()
    const asked = service().provider.started.length
    const { body } = await account.call('POST', path, smallestBody(operation, account.assetId))
    const polled = await account.call('GET', `/api/v1/tasks/${body.id}`)
    expect(polled.body).toMatchObject({ id: body.id, status: 'QUEUED', createdAt: body.createdAt })
    expect(service().provider.started.length).toBe(asked)
  })

  test('reserves its cost on acceptance', async () => {
    const account = await anAccount()
    const before = await account.money()
    await account.call('POST', path, smallestBody(operation, account.assetId))
    const after = await account.money()
    const moved = Number(before.balance) - Number(after.balance)
    expect(moved).toBeGreaterThan(0)
    expect(Number(after.reserved) - Number(before.reserved)).toBeCloseTo(moved, 9)
  })

  test('too little balance gives 402 and reserves nothing', async () => {
    const rich = await anAccount()
    const poor = await service().createAccount('0.00')
    const upload = operation.startsWith('transform') ? await uploadOf(poor) : rich.assetId
    const send = () => poor.call('POST', path, smallestBody(operation, upload))
    expect((await expectRejection(poor, send, 'INSUFFICIENT_BALANCE')).status).toBe(402)
  })

  test('of a tier that no provider is configured for gets 503 that suggests no retry, and reserves nothing', async () => {
    const away = await startTestService({ routes: [] })
    const account = await away.createAccount('10.00')
    const upload = operation.startsWith('transform') ? await uploadOf(account) : 'none'
    const send = () => account.call('POST', path, smallestBody(operation, upload))
    const response = await expectRejection(account, send, 'TIER_UNAVAILABLE')
    expect(response.status).toBe(503)
    // The SDK and other clients do not wait that long.
    expect(Number(response.headers.get('Retry-After'))).toBe(3600)
    expect(response.body).toMatchObject({
      message: expect.stringMatching(/has no engine for this.*mediagen-server providers/),
      details: [{ path: '/resolution', message: expect.stringContaining('has no engine for') }],
      requestId: response.headers.get('X-Request-Id'),
    })
  })
})

async function uploadOf(account: TestAccount): Promise<string> {
  return (await account.upload(pngOf(64, 48), 'image/png')).body.id
}

describe('an image generation', () => {
  test('is 1k and square by default', async () => {
    expect(await jobOf('generateImage', {})).toMatchObject({
      product: 'image.generate',
      tier: '1k',
      widthPx: 1024,
      heightPx: 1024,
      prompt: 'a lighthouse',
    })
  })

  test('spelling the defaults out changes nothing', async () => {
    const { taskId: _one, seed: _seed, ...plain } = { ...(await jobOf('generateImage', {})) }
    const {
      taskId: _other,
      seed: _otherSeed,
      ...spelled
    } = {
      ...(await jobOf('generateImage', { resolution: '1k', aspectRatio: '1:1' })),
    }
    expect(spelled).toEqual(plain)
  })

  test('passes the negative prompt on', async () => {
    expect(await jobOf('generateImage', { negativePrompt: 'people' })).toMatchObject({
      negativePrompt: 'people',
    })
  })

  test('an empty negative prompt is the same as none', async () => {
    const job = await jobOf('generateImage', { negativePrompt: '' })
    expect(job?.negativePrompt ?? '').toBe('')
    const account = await anAccount()
    const key = { 'Idempotency-Key': `empty-${account.accountId}` }
    const path = generationPaths.generateImage
    const first = await account.call('POST', path, { prompt: 'a' }, key)
    const second = await account.call('POST', path, { prompt: 'a', negativePrompt: '' }, key)
    expect(second.body).toEqual(first.body)
    expect(second.headers.get('Idempotency-Replayed')).toBe('true')
  })
})

describe('a video generation', () => {
  test('is 720p, 16:9 and 5 seconds by default', async () => {
    expect(await jobOf('generateVideo', {})).toMatchObject({
      product: 'video.generate',
      tier: '720p',
      widthPx: 1280,
      heightPx: 720,
      durationSeconds: 5,
    })
  })

  test.each([4, 15])('may last %d seconds and reserves the price of each', async (durationSeconds) => {
    const account = await service().createAccount('10.00')
    await account.call('POST', generationPaths.generateVideo, { prompt: 'a', durationSeconds })
    expect(Number((await account.money()).reserved)).toBeCloseTo(0.05 * durationSeconds, 9)
  })

  test('has no negative prompt: it is ignored like any unknown field', async () => {
    expect(await jobOf('generateVideo', { negativePrompt: 5 })).not.toHaveProperty('negativePrompt')
  })
})

test('a prompt reaches the engine as it was sent, to the code point', async () => {
  const prompt = ' ünïcödé 🦊\u200d🔥 \n\t"quoted" \\ \u202e end '
  expect(await jobOf('generateImage', { prompt })).toMatchObject({ prompt })
})
