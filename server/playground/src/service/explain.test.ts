import { ConnectionError, Mediagen, UploadRejectedError } from '@mediagen/sdk'
import { describe, expect, test } from 'vitest'
import { apiErrors, otherErrors, taskErrors, uploadErrors } from '../strings.ts'
import { explain, explainTask } from './explain.ts'

/** An error as the SDK makes it of an answer. */
const refusal = async (code: string): Promise<unknown> => {
  const details = [{ path: '/prompt', message: 'is missing' }]
  const body = { status: 429, code, message: 'what the service said', requestId: 'request-1', details }
  const headers = { 'retry-after': '2', 'x-request-id': 'request-1' }
  const client = new Mediagen({
    apiKey: 'any',
    maxRetries: 0,
    fetch: async () => Response.json(body, { status: 429, headers }),
  })
  return client.account().catch((error: unknown) => error)
}

describe('an error', () => {
  test('of the contract is explained, with when to try again and the fields at fault', async () => {
    for (const [code, explanation] of Object.entries(apiErrors)) {
      expect(explain(await refusal(code))).toEqual({
        ...explanation,
        code,
        message: undefined,
        requestId: 'request-1',
        retryAfterSeconds: 2,
        details: [{ field: 'prompt', message: 'is missing' }],
      })
    }
  })

  test('of an upload or of the way there is explained', () => {
    for (const [code, { title }] of Object.entries(uploadErrors)) {
      expect(explain(new UploadRejectedError('no', { code }))).toMatchObject({ title, code })
    }
    expect(explain(new ConnectionError('no answer'))).toMatchObject(Object(otherErrors.ConnectionError))
  })

  test('that the page does not know is shown in its own words', async () => {
    expect(explain(await refusal('NEW_CODE'))).toMatchObject({
      code: 'NEW_CODE',
      message: expect.stringContaining('what the service said'),
    })
    expect(explain(new TypeError('a bug'))).toMatchObject({ code: undefined, message: 'a bug' })
    expect(explain('text')).toMatchObject({ message: undefined })
  })

  test('of a task is explained together with what the engine said', () => {
    for (const [code, { title }] of Object.entries(taskErrors)) {
      expect(explainTask({ error: Object({ code, message: 'it said' }) })).toMatchObject({
        title,
        message: 'it said',
      })
    }
    expect(explainTask({ error: null })).toBeUndefined()
  })
})
