import { createServer } from 'node:http'
import { describe, expect, test } from 'vitest'
import { InvalidResponseError, Mediagen } from '../src/index.js'
import { createFakeClient } from './support/fake-client.js'

describe('a redirect of the API', () => {
  test.each([301, 302, 303, 307, 308])(
    '%i is not followed: the error names where it leads',
    async (status) => {
      const paths: string[] = []
      const server = createServer((request, response) => {
        paths.push(`${request.method} ${request.url}`)
        response
          .writeHead(status, { location: 'https://elsewhere.test/api/v1/images/generations?secret=1' })
          .end()
      })
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      const address = server.address()
      if (address === null || typeof address === 'string') throw new Error('no port')
      const client = new Mediagen({ apiKey: 'any', baseUrl: `http://127.0.0.1:${address.port}` })
      try {
        const error = await client.images.generate({ prompt: 'x' }).catch((reason: unknown) => reason)
        expect(error).toBeInstanceOf(InvalidResponseError)
        expect(error).toMatchObject({
          status,
          retryable: false,
          message: expect.stringMatching(
            /redirect to https:\/\/elsewhere\.test\/api\/v1\/images\/generations, which is not followed: check baseUrl/,
          ),
        })
        expect(paths).toEqual(['POST /api/v1/images/generations'])
      } finally {
        server.closeAllConnections()
        server.close()
      }
    },
  )

  test('that a browser hides is reported all the same', async () => {
    const opaque = Object.defineProperties(Response.error(), { type: { value: 'opaqueredirect' } })
    const { client } = createFakeClient([opaque])
    await expect(client.account()).rejects.toMatchObject({
      name: 'InvalidResponseError',
      status: 0,
      message: expect.stringContaining('a redirect, which is not followed: check baseUrl'),
    })
  })

  test('without a place that makes sense is no error of another kind', async () => {
    const { client } = createFakeClient([
      Response.json({ any: 1 }, { status: 302, headers: { location: 'http://' } }),
    ])
    await expect(client.account()).rejects.toMatchObject({ name: 'InvalidResponseError', status: 302 })
  })
})
