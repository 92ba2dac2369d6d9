// Tests with Mock Service Worker: every operation responds with a named example of the contract.
import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { InsufficientBalanceError, Mediagen } from '@mediagen/sdk'
import { contractHandlers } from '@mediagen/sdk/testing/msw'
import { setupServer } from 'msw/node'

const server = setupServer(...contractHandlers({ getTask: 'succeededVideo' }))
before(() => server.listen({ onUnhandledRequest: 'error' }))
afterEach(() => server.resetHandlers())
after(() => server.close())

const client = new Mediagen({ apiKey: 'any', baseUrl: 'https://media.example' })

test('a video is generated', async () => {
  const generation = await client.videos.generate({ prompt: 'waves on a beach' })
  const { files } = await generation.wait()
  assert.equal(files[0]?.contentType, 'video/mp4')
})

test('a low balance rejects the call', async () => {
  server.use(...contractHandlers({ generateVideo: 'INSUFFICIENT_BALANCE' }))
  await assert.rejects(client.videos.generate({ prompt: 'waves on a beach' }), InsufficientBalanceError)
})
