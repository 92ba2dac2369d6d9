import { expect, onTestFinished, test } from 'vitest'
import { createEngineHttp } from './engine-http.ts'
import { readStart } from './response-outcome.ts'

test('an engine at a port that fetch blocks certainly got nothing, so that another one may have the task', async () => {
  const http = createEngineHttp({ url: 'http://127.0.0.1:6000' })
  onTestFinished(() => http.close())
  const response = await http.call({ method: 'POST', path: '/' }, new AbortController().signal)
  expect(response).toEqual({ kind: 'notSent', message: 'The connection failed (bad port).' })
  expect(readStart(http, response, () => undefined).kind).toBe('unavailable')
})
