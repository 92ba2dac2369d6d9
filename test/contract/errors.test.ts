import { type ErrorCode, errorCodes } from '@mediagen/contract/errors'
import { describe, expect, test, vi } from 'vitest'
import { contractChecker } from '../../openapi/checks/contract-check.ts'
import type { KeyProperties } from '../../server/src/core/domain/accounts/api-key.ts'
import { Usd } from '../../server/src/core/domain/money/usd.ts'
import { DatabaseUnavailableError } from '../../server/src/database/database-unavailable-error.ts'
import { createAdministration } from '../../server/src/operator/administration.ts'
import { pngOf } from '../integration/support/images.ts'
import { accountWith } from '../support/account.ts'
import { startTestService, type TestResponse } from '../support/service.ts'
import {
  accountsOfFile,
  createPreparedAccount,
  expectRejection,
  serviceOfFile,
} from './support/contract-service.ts'
import { generationIds, generationPaths, smallestBody } from './support/specification.ts'
import { sendStalledBody } from './support/stalled-body.ts'

const service = serviceOfFile()
const anAccount = accountsOfFile(service)
const generate = { prompt: 'a' }
const path = generationPaths.generateImage

/** Sends a text unchanged, with a key by default. */
async function sendText(
  account: { apiKey: string } | undefined,
  text: string,
  contentType = 'application/json',
): Promise<TestResponse> {
  const response = await service().fetch(path, {
    method: 'POST',
    headers: {
      'Content-Type': contentType,
      ...(account !== undefined && { Authorization: `Bearer ${account.apiKey}` }),
    },
    body: text,
  })
  return { status: response.status, headers: response.headers, body: await response.json() }
}

/** Runs one call while every read of the database fails. */
async function whileReadsFail(error: Error, run: () => Promise<TestResponse>): Promise<TestResponse> {
  const read = vi.spyOn(service().database, 'read').mockRejectedValue(error)
  try {
    return await run()
  } finally {
    read.mockRestore()
  }
}

/** A new account with these values in its row. */
async function accountWithRow(values: { state?: 'SUSPENDED'; tasks_open_max?: bigint }) {
  const account = await service().createAccount()
  await service().database.transaction((tx) =>
    tx.db.updateTable('accounts').set(values).where('id', '=', account.accountId).execute(),
  )
  return account
}

/** The requests of one more key of an account, with these properties. */
async function withKey(properties: KeyProperties) {
  const { accountId } = await anAccount()
  const { apiKey } = await createAdministration(service().database).issueApiKey(accountId, { properties })
  return accountWith(service().fetch, apiKey)
}

/** How a client gets each code. */
const provocations: Record<ErrorCode, () => Promise<TestResponse>> = {
  INVALID_REQUEST: async () => (await anAccount()).call('POST', path, {}),
  INVALID_JSON: async () => sendText(await anAccount(), '[]'),
  async ASSET_NOT_USABLE() {
    const body = { assetId: 'none', prompt: 'a' }
    return (await anAccount()).call('POST', generationPaths.transformImage, body)
  },
  async EFFECT_NOT_USABLE() {
    const account = await anAccount()
    const body = { assetId: account.assetId, effectId: 'none' }
    return account.call('POST', generationPaths.transformImage, body)
  },
  async UPLOAD_NOT_RECEIVED() {
    const account = await anAccount()
    const { body } = await account.call('POST', '/api/v1/uploads', { contentType: 'image/png' })
    return account.call('POST', `/api/v1/uploads/${body.id}/complete`, {})
  },
  UNAUTHENTICATED: () => sendText(undefined, '{}'),
  INSUFFICIENT_BALANCE: async () => (await service().createAccount('0.01')).call('POST', path, generate),
  KEY_NOT_PERMITTED: async () => (await withKey({ isReadOnly: true })).call('POST', path, generate),
  KEY_LIMIT_REACHED: async () => (await withKey({ totalLimit: Usd.zero })).call('POST', path, generate),
  ACCOUNT_NOT_ACTIVE: async () => (await accountWithRow({ state: 'SUSPENDED' })).call('POST', path, generate),
  NOT_FOUND: async () => (await anAccount()).call('GET', '/api/v1/nothing'),
  TASK_NOT_FOUND: async () => (await anAccount()).call('GET', '/api/v1/tasks/none'),
  UPLOAD_NOT_FOUND: async () => (await anAccount()).call('GET', '/api/v1/uploads/none'),
  METHOD_NOT_ALLOWED: async () => (await anAccount()).call('DELETE', '/api/v1/me'),
  async IDEMPOTENCY_CONFLICT() {
    const account = await anAccount()
    const key = { 'Idempotency-Key': `conflict-${account.accountId}` }
    await account.call('POST', path, generate, key)
    return account.call('POST', path, { prompt: 'b' }, key)
  },
  async TASK_NOT_CANCELLABLE() {
    const account = await anAccount()
    const { body } = await account.call('POST', path, generate)
    await service().runQueue()
    return account.call('POST', `/api/v1/tasks/${body.id}/cancel`)
  },
  async RESULT_NOT_DELETABLE() {
    const account = await anAccount()
    const { body } = await account.call('POST', path, generate)
    return account.call('DELETE', `/api/v1/tasks/${body.id}/result`)
  },
  async UPLOAD_NOT_DELETABLE() {
    const account = await anAccount()
    const { body } = await account.call('POST', '/api/v1/uploads', { contentType: 'image/png' })
    return account.call('DELETE', `/api/v1/uploads/${body.id}`)
  },
  async STORAGE_LIMIT_REACHED() {
    const full = await startTestService({ environment: { UPLOADS_KEPT_GB: '0.000005' } })
    const account = await createPreparedAccount(full)
    return account.call('POST', '/api/v1/uploads', { contentType: 'image/png' })
  },
  PAYLOAD_TOO_LARGE: async () => sendText(await anAccount(), ' '.repeat(65_537)),
  async REQUEST_TIMEOUT() {
    const response = await sendStalledBody(service().fetch, {
      path,
      apiKey: (await anAccount()).apiKey,
    })
    return { status: response.status, headers: response.headers, body: await response.json() }
  },
  UNSUPPORTED_MEDIA_TYPE: async () => sendText(await anAccount(), '{}', 'text/plain'),
  async RATE_LIMITED() {
    const account = await service().createAccount('0.00')
    for (let count = 0; count < 60; count += 1) await account.call('POST', path, {})
    return account.call('POST', path, {})
  },
  async TOO_MANY_OPEN_TASKS() {
    const account = await accountWithRow({ tasks_open_max: 1n })
    await account.call('POST', path, generate)
    return account.call('POST', path, generate)
  },
  async TOO_MANY_OPEN_UPLOADS() {
    const account = await service().createAccount('0.00')
    const reserve = () => account.call('POST', '/api/v1/uploads', { contentType: 'image/png' })
    for (let count = 0; count < 100; count += 1) await reserve()
    return reserve()
  },
  async INTERNAL() {
    const account = await anAccount()
    return whileReadsFail(new Error('secret cause'), () => account.call('GET', '/api/v1/me'))
  },
  async TIER_UNAVAILABLE() {
    const away = await startTestService({ routes: [] })
    return (await away.createAccount()).call('POST', path, generate)
  },
  async SERVICE_UNAVAILABLE() {
    const account = await anAccount()
    const away = new DatabaseUnavailableError(new Error('secret cause'))
    return whileReadsFail(away, () => account.call('GET', '/api/v1/me'))
  },
}

const codes = Object.keys(errorCodes) as ErrorCode[]

describe('an error', () => {
  test.each(codes)('a client can get %s, with the status of the table', async (code) => {
    const response = await provocations[code]()
    expect(response.body.code).toBe(code)
    expect(response.status).toBe(errorCodes[code].status)
  })

  test.each(codes)(
    'every error has the same flat body, with the request id of its header: %s',
    async (code) => {
      const { status, headers, body } = await provocations[code]()
      const { details, ...members } = body
      expect(members).toEqual({
        status,
        code,
        message: expect.stringMatching(/^[A-Z].{10,}$/),
        requestId: headers.get('X-Request-Id'),
      })
      if (details !== undefined)
        for (const detail of details)
          expect(detail).toEqual({ path: expect.stringMatching(/^(\/.+)?$/), message: expect.any(String) })
      expect(JSON.stringify(body)).not.toContain('secret cause')
    },
  )

  test('every 429 and 503 has Retry-After', async () => {
    for (const code of codes) {
      const { status, headers } = await provocations[code]()
      const retryAfter = headers.get('Retry-After')
      if (status === 429 || status === 503) expect(Number(retryAfter), code).toBeGreaterThanOrEqual(1)
      else expect(retryAfter, code).toBeNull()
    }
  })

  test.each(['[]', 'null', '"prompt"', '7'])(
    'of the JSON %s says that the body must be an object',
    async (body) => {
      const refused = await sendText(await anAccount(), body)
      expect(refused.body).toMatchObject({
        code: 'INVALID_JSON',
        message: 'The request body must be a JSON object.',
      })
    },
  )

  test('has a stable code: its message does not depend on the request', async () => {
    const [one, other] = [await provocations.INVALID_REQUEST(), await provocations.INVALID_REQUEST()]
    expect(one.body.message).toBe(other.body.message)
  })
})

describe('an outage', () => {
  test('without its database the service responds with 503 and recovers by itself', async () => {
    const account = await createPreparedAccount(service())
    const away = vi
      .spyOn(service().database, 'transaction')
      .mockRejectedValue(new DatabaseUnavailableError(new Error('gone')))
    const rejected = await account.call('POST', path, generate)
    away.mockRestore()
    expect([rejected.status, rejected.body.code]).toEqual([503, 'SERVICE_UNAVAILABLE'])
    expect(await account.money()).toEqual({ balance: '1000.00', reserved: '0.00' })
    expect((await account.call('POST', path, generate)).status).toBe(200)
  })

  test('without its object store it responds with 503 to a completion, which can be repeated', async () => {
    const account = await anAccount()
    const { body } = await account.call('POST', '/api/v1/uploads', { contentType: 'image/png' })
    const headers = { 'Content-Type': 'image/png' }
    await fetch(body.uploadUrl, { method: 'PUT', headers, body: pngOf(64, 64) })
    const complete = () => account.call('POST', `/api/v1/uploads/${body.id}/complete`, {})
    for (const method of ['head', 'readRange', 'copy'] as const) {
      const away = vi.spyOn(service().parts.objectStore, method).mockRejectedValue(new Error('refused'))
      const rejected = await complete()
      away.mockRestore()
      expect([rejected.status, rejected.body.code]).toEqual([503, 'SERVICE_UNAVAILABLE'])
      expect((await account.call('GET', `/api/v1/uploads/${body.id}`)).body.status).toBe('PENDING')
    }
    expect((await complete()).body.status).toBe('READY')
  })
})

describe('the statuses of the specification', () => {
  test.each([
    ['400 for an input that is not usable', 'ASSET_NOT_USABLE', 400],
    ['400 for completing before the bytes arrived', 'UPLOAD_NOT_RECEIVED', 400],
    ['402 for a balance that is too low', 'INSUFFICIENT_BALANCE', 402],
    ['404 for an upload that does not exist', 'UPLOAD_NOT_FOUND', 404],
    ['409 for an idempotency key with other parameters', 'IDEMPOTENCY_CONFLICT', 409],
    ['409 for cancelling a task that runs', 'TASK_NOT_CANCELLABLE', 409],
    ['429 for more than 60 generations a minute', 'RATE_LIMITED', 429],
    ['503 for a tier that is unavailable', 'TIER_UNAVAILABLE', 503],
  ] as const)('%s', (_name, code, status) => {
    expect(errorCodes[code].status).toBe(status)
  })

  test('operations document exactly the codes that the service can return', () => {
    const shown = contractChecker().operations.flatMap(({ responses }) =>
      responses.flatMap(({ examples }) => examples.map(({ value }) => Object(value).code)),
    )
    const documented = new Set(shown.filter((code) => code !== undefined))
    expect(documented).toEqual(
      new Set(codes.filter((code) => code !== 'NOT_FOUND' && code !== 'METHOD_NOT_ALLOWED')),
    )
  })
})

describe('a rejected request', () => {
  test.each(generationIds)('reserves nothing: %s', async (operation) => {
    const account = await createPreparedAccount(service(), '1000.00')
    const good = smallestBody(operation, account.assetId)
    for (const [body, code] of [
      [{}, 'INVALID_REQUEST'],
      [{ ...good, resolution: 'none' }, 'INVALID_REQUEST'],
      ...(operation.startsWith('transform')
        ? [[{ ...good, assetId: 'none' }, 'ASSET_NOT_USABLE'] as const]
        : []),
    ] as const)
      await expectRejection(account, () => account.call('POST', generationPaths[operation], body), code)
    expect(await account.money()).toEqual({ balance: '1000.00', reserved: '0.00' })
  })
})

describe('of several reasons', () => {
  test('the key is checked before the body, the body before the rate limit, the rate limit before validation', async () => {
    const tooLarge = ' '.repeat(65_537)
    expect((await sendText(undefined, tooLarge)).body.code).toBe('UNAUTHENTICATED')
    const account = await service().createAccount('0.00')
    for (let count = 0; count < 60; count += 1) await account.call('POST', path, {})
    expect((await sendText(account, tooLarge, 'text/plain')).body.code).toBe('PAYLOAD_TOO_LARGE')
    expect((await sendText(account, '[]', 'text/plain')).body.code).toBe('UNSUPPORTED_MEDIA_TYPE')
    expect((await sendText(account, '[]')).body.code).toBe('INVALID_JSON')
    expect((await sendText(account, '{}')).body.code).toBe('RATE_LIMITED')
    expect((await sendText(await anAccount(), '{}')).body.code).toBe('INVALID_REQUEST')
  })
})
