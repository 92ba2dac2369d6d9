import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { readJson } from './read-json.ts'

const limits = { requestBodyBytesMax: 100, requestBodySeconds: 30, requestIdCharactersMax: 128 }

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('a body that does not come to its end', () => {
  test('is given up once its time is over', async () => {
    const request = new IncomingMessage(new Socket())
    const outcome = expect(readJson(limits, request, new ServerResponse(request))).rejects.toMatchObject({
      code: 'REQUEST_TIMEOUT',
    })
    request.push('{"prompt":')
    await vi.advanceTimersByTimeAsync(30_000)
    await outcome
  })

  test('leaves no timer behind once it has come', async () => {
    const request = new IncomingMessage(new Socket())
    request.headers['content-type'] = 'application/json'
    const outcome = readJson(limits, request, new ServerResponse(request))
    request.push('{}')
    request.push(null)
    expect(await outcome).toEqual({})
    await vi.advanceTimersByTimeAsync(0)
    expect(vi.getTimerCount()).toBe(0)
  })
})
