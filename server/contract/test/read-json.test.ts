import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { readJson } from '../src/edge/read-json.js'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('a body that does not come to its end', () => {
  test('is given up after 30 seconds', async () => {
    const request = new IncomingMessage(new Socket())
    const outcome = expect(readJson(request, new ServerResponse(request))).rejects.toMatchObject({
      code: 'REQUEST_TIMEOUT',
    })
    request.push('{"prompt":')
    await vi.advanceTimersByTimeAsync(30_000)
    await outcome
  })

  test('leaves no timer behind once it has come', async () => {
    const request = new IncomingMessage(new Socket())
    request.headers['content-type'] = 'application/json'
    const outcome = readJson(request, new ServerResponse(request))
    request.push('{}')
    request.push(null)
    expect(await outcome).toEqual({})
    await vi.advanceTimersByTimeAsync(0)
    expect(vi.getTimerCount()).toBe(0)
  })
})
