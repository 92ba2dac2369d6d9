import { describe, expect, test, vi } from 'vitest'
import contract from '../../openapi/generated/openapi.json' with { type: 'json' }
import * as sdk from '../src/index.js'
import { createFakeClient } from './support/fake-client.js'
import { errorResponse, json } from './support/fake-fetch.js'

/** What a call comes to that gets this. */
async function errorOf(response: Response): Promise<unknown> {
  const { client } = createFakeClient([response], { maxRetries: 0 })
  return client.account().catch((error: unknown) => error)
}

/** A code that is not here has the class of its status. */
const classNames: Partial<Record<keyof (typeof contract)['x-error-statuses'], string>> = {
  INVALID_REQUEST: 'InvalidRequestError',
  INVALID_JSON: 'InvalidRequestError',
  ASSET_NOT_USABLE: 'AssetNotUsableError',
  EFFECT_NOT_USABLE: 'EffectNotUsableError',
  UPLOAD_NOT_RECEIVED: 'UploadNotReceivedError',
  UNAUTHENTICATED: 'AuthenticationError',
  INSUFFICIENT_BALANCE: 'InsufficientBalanceError',
  KEY_NOT_PERMITTED: 'KeyNotPermittedError',
  KEY_LIMIT_REACHED: 'KeyLimitError',
  ACCOUNT_NOT_ACTIVE: 'AccountNotActiveError',
  NOT_FOUND: 'NotFoundError',
  TASK_NOT_FOUND: 'NotFoundError',
  UPLOAD_NOT_FOUND: 'NotFoundError',
  METHOD_NOT_ALLOWED: 'ApiError',
  REQUEST_TIMEOUT: 'RequestNotReceivedError',
  IDEMPOTENCY_CONFLICT: 'IdempotencyConflictError',
  TASK_NOT_CANCELLABLE: 'TaskNotCancellableError',
  RESULT_NOT_DELETABLE: 'ResultNotDeletableError',
  UPLOAD_NOT_DELETABLE: 'UploadNotDeletableError',
  STORAGE_LIMIT_REACHED: 'StorageLimitError',
  PAYLOAD_TOO_LARGE: 'InvalidRequestError',
  UNSUPPORTED_MEDIA_TYPE: 'InvalidRequestError',
  RATE_LIMITED: 'RateLimitError',
  TOO_MANY_OPEN_TASKS: 'TooManyOpenTasksError',
  TOO_MANY_OPEN_UPLOADS: 'TooManyOpenUploadsError',
  INTERNAL: 'ServerError',
  TIER_UNAVAILABLE: 'TierUnavailableError',
  SERVICE_UNAVAILABLE: 'ServerError',
}

describe('the error of a response', () => {
  test.each(Object.entries(contract['x-error-statuses']))('with %s is of its class', async (code, status) => {
    const error = await errorOf(errorResponse(status, code, { 'retry-after': '3' }))
    const ofStatus = await errorOf(errorResponse(status, 'SOME_OTHER_CODE'))
    expect(error).toBeInstanceOf(sdk.ApiError)
    expect(error).toMatchObject({
      name: Object.entries(classNames).find(([known]) => known === code)?.[1] ?? Object(ofStatus).name,
      message: expect.stringMatching(new RegExp(`^Because of ${code}( \\(check (apiKey|baseUrl)|$)`)),
      status,
      code,
      requestId: 'request-1',
      details: [],
      retryAfterMs: 3000,
    })
  })

  test.each([
    [401, 'AuthenticationError'],
    [402, 'InsufficientBalanceError'],
    [404, 'NotFoundError'],
    [409, 'ApiError'],
    [418, 'ApiError'],
    [429, 'RateLimitError'],
    [502, 'ServerError'],
    [599, 'ServerError'],
  ])('with a code it does not know goes by the status: %i is a %s', async (status, name) => {
    expect(await errorOf(errorResponse(status, 'SOMETHING_NEW'))).toMatchObject({
      name,
      code: 'SOMETHING_NEW',
    })
  })

  test.each(['constructor', 'toString', '__proto__'])(
    'with the code %s, which every object has, is an ApiError that goes by the status',
    async (code) => {
      const error = await errorOf(errorResponse(409, code))
      expect(error).toBeInstanceOf(sdk.ApiError)
      expect(error).toMatchObject({ name: 'ApiError', code })
    },
  )

  test('asks for no pause where the date of Retry-After has gone by', async () => {
    const error = await errorOf(errorResponse(429, 'ANY', { 'retry-after': 'Wed, 31 Dec 2025 00:00:00 GMT' }))
    expect(error).toMatchObject({ retryAfterMs: 0 })
  })

  test('leads to the page of its code on the service, and to no other host', async () => {
    const withLink = (link: string) => errorOf(errorResponse(402, 'INSUFFICIENT_BALANCE', { link }))
    expect(await withLink('</docs/errors/INSUFFICIENT_BALANCE>; rel="help"')).toMatchObject({
      helpUrl: 'https://media.test/docs/errors/INSUFFICIENT_BALANCE',
    })
    for (const link of [
      '<//evil.example/x>; rel="help"',
      '<javascript:1>; rel="help"',
      '</next>; rel="next"',
    ])
      expect(await withLink(link)).not.toHaveProperty('helpUrl')
  })

  test('names the places at fault, in details and in the message', async () => {
    const details = [
      { path: '/prompt', message: 'must not be empty' },
      { path: '', message: 'must be an object' },
    ]
    const body = { status: 400, code: 'INVALID_REQUEST', message: 'Invalid', requestId: 'request-1', details }
    const error = await errorOf(json(body, 400))
    expect(error).toMatchObject({
      details,
      message: 'Invalid (/prompt must not be empty; must be an object)',
    })
  })

  test('leads with the places at fault where the service only points at them', async () => {
    const details = [{ path: '/prompt', message: 'must have at least 1 character' }]
    const message = 'The request does not meet the contract; see details.'
    const body = { status: 400, code: 'INVALID_REQUEST', message, requestId: 'request-1', details }
    await expect(errorOf(json(body, 400))).resolves.toMatchObject({
      message: 'Invalid request: /prompt must have at least 1 character',
    })
    await expect(errorOf(json({ ...body, details: [] }, 400))).resolves.toMatchObject({ message })
  })

  test('is found in a body that wraps it in "error"', async () => {
    const body = { error: { code: 'RATE_LIMITED', message: 'Too many', requestId: 'request-7' } }
    const error = await errorOf(Response.json(body, { status: 429 }))
    expect(error).toMatchObject({ code: 'RATE_LIMITED', message: 'Too many', requestId: 'request-7' })
  })

  test.each([
    ['a page', '<html>Bad gateway</html>'],
    ['nothing', ''],
    ['JSON of another kind', '["no"]'],
    ['details of another kind', '{"details": "none", "message": 7, "code": null}'],
  ])('that is %s instead of the contract says the status', async (_, body) => {
    const error = await errorOf(new Response(body, { status: 502, statusText: 'Bad Gateway' }))
    expect(error).toMatchObject({
      name: 'ServerError',
      status: 502,
      code: 'HTTP_502',
      message: 'HTTP 502 Bad Gateway: try again later',
      details: [],
    })
  })
})

describe('every error class of the SDK', () => {
  const classes = Object.entries(sdk).filter(([name]) => name.endsWith('Error'))

  test.each(classes)('%s has its export name as its errorName', (name, ErrorClass) => {
    expect(ErrorClass).toHaveProperty('errorName', name)
    expect(Object.hasOwn(ErrorClass, 'errorName')).toBe(true)
  })

  test('is distinguished from its relatives, and from other errors', async () => {
    const error = await errorOf(errorResponse(429, 'RATE_LIMITED'))
    expect(error).toBeInstanceOf(Error)
    expect(error).toBeInstanceOf(sdk.MediagenError)
    expect(error).toBeInstanceOf(sdk.ApiError)
    expect(error).toBeInstanceOf(sdk.RateLimitError)
    expect(error).not.toBeInstanceOf(sdk.ServerError)
    expect(error).not.toBeInstanceOf(sdk.ConnectionError)
    for (const other of [new Error('no'), null, undefined, 'RateLimitError', { name: 'RateLimitError' }]) {
      expect(other instanceof sdk.MediagenError).toBe(false)
    }
  })

  test('is recognised across two copies of the package', async () => {
    vi.resetModules()
    const copy = await import('../src/index.js')
    const error = await errorOf(errorResponse(429, 'RATE_LIMITED'))
    expect(copy.RateLimitError).not.toBe(sdk.RateLimitError)
    expect(error instanceof copy.RateLimitError).toBe(true)
    expect(error instanceof copy.ApiError).toBe(true)
    expect(error instanceof copy.ServerError).toBe(false)
  })

  test('can be refined by a class of one’s own, which its parent then is not', async () => {
    class OwnError extends sdk.MediagenError {}
    const error = await errorOf(errorResponse(429, 'RATE_LIMITED'))
    expect(error instanceof OwnError).toBe(false)
    expect(new OwnError('mine')).toBeInstanceOf(OwnError)
    expect(new OwnError('mine')).toBeInstanceOf(sdk.MediagenError)
  })

  test('goes into a log as JSON with name and message, without stack and key', async () => {
    const error = await errorOf(errorResponse(402, 'INSUFFICIENT_BALANCE'))
    expect(JSON.parse(JSON.stringify(error))).toEqual({
      name: 'InsufficientBalanceError',
      message: 'Because of INSUFFICIENT_BALANCE',
      status: 402,
      code: 'INSUFFICIENT_BALANCE',
      details: [],
      requestId: 'request-1',
      retryable: false,
    })
  })
})
