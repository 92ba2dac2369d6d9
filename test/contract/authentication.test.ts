import { describe, expect, test } from 'vitest'
import { createAdministration } from '../../server/src/operator/administration.ts'
import { apiKeyParts } from '../support/api-key-parts.ts'
import { sendRaw } from '../support/raw-request.ts'
import { startTestService } from '../support/service.ts'
import { createPreparedAccount, serviceOfFile } from './support/contract-service.ts'
import { generationPaths, operationRows } from './support/specification.ts'

const service = serviceOfFile()

const addressOf = (path: string) => path.replaceAll(/\{\w+\}/g, 'some-id')

describe('the API key', () => {
  test('is required on every operation except the public ones', async () => {
    for (const { operationId, method, path, isPublic } of operationRows) {
      const { status } = await service().fetch(addressOf(path), { method })
      expect(status, operationId).toBe(isPublic ? 200 : 401)
    }
  })

  test('is sent as Authorization: Bearer KEY, with the scheme in any case', async () => {
    const { apiKey, accountId } = await service().createAccount()
    for (const value of [`Bearer ${apiKey}`, `bearer ${apiKey}`, `BEARER  ${apiKey}`]) {
      const response = await service().fetch('/api/v1/me', { headers: { Authorization: value } })
      expect((await response.json()).id).toBe(accountId)
    }
  })

  test('every kind of unusable key gets the same response', async () => {
    const { accountId, apiKey } = await service().createAccount()
    const administration = createAdministration(service().database)
    const revoked = await administration.issueApiKey(accountId)
    await administration.revokeApiKey(revoked.keyId)
    const expired = await administration.issueApiKey(accountId, { properties: { expiresAtMs: 1 } })
    const values = [
      undefined,
      '',
      'Bearer',
      'Bearer ',
      apiKey,
      `Basic ${apiKey}`,
      `Token ${apiKey}`,
      `Bearer ${apiKey}x`,
      `Bearer ${apiKey.slice(0, -1)}`,
      `Bearer ${apiKey.toUpperCase()}`,
      `Bearer ${apiKey} ${apiKey}`,
      `Bearer ${revoked.apiKey}`,
      `Bearer ${expired.apiKey}`,
      `Bearer ${'x'.repeat(8000)}`,
      "Bearer ' OR 1=1 --",
      `Bearer ${accountId}`,
    ]
    const responses = []
    for (const value of values) {
      const headers = value === undefined ? [] : [['Authorization', value] as const]
      const response = await sendRaw(service().baseUrl, { method: 'GET', path: '/api/v1/me', headers })
      expect(response.headers.get('WWW-Authenticate'), value).toBe('Bearer')
      expect(response.status, value).toBe(401)
      responses.push({ ...response.body, requestId: '' })
    }
    expect(responses[0]).toMatchObject({ code: 'UNAUTHENTICATED' })
    for (const response of responses) expect(response).toEqual(responses[0])
  })

  test('is not read from the query, the body or another header', async () => {
    const { apiKey } = await service().createAccount()
    const attempts: [string, RequestInit][] = [
      [`/api/v1/me?api_key=${apiKey}`, {}],
      [`/api/v1/me?Authorization=Bearer%20${apiKey}`, {}],
      ['/api/v1/me', { headers: { 'X-Api-Key': apiKey } }],
      ['/api/v1/me', { headers: { Cookie: `Authorization=Bearer ${apiKey}` } }],
      [
        generationPaths.generateImage,
        { method: 'POST', body: JSON.stringify({ prompt: 'a', apiKey, Authorization: `Bearer ${apiKey}` }) },
      ],
    ]
    for (const [path, options] of attempts) expect((await service().fetch(path, options)).status).toBe(401)
  })

  test('works as soon as it is issued, and so does a second one of the same account', async () => {
    const { accountId, call } = await service().createAccount('3.00')
    const { apiKey } = await createAdministration(service().database).issueApiKey(accountId)
    const second = await service().fetch('/api/v1/me', { headers: { Authorization: `Bearer ${apiKey}` } })
    const { key, ...account } = (await call('GET', '/api/v1/me')).body
    expect(await second.json()).toEqual({ ...account, key: { ...key, id: apiKeyParts(apiKey).keyId } })
  })
})

describe('tasks and uploads', () => {
  test('belong to the key’s account: each of its keys can access them, and no other account’s key can', async () => {
    const account = await createPreparedAccount(service())
    const { body: task } = await account.call('POST', generationPaths.generateImage, { prompt: 'a' })
    const second = await createAdministration(service().database).issueApiKey(account.accountId)
    const stranger = await service().createAccount()
    for (const path of [`/api/v1/tasks/${task.id}`, `/api/v1/uploads/${account.assetId}`]) {
      const statusFor = async (apiKey: string) =>
        (await service().fetch(path, { headers: { Authorization: `Bearer ${apiKey}` } })).status
      expect(await statusFor(account.apiKey)).toBe(200)
      expect(await statusFor(second.apiKey)).toBe(200)
      expect(await statusFor(stranger.apiKey)).toBe(404)
    }
  })
})

describe('public operations', () => {
  const publicRows = operationRows.filter(({ isPublic }) => isPublic)

  test('are the prices, the effects and the examples', () => {
    expect(publicRows.map(({ path }) => path)).toEqual([
      '/api/v1/pricing',
      '/api/v1/effects',
      '/api/v1/examples',
    ])
  })

  test('public operations respond without a key and with a bad one', async () => {
    for (const { path } of publicRows) {
      const without = await (await service().fetch(path)).json()
      for (const value of ['Bearer nonsense', 'nonsense', 'Basic eDp5'])
        expect(await (await service().fetch(path, { headers: { Authorization: value } })).json()).toEqual(
          without,
        )
    }
  })
})

describe('signed links', () => {
  test('work without a key, and are limited in time', async () => {
    const own = await startTestService()
    const account = await createPreparedAccount(own)
    const { body: upload } = await account.call('POST', '/api/v1/uploads', { contentType: 'image/png' })
    const { body: accepted } = await account.call('POST', generationPaths.generateImage, { prompt: 'a' })
    await own.runQueue()
    const { body: task } = await account.call('GET', `/api/v1/tasks/${accepted.id}`)
    const put = () =>
      fetch(upload.uploadUrl, { method: 'PUT', headers: { 'Content-Type': 'image/png' }, body: 'x' })
    const get = () => fetch(task.output.images[0].url)
    expect([(await put()).status, (await get()).status]).toEqual([200, 200])
    own.advance(61 * 60_000)
    expect([(await put()).status, (await get()).status]).toEqual([403, 403])
  })

  test('never carry the API key', async () => {
    const account = await service().createAccount()
    const { body } = await account.call('POST', '/api/v1/uploads', { contentType: 'image/png' })
    expect(body.uploadUrl).not.toContain(account.apiKey)
  })
})
