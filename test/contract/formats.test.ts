import { describe, expect, test } from 'vitest'
import { readContract } from '../../openapi/checks/contract.ts'
import { createPreparedAccount, type PreparedAccount, serviceOfFile } from './support/contract-service.ts'
import { generationPaths, operationRows, smallestBody, takesBody } from './support/specification.ts'

const service = serviceOfFile()

/** One successful response of every operation. */
async function everyResponse(
  account: PreparedAccount,
): Promise<Map<string, { headers: Headers; body: unknown }>> {
  const call = account.call
  const image = await call('POST', generationPaths.generateImage, { prompt: 'a' })
  const { assetId } = account
  await service().runQueue()
  const queued = await call('POST', generationPaths.generateImage, { prompt: 'b' })
  const taskIds: Record<string, string> = {
    getTask: image.body.id,
    cancelTask: queued.body.id,
    deleteResult: image.body.id,
  }
  const responses = new Map<string, { headers: Headers; body: unknown }>()
  for (const { operationId, method, path } of operationRows) {
    const address = path.replace(/\{\w+\}/, taskIds[operationId] ?? assetId)
    const body = takesBody(operationId) ? smallestBody(operationId, assetId) : undefined
    const response = await call(method, address, body)
    expect(response.status, operationId).toBe(200)
    responses.set(operationId, response)
  }
  return responses
}

/** Every value in a body with the name of its member. */
function* valuesIn(value: unknown, name = ''): Generator<[name: string, value: unknown]> {
  yield [name, value]
  if (Array.isArray(value)) for (const item of value) yield* valuesIn(item, name)
  else if (typeof value === 'object' && value !== null)
    for (const [member, inner] of Object.entries(value)) yield* valuesIn(inner, member)
}

describe('in every response', () => {
  test('the success status is 200 on every endpoint', async () => {
    await everyResponse(await createPreparedAccount(service()))
    for (const { operationId, responses } of operationRows) {
      const good = responses.map(({ status }) => status).filter((status) => status < 300)
      expect(good, operationId).toEqual([200])
    }
  })

  test('the body is JSON, and carries an X-Request-Id', async () => {
    for (const [operation, { headers }] of await everyResponse(await createPreparedAccount(service()))) {
      expect(headers.get('Content-Type'), operation).toMatch(/^application\/json/)
      expect(headers.get('X-Request-Id'), operation).toMatch(/^[!-~]{1,128}$/)
    }
  })

  test('every timestamp is ISO 8601 in UTC with milliseconds', async () => {
    let seen = 0
    for (const [operation, { body }] of await everyResponse(await createPreparedAccount(service()))) {
      for (const [name, value] of valuesIn(body)) {
        if (!name.endsWith('At') || value === null) continue
        expect(value, `${operation} ${name}`).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
        expect(new Date(String(value)).toISOString()).toBe(value)
        seen += 1
      }
    }
    expect(seen).toBeGreaterThanOrEqual(14)
  })

  test('every amount is an exact decimal string, never a number', async () => {
    let seen = 0
    for (const [operation, { body }] of await everyResponse(await createPreparedAccount(service()))) {
      for (const [name, value] of valuesIn(body)) {
        if (name !== 'balance' && name !== 'unitPrice') continue
        expect(value, `${operation} ${name}`).toMatch(/^(0|[1-9]\d*)\.\d{2,6}$/)
        seen += 1
      }
    }
    expect(seen).toBeGreaterThan(10)
  })

  test('every id is an opaque text of 1 to 64 characters', async () => {
    for (const [operation, { body }] of await everyResponse(await createPreparedAccount(service())))
      for (const [name, value] of valuesIn(body))
        if (name === 'id' || name === 'assetId' || name === 'effectId')
          expect(value, `${operation} ${name}`).toMatch(/^.{1,64}$/)
  })

  test('task ids are 24 lowercase alphanumerics and upload ids 32 hex characters', async () => {
    const account = await createPreparedAccount(service())
    const responses = await everyResponse(account)
    expect(responses.get('generateImage')?.body).toMatchObject({
      id: expect.stringMatching(/^[a-z0-9]{24}$/),
    })
    expect(responses.get('createUpload')?.body).toMatchObject({ id: expect.stringMatching(/^[0-9a-f]{32}$/) })
  })

  test('pixels and bytes are whole numbers, and sortOrder is any number', async () => {
    const typeOf = (schema: string, field: string) =>
      Object(Object(Object(readContract().components.schemas?.[schema]).properties)[field]).type
    for (const field of ['sizeBytes', 'width', 'height'])
      expect(typeOf('Upload', field)).toEqual(['integer', 'null'])
    for (const field of ['width', 'height'])
      expect(typeOf('GalleryExample', field)).toEqual(['integer', 'null'])
    expect(typeOf('ResultFile', 'sizeBytes')).toBe('integer')
    expect(typeOf('GalleryCategory', 'sortOrder')).toBe('number')
    for (const [operation, { body }] of await everyResponse(await createPreparedAccount(service())))
      for (const [name, value] of valuesIn(body))
        if (['sizeBytes', 'width', 'height'].includes(name) && value !== null)
          expect(Number.isInteger(value), `${operation} ${name}`).toBe(true)
  })

  test('nothing is cached in between', async () => {
    for (const [operation, { headers }] of await everyResponse(await createPreparedAccount(service())))
      expect(headers.get('Cache-Control'), operation).toBe('no-store')
  })
})

describe('balances of any size', () => {
  test.each([
    ['0', '0.00'],
    ['0.000001', '0.000001'],
    ['0.1', '0.10'],
    ['12.345', '12.345'],
    // Beyond what a double holds exactly.
    ['99999999999.999999', '99999999999.999999'],
  ])('%s is shown as %s', async (given, shown) => {
    const account = await service().createAccount(given)
    expect((await account.call('GET', '/api/v1/me')).body.balance).toBe(shown)
  })

  test('a large one stays exact when a task costs a fraction of a cent', async () => {
    const account = await service().createAccount('100000000.000001')
    const { status } = await account.call('POST', generationPaths.generateVideo, {
      prompt: 'a',
      resolution: '512p',
      durationSeconds: 7,
    })
    expect(status).toBe(200)
    expect((await account.call('GET', '/api/v1/me')).body.balance).toBe('99999999.755001')
  })
})
