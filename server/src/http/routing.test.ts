import { ServiceError } from '@mediagen/contract/errors'
import { operations } from '@mediagen/contract/operations'
import { type Express, Router } from 'express'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  GateUnavailableError,
  ObjectStoreUnavailableError,
  UploadClaimedError,
} from '../use-cases/uploads/storage-outage.ts'
import { errorOf, fakeUseCases, startTestHttp, type TestHttp } from './support/test-http.ts'

let service: TestHttp
beforeAll(async () => {
  service = await startTestHttp()
})
afterAll(() => service.close())

describe('an unknown address', () => {
  test.each([
    '/',
    '/api',
    '/api/v1',
    '/api/v2/me',
    '/api/v1/ME',
    '/api/v1/me/',
    '/API/v1/me',
    '/api/v1/task',
    '/api/v1/tasks/',
    '//api/v1/me',
  ])('%s gets NOT_FOUND', async (path) => {
    const response = await service.call(path)
    expect(response.status).toBe(404)
    expect(await response.json()).toEqual({
      status: 404,
      code: 'NOT_FOUND',
      message: expect.any(String),
      requestId: response.headers.get('X-Request-Id'),
    })
  })
})

describe('the routes below the base path of the API', () => {
  test('are the operations of the contract and no others', () => {
    expect(apiRoutesOf(service.app)).toEqual(documentedRoutes)
  })

  test('show one that the contract does not have, wherever it was added', async () => {
    const planted = await startTestHttp()
    const inner = Router().post('/api/v1/me/secrets/:id', (_request, response) => void response.end())
    planted.app.use(inner)
    const others = apiRoutesOf(planted.app).filter((route) => !documentedRoutes.includes(route))
    expect(others).toEqual(['post /api/v1/me/secrets/{id}'])
    await planted.close()
  })
})

describe('a known address', () => {
  test('responds to other methods with 405 and those that it knows', async () => {
    for (const { path } of Object.values(operations)) {
      const address = path.replaceAll(/\{\w+\}/g, 'some-id')
      const response = await service.call(address, { method: 'PATCH', withKey: false })
      expect(response.status, path).toBe(405)
      expect(await response.json()).toMatchObject({ status: 405, code: 'METHOD_NOT_ALLOWED' })
      const allowed = Object.values(operations).filter((other) => other.path === path)
      const expected = allowed.flatMap(({ method }) =>
        method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()],
      )
      expect(response.headers.get('Allow')).toBe([...expected, 'OPTIONS'].join(', '))
    }
  })

  test('tells the same to OPTIONS', async () => {
    const response = await service.call('/api/v1/tasks/t1/cancel', { method: 'OPTIONS', withKey: false })
    expect(response.status).toBe(204)
    expect(response.headers.get('Allow')).toBe('POST, OPTIONS')
  })

  test('responds to HEAD like GET, without the body', async () => {
    const response = await service.call('/api/v1/me', { method: 'HEAD' })
    expect(response.status).toBe(200)
    expect(Number(response.headers.get('Content-Length'))).toBeGreaterThan(0)
    expect(await response.text()).toBe('')
    expect((await service.call('/api/v1/me', { method: 'HEAD', withKey: false })).status).toBe(401)
  })
})

describe('ids in the address', () => {
  test.each(['%ZZ', '%', '%C3%28', '%00', 'a%00b', '%ff'])('%s is refused as odd', async (id) => {
    const places = [
      [`/api/v1/tasks/${id}`, '/taskId'],
      [`/api/v1/tasks/${id}/cancel`, '/taskId'],
      [`/api/v1/uploads/${id}`, '/assetId'],
      [`/nowhere/${id}`, ''],
    ] as const
    for (const [address, path] of places) {
      const response = await service.call(address)
      expect(response.status).toBe(400)
      expect(await response.json()).toMatchObject({
        status: 400,
        code: 'INVALID_REQUEST',
        details: [{ path }],
      })
    }
  })

  test('of 65 characters is refused by name, of 64 looked up', async () => {
    const tooLong = await service.call(`/api/v1/tasks/${'x'.repeat(65)}`)
    expect(tooLong.status).toBe(400)
    expect((await errorOf(tooLong)).details).toEqual([
      { path: '/taskId', message: 'must have at most 64 characters' },
    ])
    const upload = await service.call(`/api/v1/uploads/${'x'.repeat(65)}`)
    expect((await errorOf(upload)).details).toMatchObject([{ path: '/assetId' }])
    expect((await service.call(`/api/v1/tasks/${'x'.repeat(64)}`)).status).toBe(200)
  })

  test('is handed over as decoded', async () => {
    await service.call('/api/v1/tasks/a%2Fb%20c')
    expect(service.calls.at(-1)).toEqual(['getTask', 'account-1', 'a/b c', undefined])
  })
})

describe('the query', () => {
  test('narrows by surface', async () => {
    await service.call('/api/v1/effects?surface=video')
    expect(service.calls.at(-1)).toEqual(['listEffects', 'video'])
    await service.call('/api/v1/effects?else=1')
    expect(service.calls.at(-1)).toEqual(['listEffects', undefined])
  })

  test.each(['surface=IMAGE', 'surface=', 'surface=image&surface=video', 'surface=%ZZ'])(
    'refuses %s',
    async (query) => {
      const response = await service.call(`/api/v1/examples?${query}`)
      expect(response.status).toBe(400)
      expect((await errorOf(response)).details?.[0]).toMatchObject({ path: '/surface' })
    },
  )

  test.each(['__proto__=1', 'surface[]=image', 'surface[a]=1', 'constructor=x'])(
    'is not taken in by %s',
    async (query) => {
      expect((await service.call(`/api/v1/effects?${query}`)).status).toBe(200)
      expect(service.calls.at(-1)).toEqual(['listEffects', undefined])
    },
  )
})

describe('a refusal by a use case', () => {
  const refusing = (error: Error) =>
    startTestHttp({ useCases: { ...fakeUseCases([]), getTask: () => Promise.reject(error) } })

  test('keeps its cause to itself', async () => {
    const refused = await refusing(
      new ServiceError('TASK_NOT_FOUND', { cause: 'belongs to another account' }),
    )
    const response = await refused.call('/api/v1/tasks/t1')
    expect(response.status).toBe(404)
    expect(await response.text()).not.toContain('another account')
    await refused.close()
  })

  test('that it is unavailable always says when to come back', async () => {
    for (const code of ['TIER_UNAVAILABLE', 'SERVICE_UNAVAILABLE', 'RATE_LIMITED'] as const) {
      const refused = await refusing(new ServiceError(code))
      expect(Number((await refused.call('/api/v1/tasks/t1')).headers.get('Retry-After'))).toBeGreaterThan(0)
      await refused.close()
    }
  })

  test('is logged as an error only where it is one', async () => {
    const refused = await refusing(new ServiceError('TIER_UNAVAILABLE'))
    await refused.call('/api/v1/tasks/t1')
    expect(refused.logged.filter(({ level }) => level === 'error')).toEqual([])
    await refused.close()
  })

  test.each([
    [
      new GateUnavailableError('The gate moderation gave no verdict.', 5),
      'The gate moderation gave no verdict.',
    ],
    [new UploadClaimedError('u1'), 'Another process is completing the upload u1.'],
  ])(
    'because an upload has to wait is logged in one line, with the reason and without a stack: %s',
    async (error, reason) => {
      const refused = await startTestHttp({
        useCases: { ...fakeUseCases([]), completeUpload: () => Promise.reject(error) },
      })
      const response = await refused.call('/api/v1/uploads/u1/complete', { method: 'POST', json: {} })
      expect([response.status, await response.text()]).toEqual([503, expect.not.stringContaining(reason)])
      expect(refused.logged.filter(({ level }) => level === 'warn')).toEqual([
        {
          level: 'warn',
          fields: { requestId: expect.any(String), operation: 'completeUpload', reason },
          message: 'request refused: repeat it later',
        },
      ])
      await refused.close()
    },
  )

  test.each([
    [
      new ObjectStoreUnavailableError(Object.assign(new Error('full'), { code: 'ENOSPC' })),
      'request refused: no disk space, memory or descriptors are left',
    ],
    [new ObjectStoreUnavailableError(new Error('away')), 'request refused: storage is unreachable'],
  ])('because of an outage is logged as what it is: %s', async (error, message) => {
    const refused = await startTestHttp({
      useCases: { ...fakeUseCases([]), completeUpload: () => Promise.reject(error) },
    })
    const response = await refused.call('/api/v1/uploads/u1/complete', { method: 'POST', json: {} })
    expect(response.status).toBe(503)
    expect(refused.logged).toContainEqual(expect.objectContaining({ level: 'warn', message }))
    await refused.close()
  })
})

const documentedRoutes = Object.values(operations)
  .map(({ method, path }) => `${method} ${path}`)
  .sort()

/** The routes below the base path of the API, as the contract writes them. */
function apiRoutesOf({ router }: Express): string[] {
  const served = routesOf(router.stack)
    .map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`)
    .filter((route) => route.includes(' /api/v1'))
  return [...new Set(served)].sort()
}

type Layer = Express['router']['stack'][number]

/** Every route of a router and of the routers in it; those that respond to all methods reject all of them. */
function routesOf(stack: readonly Layer[]): { method: string; path: string }[] {
  return stack.flatMap((layer) => {
    const nested = layer.handle !== undefined && 'stack' in layer.handle ? layer.handle.stack : []
    const own = layer.route?.stack.map(({ method }) => ({ method, path: String(layer.route?.path) })) ?? []
    return [
      ...own.filter(({ method }) => method !== undefined),
      ...(Array.isArray(nested) ? routesOf(nested) : []),
    ]
  })
}
