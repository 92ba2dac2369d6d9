import { expect, test } from 'vitest'
import { messageOf } from '../src/error-message.ts'

test.each([
  'GET https://media.test/api/v1/me got no response in 30000 ms; check the network, or allow more by timeoutMs',
  'GET https://media.test/api/v1/me got no response: ECONNREFUSED; check the network and baseUrl',
  'Not known whether the generation was accepted: POST https://media.test got no response: ECONNRESET; check the network and baseUrl; retry() asks under the same key; a new order may be charged as well',
])('a command names no option and no method of the SDK: %s', (message) => {
  const said = messageOf(new Error(message))
  expect(said).toMatch(/got no response/)
  expect(said).not.toMatch(/timeoutMs|baseUrl|retry\(\)|;/)
})
