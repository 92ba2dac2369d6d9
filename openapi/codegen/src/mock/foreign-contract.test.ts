import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Contract } from '../read/contract.ts'
import { wholeDocument } from '../read/whole-document.ts'
import { type RunningMock, startMock } from './start-mock.ts'

const withServer = fileURLToPath(new URL('../support/mock-below-path.yaml', import.meta.url))
const contract = fileURLToPath(new URL('../support/mock-contract.yaml', import.meta.url))
const json = { 'content-type': 'application/json' }

let mock: RunningMock
beforeAll(async () => {
  mock = await startMock({ document: await wholeDocument(contract), port: 0 })
})
afterAll(() => mock.close())

async function send(method: string, path: string, body?: unknown): Promise<[number, unknown]> {
  const sent = body === undefined ? {} : { headers: json, body: JSON.stringify(body) }
  const response = await fetch(mock.url + path, { method, ...sent })
  const text = await response.text()
  return [response.status, text === '' ? undefined : JSON.parse(text)]
}

describe('the mock of a contract that is not ours', () => {
  test('serves its examples by any method', async () => {
    expect(await send('GET', '/uploads/a/notes/n7')).toEqual([200, { id: 'a', text: 'first' }])
    expect(await send('PUT', '/uploads/n1', { text: 'new' })).toEqual([200, { id: 'a', text: 'first' }])
    expect(await send('DELETE', '/uploads/n1')).toEqual([204, undefined])
  })

  test('takes a body that is a list, and rejects one that breaks its schema', async () => {
    expect(await send('POST', '/uploads', ['a', 'b'])).toEqual([201, [{ id: 1 }]])
    expect(await send('POST', '/uploads', [7])).toMatchObject([422, { title: 'Wrong.' }])
  })

  test('knows the methods of a path', async () => {
    const response = await fetch(`${mock.url}/uploads`, { method: 'PATCH' })
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST'])
    expect((await send('GET', '/elsewhere'))[0]).toBe(404)
  })

  test('serves it below the path of its first server, and any other path gets its own form of error', async () => {
    const shop = await startMock({ document: await wholeDocument(withServer), port: 0 })
    try {
      const ask = async (path: string) => {
        const response = await fetch(shop.url + path)
        return [response.status, await response.json()]
      }
      expect(await ask('/v2/items')).toEqual([200, [{ id: 7 }]])
      const notFound = [404, { problem: 'none' }]
      for (const path of ['/items', '/v2/elsewhere', '/v20/items']) expect(await ask(path)).toEqual(notFound)
    } finally {
      await shop.close()
    }
  })

  test('rejects in the form of the contract, and never with a page or a stack trace', async () => {
    const schema = {
      type: 'object',
      required: ['title'],
      properties: { title: { type: 'string' }, status: { type: 'integer' }, code: { type: 'string' } },
    }
    const failed = { description: 'Failed.', content: { 'application/problem+json': { schema } } }
    const image = { description: 'An image.', content: { 'image/png': { schema: { format: 'binary' } } } }
    const museum = await startMock({
      port: 0,
      document: asContract({
        openapi: '3.1.0',
        info: { title: 'Museum', version: '1' },
        security: [{ key: [] }],
        paths: { '/images': { get: { responses: { 200: image, 400: failed, 404: failed } } } },
        components: { schemas: {}, securitySchemes: { key: { type: 'http', scheme: 'basic' } } },
      }),
    })
    try {
      const ask = async (path: string, init: RequestInit = {}) => {
        const response = await fetch(museum.url + path, init)
        const type = response.headers.get('content-type')?.split(';')[0]
        return [response.status, type, await response.text()]
      }
      const Authorization = 'Basic YTpi'
      const problem = (status: number, part: string) => [
        status,
        'application/problem+json',
        expect.stringMatching(new RegExp(`^\\{.*${part}.*\\}$`)),
      ]
      const preferring = (Prefer: string) => ({ headers: { Authorization, Prefer } })
      expect(await ask('/nowhere')).toEqual(problem(404, 'NOT_FOUND'))
      expect(await ask('/images')).toEqual(problem(401, 'UNAUTHENTICATED'))
      expect(await ask('/images', { method: 'DELETE' })).toEqual(problem(405, 'METHOD_NOT_ALLOWED'))
      expect(await ask('/images', preferring('code=404'))).toEqual(problem(404, 'title'))
      expect(await ask('/images', preferring('code=499'))).toEqual(problem(400, 'INVALID_REQUEST'))
      for (const Accept of ['image/png', '*/*'])
        expect((await ask('/images', { headers: { Authorization, Accept } })).slice(0, 2)).toEqual([
          200,
          'image/png',
        ])
    } finally {
      await museum.close()
    }
  })
})

function asContract(document: object): Contract {
  return JSON.parse(JSON.stringify(document))
}
