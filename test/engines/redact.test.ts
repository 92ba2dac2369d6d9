import { createEngineHttp } from '@mediagen/engines/shared/calls/engine-http'
import { errorTextOf } from '@mediagen/engines/shared/calls/error-text'
import { expect, test } from 'vitest'
import { startCounterpart } from './support/counterpart.ts'

test.each([
  [{ Authorization: 'Bearer sk-secret-1' }, 'sk-secret-1'],
  [{ 'x-goog-api-key': 'AIza-secret' }, 'AIza-secret'],
])('a key repeated by an engine appears in no message: %j', async (headers, secret) => {
  const counterpart = await startCounterpart((request) => ({
    status: 401,
    json: { error: { message: `Incorrect API key provided: ${secret}` }, headers: request.headers },
  }))
  const http = createEngineHttp({ url: counterpart.url, headers })
  const answer = await http.call({ path: 'models' }, new AbortController().signal)
  await http.close()
  if (answer.kind !== 'answered') throw new Error(answer.kind)
  expect(errorTextOf(answer.body)).toBe('Incorrect API key provided: [key]')
  expect(JSON.stringify(answer)).not.toContain(secret)
})

test('a short key removes no words from an engine’s message', async () => {
  const counterpart = await startCounterpart(() => ({ status: 400, json: { error: 'the size is wrong' } }))
  const http = createEngineHttp({ url: counterpart.url, headers: { Authorization: 'Bearer is' } })
  const answer = await http.call({ path: 'models' }, new AbortController().signal)
  await http.close()
  expect(answer).toMatchObject({ body: { error: 'the size is wrong' } })
})
