import { readFile } from 'node:fs/promises'
import type { MockServiceOptions } from '@mediagen/sdk/testing'
import { describe, expect, test } from 'vitest'
import { accepted, setUp } from './gateway-for-tests.ts'

/** More than the memory of one API key and that of all unknown keys hold. */
const strangersRequests = 1100
const photo = new URL('../basics/photo.jpg', import.meta.url)

/** What a stranger sends. */
interface Stranger {
  readonly n?: number
  readonly retryCount?: number
}

describe('the memory of repetitions', () => {
  test.each([
    ['requests that are not valid', { n: 0 }],
    ['requests with a key that is not known', {}],
    ['repetitions of what was never sent', { retryCount: 1 }],
  ])(
    'keeps what a caller has paid through 1,100 of a stranger: %s',
    async (_, { retryCount, ...fields }: Stranger) => {
      const { generate } = setUp()
      const first = await generate({ prompt: 'a fox' })
      for (let index = 0; index < strangersRequests; index += 1) {
        const extras = { key: `${index}-stranger`, ...(retryCount && { retryCount }) }
        await generate({ prompt: `a fox ${index}`, ...fields }, extras)
      }
      expect(await generate({ prompt: 'a fox' }, { retryCount: 1 })).toMatchObject({ tasks: first.tasks })
    },
  )

  test('gives a broken request its own image after an equal one was answered', async () => {
    const queuedMs: MockServiceOptions['queuedMs'] = ({ id }) => (id === 'task1' ? 1 : 0)
    const { service, serviceClock, generate } = setUp({ queuedMs })
    const gone = new AbortController()
    const broken = generate({ prompt: 'a fox' }, { signal: gone.signal })
    await accepted(service, 1)
    expect((await generate({ prompt: 'a fox' })).tasks).toEqual(['task2'])
    gone.abort()
    await broken
    serviceClock.advance(1)
    expect((await generate({ prompt: 'a fox' }, { retryCount: 1 })).tasks).toEqual(['task1'])
    expect(service.taskCount()).toBe(2)
  })

  test('gives two broken requests of equal content an image each', async () => {
    const { service, serviceClock, generate } = setUp({ queuedMs: 1 })
    const gone = new AbortController()
    const broken = [1, 2].map(() => generate({ prompt: 'a fox' }, { signal: gone.signal }))
    await accepted(service, 2)
    gone.abort()
    await Promise.all(broken)
    serviceClock.advance(1)
    const again = await Promise.all([1, 2].map(() => generate({ prompt: 'a fox' }, { retryCount: 1 })))
    expect(again.flatMap(({ tasks }) => tasks).toSorted()).toEqual(['task1', 'task2'])
    expect(service.taskCount()).toBe(2)
  })
})

describe('what a stranger sends is refused as the client expects it', () => {
  test('a key that no header carries', async () => {
    const { generate } = setUp()
    expect(await generate({ prompt: 'a fox' }, { key: 'é' })).toMatchObject({
      status: 401,
      error: { code: 'invalid_api_key' },
    })
  })

  test.each(['', '.', '..', '../me', 'a/cancel', 'a?b', '%2e%2e'])(
    'a video of the task "%s"',
    async (taskId) => {
      const { app } = setUp()
      const order = { taskId, model: 'm', seconds: '4', size: 'auto' }
      const id = `video_${Buffer.from(JSON.stringify(order)).toString('base64url')}`
      const headers = { authorization: 'Bearer mg_key' }
      for (const path of [`/v1/videos/${id}`, `/v1/videos/${id}/content`])
        expect((await app.request(path, { headers })).status).toBe(404)
    },
  )

  test('a form of more than 100 parts, without reading them', async () => {
    const { post } = setUp()
    const form = new FormData()
    for (let index = 0; index <= 100; index += 1) form.append('prompt', 'a fox')
    const response = await post('/v1/images/edits', form)
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { error: { code: 'too_many_parts' } },
    ])
    form.delete('prompt')
    form.set('prompt', 'warmer')
    form.set('image', new File([await readFile(photo)], 'photo.jpg', { type: 'image/jpeg' }))
    for (let index = 2; index < 100; index += 1) form.append('user', 'me')
    expect((await post('/v1/images/edits', form)).status).toBe(200)
  })

  test('a JSON body of more than 1 MB', async () => {
    const { generate } = setUp()
    expect(await generate({ prompt: 'a'.repeat(1024 * 1024) })).toMatchObject({ status: 413 })
  })
})
