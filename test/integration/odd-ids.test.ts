import { describe, expect, test } from 'vitest'
import { Usd } from '../../server/src/core/domain/money/usd.ts'
import { createAdministration } from '../../server/src/operator/administration.ts'
import { sendRaw } from '../support/raw-request.ts'
import { openServiceOfFile } from '../support/service.ts'
import { pngOf } from './support/images.ts'
import { countRows } from './support/row-counts.ts'

/**
 * Ids that are not ours, on both databases: a valid comparison in one may be an error of collation, character
 * set or type in the other, and must mean "no such thing" in both.
 */
const oddIds = [
  ['beyond ASCII', 'é'],
  ['an emoji', '🦊'],
  ['64 emoji', '🦊'.repeat(64)],
  ['a combining sequence', 'e\u0301'],
  ['right to left', '\u202eabc'],
  ['SQL', "' OR '1'='1"],
  ['SQL with a comment', "x'; DROP TABLE uploads; --"],
  ['a backslash', '\\'],
  ['a quote after a backslash', "\\' OR 1=1 #"],
  ['a wildcard', '%'],
  ['another wildcard', '_'.repeat(32)],
  ['a number', '0'],
  ['a number like a real id', '1e10'],
  ['a line feed', '\n'],
  ['a control character', '\u0007'],
  ['the last character there is', '\u{10ffff}'],
  ['no character', '\ufffe'],
] as const

const service = await openServiceOfFile()
const account = await service.createAccount('1000.00')
const assetId = (await account.upload(pngOf(64, 64), 'image/png')).body.id
const taskId = (await account.call('POST', '/api/v1/images/generations', { prompt: 'a' })).body.id

/** Runs one request and makes sure that it wrote nothing and moved no money. */
async function leavingNoTrace<Result>(run: () => Promise<Result>): Promise<Result> {
  const before = [await account.money(), await countRows(service.database)]
  const response = await run()
  expect([await account.money(), await countRows(service.database)]).toEqual(before)
  return response
}

describe.each([
  ['GET', '/api/v1/tasks/{}', 'TASK_NOT_FOUND'],
  ['POST', '/api/v1/tasks/{}/cancel', 'TASK_NOT_FOUND'],
  ['DELETE', '/api/v1/tasks/{}/result', 'TASK_NOT_FOUND'],
  ['GET', '/api/v1/uploads/{}', 'UPLOAD_NOT_FOUND'],
  ['POST', '/api/v1/uploads/{}/complete', 'UPLOAD_NOT_FOUND'],
  ['DELETE', '/api/v1/uploads/{}', 'UPLOAD_NOT_FOUND'],
])('%s %s', (method, pattern, code) => {
  test.each(oddIds)('with %s as the id gets 404', async (_name, id) => {
    const path = pattern.replace('{}', () => encodeURIComponent(id))
    const { status, body } = await leavingNoTrace(() => account.call(method, path))
    expect([status, body.code]).toEqual([404, code])
  })
})

describe('a transformation', () => {
  test.each(oddIds)('with %s as assetId gets 400 ASSET_NOT_USABLE', async (_name, id) => {
    const send = () =>
      account.call('POST', '/api/v1/images/transformations', { assetId: id, effectId: 'noir' })
    const { status, body } = await leavingNoTrace(send)
    expect([status, body.code]).toEqual([400, 'ASSET_NOT_USABLE'])
  })

  test.each(oddIds)('with %s as effectId gets 400 EFFECT_NOT_USABLE', async (_name, effectId) => {
    const send = () => account.call('POST', '/api/v1/images/transformations', { assetId, effectId })
    const { status, body } = await leavingNoTrace(send)
    expect([status, body.code]).toEqual([400, 'EFFECT_NOT_USABLE'])
  })

  test('with half a character or a null character in an id gets 400', async () => {
    for (const id of ['\ud83e', 'a\u0000b']) {
      for (const body of [
        { assetId: id, effectId: 'noir' },
        { assetId, effectId: id },
      ]) {
        const { status } = await leavingNoTrace(() =>
          account.call('POST', '/api/v1/images/transformations', body),
        )
        expect(status).toBe(400)
      }
    }
  })
})

describe('an operator’s action', () => {
  const unknown = (id: string) => ({ name: 'UnknownIdError', message: expect.stringContaining(id) })

  test.each(oddIds)('with %s as the account names no account', async (_name, id) => {
    const administration = createAdministration(service.database)
    await leavingNoTrace(async () => {
      await expect(administration.showAccount(id)).rejects.toMatchObject(unknown(id))
      const credit = administration.creditAccount({ accountId: id, amount: Usd.parse('1') })
      await expect(credit).rejects.toMatchObject(unknown(id))
    })
  })

  test('with a space or an accent beside an account’s id, or a part of it, names no account', async () => {
    const administration = createAdministration(service.database)
    const { accountId } = account
    for (const id of [`${accountId} `, ` ${accountId}`, accountId.slice(0, -1), `${accountId}\u0301`])
      await leavingNoTrace(async () => {
        await expect(administration.showAccount(id)).rejects.toMatchObject(unknown(id))
        const credit = administration.creditAccount({ accountId: id, amount: Usd.parse('1') })
        await expect(credit).rejects.toMatchObject(unknown(id))
      })
  })
})

describe('ids are compared exactly', () => {
  test('in another case, with spaces around, or cut short they are other ids', async () => {
    for (const id of [taskId.toUpperCase(), ` ${taskId}`, `${taskId} `, taskId.slice(0, -1), `${taskId}%`])
      if (id !== taskId)
        expect((await account.call('GET', `/api/v1/tasks/${encodeURIComponent(id)}`)).status, id).toBe(404)
    for (const id of [` ${assetId}`, `${assetId} `, assetId.slice(0, -1), `${assetId}\u0301`])
      expect((await account.call('GET', `/api/v1/uploads/${encodeURIComponent(id)}`)).status, id).toBe(404)
  })
})

describe('idempotency keys', () => {
  test('of odd characters each identify a separate request, and never cause an error', async () => {
    const spender = await service.createAccount('1000.00')
    const ids = new Set<string>()
    const keys = ["' OR '1'='1", '\\', '%', '_', 'a', 'A', 'a ', 'é', 'É', 'ß', 'ss', '\u00ff']
    const trimmed = new Set(keys.map((key) => key.trim()))
    for (const key of keys) {
      const { status, body } = await spender.call(
        'POST',
        '/api/v1/images/generations',
        { prompt: 'a' },
        { 'Idempotency-Key': key },
      )
      expect(status, key).toBe(200)
      ids.add(body.id)
    }
    expect(ids.size).toBe(trimmed.size)
    for (const key of ['🦊', 'ключ', '\u{10ffff}'.repeat(40)]) {
      const { status } = await sendRaw(service.baseUrl, {
        method: 'POST',
        path: '/api/v1/images/generations',
        headers: [
          ['Authorization', `Bearer ${spender.apiKey}`],
          ['Content-Type', 'application/json'],
          ['Idempotency-Key', key],
        ],
        body: '{"prompt":"a"}',
      })
      expect([200, 400], key).toContain(status)
    }
    await service.expectBooksToAgree()
  })
})

describe('prompts', () => {
  test('of any characters reach the engine as they were sent', async () => {
    const prompts = oddIds
      .map(([, text]) => text)
      .concat('\u{1f469}\u200d\u{1f680}', '\ufeff', 'x'.repeat(2000))
    for (const prompt of prompts) {
      const { status, body } = await account.call('POST', '/api/v1/images/generations', { prompt })
      expect(status).toBe(200)
      await service.runQueue()
      const job = service.provider.started.find((started) => started.taskId === body.id)
      expect(job?.prompt).toBe(prompt)
    }
  })
})
