import { ConnectionError, Mediagen, ResultRemovedError, UploadRejectedError } from '@mediagen/sdk'
import { describe, expect, test } from 'vitest'
import { apiErrors, removedResults, taskErrors, uploadErrors } from '../errors.generated.ts'
import { notOffered, otherErrors } from '../strings.ts'
import { explain, explainTask } from './explain.ts'

const fault = { path: '/prompt', message: 'is missing' }
/** An error as the SDK creates it from a response. */
const refusal = async (code: string, details: object[] = [fault]): Promise<unknown> => {
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
      if (code === 'TIER_UNAVAILABLE') continue
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

  test('that no engine is there suggests waiting only while one is down', async () => {
    const down = explain(await refusal('TIER_UNAVAILABLE', []))
    expect(down).toMatchObject({ ...apiErrors.TIER_UNAVAILABLE, retryAfterSeconds: 2 })
    const none = { path: '/resolution', message: 'has no engine for image.generate at 1k' }
    expect(explain(await refusal('TIER_UNAVAILABLE', [none]))).toMatchObject({
      ...notOffered,
      retryAfterSeconds: undefined,
      details: [{ field: 'resolution', message: none.message }],
    })
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
      expect(explainTask({ error: Object({ code, message: 'it said' }), output: null })).toMatchObject({
        title,
        message: 'it said',
      })
    }
    const code = 'PROVIDER_UNAVAILABLE'
    for (const message of ['No engine could be reached.', 'The generation engine could not be reached.'])
      expect(explainTask({ error: Object({ code, message }), output: null })?.message).toBeUndefined()
    expect(explainTask({ error: null, output: null })).toBeUndefined()
    expect(explainTask({ error: null, output: { images: [] } })).toBeUndefined()
  })

  test('of a result that is no longer kept is explained as well, by the task and by a download', () => {
    const removedAt = '2026-04-13T10:00:12.004Z'
    for (const code of ['RESULT_EXPIRED', 'RESULT_DELETED'] as const) {
      const { title } = removedResults[code]
      const output = { images: [], removed: { code, removedAt } }
      expect(explainTask({ error: null, output })).toMatchObject({ title, code })
      const task = { ...Object({ id: 'task-1', status: 'SUCCEEDED', error: null }), output }
      expect(explain(new ResultRemovedError(task, output.removed))).toMatchObject({ title, code })
    }
  })
})
