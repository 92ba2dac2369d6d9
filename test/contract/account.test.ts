import { describe, expect, test } from 'vitest'
import { serviceOfFile } from './support/contract-service.ts'
import { responseFields } from './support/specification.ts'

const service = serviceOfFile()

describe('the account', () => {
  test('has an id, a balance, a currency, its limits and the key that asks, and nothing else', async () => {
    const account = await service().createAccount('12.5')
    const { status, body } = await account.call('GET', '/api/v1/me')
    expect(status).toBe(200)
    const { key, ...rest } = body
    expect(rest).toEqual({
      id: account.accountId,
      balance: '12.50',
      currency: 'USD',
      limits: { requestsPerMinute: 60 },
    })
    expect(account.apiKey).toContain(`_${key.id}_`)
    expect(Object.keys(body)).toEqual(responseFields.Account)
  })

  test('is the one that the presented key belongs to', async () => {
    const [one, other] = [await service().createAccount('1.00'), await service().createAccount('2.00')]
    expect((await one.call('GET', '/api/v1/me')).body).toMatchObject({ id: one.accountId, balance: '1.00' })
    expect((await other.call('GET', '/api/v1/me')).body).toMatchObject({
      id: other.accountId,
      balance: '2.00',
    })
  })

  test('the balance is in USD', async () => {
    const account = await service().createAccount('0.000001')
    expect((await account.call('GET', '/api/v1/me')).body).toMatchObject({
      balance: '0.000001',
      currency: 'USD',
    })
  })
})

describe('the balance', () => {
  const generate = { prompt: 'a lighthouse' }
  const path = '/api/v1/images/generations'
  const balanceOf = async (account: Awaited<ReturnType<ReturnType<typeof service>['createAccount']>>) =>
    (await account.call('GET', '/api/v1/me')).body.balance

  test('is the available amount: an accepted generation reduces it immediately by its cost', async () => {
    const account = await service().createAccount('1.00')
    await account.call('POST', path, generate)
    expect(await balanceOf(account)).toBe('0.98')
    expect(await account.money()).toEqual({ balance: '0.98', reserved: '0.02' })
  })

  test('stays the same when the task succeeds: the reservation becomes a charge', async () => {
    const account = await service().createAccount('1.00')
    await account.call('POST', path, generate)
    await service().runQueue()
    expect(await account.money()).toEqual({ balance: '0.98', reserved: '0.00' })
  })

  test('is restored when the task fails', async () => {
    const account = await service().createAccount('1.00')
    service().provider.mockStart({ kind: 'rejected', message: 'no' })
    await account.call('POST', path, generate)
    await service().runQueue()
    expect(await account.money()).toEqual({ balance: '1.00', reserved: '0.00' })
  })

  test('is restored when the task is cancelled', async () => {
    const account = await service().createAccount('1.00')
    const { body } = await account.call('POST', path, generate)
    await account.call('POST', `/api/v1/tasks/${body.id}/cancel`)
    expect(await account.money()).toEqual({ balance: '1.00', reserved: '0.00' })
  })

  test('is not changed by polling, uploads and reads', async () => {
    const account = await service().createAccount('0.02')
    const { body: task } = await account.call('POST', path, generate)
    await service().runQueue()
    const { body: upload } = await account.call('POST', '/api/v1/uploads', { contentType: 'image/png' })
    for (const [method, read] of [
      ['GET', `/api/v1/tasks/${task.id}`],
      ['GET', `/api/v1/uploads/${upload.id}`],
      ['POST', `/api/v1/uploads/${upload.id}/complete`],
      ['GET', '/api/v1/me'],
      ['GET', '/api/v1/pricing'],
      ['GET', '/api/v1/effects'],
      ['GET', '/api/v1/examples'],
    ] as const)
      await account.call(method, read)
    expect(await account.money()).toEqual({ balance: '0.00', reserved: '0.00' })
  })
})
