import { describe, expect, test } from 'vitest'
import { sendRaw } from '../support/raw-request.ts'
import type { TestAccount } from '../support/service.ts'
import {
  accountsOfFile,
  createPreparedAccount,
  expectRejection,
  serviceOfFile,
} from './support/contract-service.ts'
import { generationIds, generationPaths, operationRows, smallestBody } from './support/specification.ts'

const service = serviceOfFile()
const anAccount = accountsOfFile(service)
const path = generationPaths.generateImage

const generate = (account: TestAccount, key: string, body: Record<string, unknown> = { prompt: 'a' }) =>
  account.call('POST', path, body, { 'Idempotency-Key': key })
let keys = 0
const newKey = () => {
  keys += 1
  return `key-${keys}`
}

describe.each(generationIds)('an Idempotency-Key on %s', (operation) => {
  test('makes a retry return the original task, marked as replayed, without a second task or charge', async () => {
    const account = await createPreparedAccount(service(), '10.00')
    const body = smallestBody(operation, account.assetId)
    const headers = { 'Idempotency-Key': newKey() }
    const first = await account.call('POST', generationPaths[operation], body, headers)
    const reserved = await account.money()
    const second = await account.call('POST', generationPaths[operation], body, headers)
    expect([first.status, second.status]).toEqual([200, 200])
    expect(second.body).toEqual(first.body)
    expect(first.headers.get('Idempotency-Replayed')).toBeNull()
    expect(second.headers.get('Idempotency-Replayed')).toBe('true')
    expect(await account.money()).toEqual(reserved)
  })

  test('with other parameters gives 409: no task is created and nothing is charged', async () => {
    const account = await createPreparedAccount(service(), '10.00')
    const body = smallestBody(operation, account.assetId)
    const headers = { 'Idempotency-Key': newKey() }
    await account.call('POST', generationPaths[operation], body, headers)
    const other = { ...body, prompt: 'something else' }
    const send = () => account.call('POST', generationPaths[operation], other, headers)
    expect((await expectRejection(account, send, 'IDEMPOTENCY_CONFLICT')).status).toBe(409)
  })
})

describe('an Idempotency-Key', () => {
  test('an empty key and one of 129 characters are rejected', async () => {
    const account = await anAccount()
    for (const key of ['', 'x'.repeat(129)]) {
      const response = await expectRejection(account, () => generate(account, key), 'INVALID_REQUEST')
      expect(response.status).toBe(400)
      expect(response.body.details).toMatchObject([{ path: '/Idempotency-Key' }])
    }
  })

  test.each([1, 2, 127, 128])('of %d characters is taken', async (length) => {
    const account = await service().createAccount()
    const first = await generate(account, 'k'.repeat(length))
    expect(first.status).toBe(200)
    expect((await generate(account, 'k'.repeat(length))).body).toEqual(first.body)
  })

  test('may contain any characters that a header can', async () => {
    const account = await service().createAccount()
    const seen = new Set<string>()
    for (const key of ["';DROP TABLE x", 'a b', '{"a":1}', '%00', '../..', 'é', '~'.repeat(128)]) {
      const { status, body } = await generate(account, key)
      expect(status, key).toBe(200)
      seen.add(body.id)
    }
    expect(seen.size).toBe(7)
  })

  test('sent in UTF-8 is accepted or rejected, and never causes an error', async () => {
    const account = await service().createAccount()
    for (const key of ['🦊', '🦊'.repeat(32), '🦊'.repeat(33), 'ключ']) {
      const { status } = await sendRaw(service().baseUrl, {
        method: 'POST',
        path,
        headers: [
          ['Authorization', `Bearer ${account.apiKey}`],
          ['Content-Type', 'application/json'],
          ['Idempotency-Key', key],
        ],
        body: '{"prompt":"a"}',
      })
      expect([200, 400]).toContain(status)
    }
  })

  test('distinguishes requests: two keys make two tasks, and no key makes one each time', async () => {
    const account = await anAccount()
    const [one, two] = [await generate(account, newKey()), await generate(account, newKey())]
    const three = await account.call('POST', path, { prompt: 'a' })
    const four = await account.call('POST', path, { prompt: 'a' })
    expect(new Set([one, two, three, four].map(({ body }) => body.id)).size).toBe(4)
  })

  test('belongs to one operation: the same key and body on another one is a conflict', async () => {
    const account = await anAccount()
    const key = newKey()
    await generate(account, key)
    const send = () =>
      account.call('POST', generationPaths.generateVideo, { prompt: 'a' }, { 'Idempotency-Key': key })
    await expectRejection(account, send, 'IDEMPOTENCY_CONFLICT')
  })

  test('covers all parameters: changing any of them is a conflict', async () => {
    const account = await anAccount()
    const key = newKey()
    await generate(account, key)
    for (const body of [
      { prompt: 'b' },
      { prompt: 'a ' },
      { prompt: 'a', negativePrompt: 'b' },
      { prompt: 'a', resolution: '2k' },
      { prompt: 'a', aspectRatio: '16:9' },
    ])
      await expectRejection(account, () => generate(account, key, body), 'IDEMPOTENCY_CONFLICT')
  })

  test('ignores unknown fields and explicit defaults', async () => {
    const account = await anAccount()
    const key = newKey()
    const first = await generate(account, key)
    for (const body of [
      { prompt: 'a', seed: 1 },
      { resolution: '1k', aspectRatio: '1:1', prompt: 'a' },
    ])
      expect((await generate(account, key, body)).body).toEqual(first.body)
  })

  test('is ignored on every other operation, however long it is', async () => {
    const account = await anAccount()
    const headers = { 'Idempotency-Key': 'x'.repeat(1000) }
    const others = operationRows.filter(({ operationId }) => !(operationId in generationPaths))
    expect(others).toHaveLength(operationRows.length - Object.keys(generationPaths).length)
    for (const { operationId, method, path: pattern } of others) {
      const address = pattern.replace('{taskId}', 'none').replace('{assetId}', account.assetId)
      const body = operationId === 'createUpload' ? { contentType: 'image/png' } : undefined
      const response = await account.call(method, address, body, headers)
      expect([200, 404], operationId).toContain(response.status)
      expect(response.headers.get('Idempotency-Replayed'), operationId).toBeNull()
    }
    const reserve = () => account.call('POST', '/api/v1/uploads', { contentType: 'image/png' }, headers)
    expect((await reserve()).body.id).not.toBe((await reserve()).body.id)
  })
})
