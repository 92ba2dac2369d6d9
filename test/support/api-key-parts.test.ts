import { expect, test } from 'vitest'
import { newApiKey } from '../../server/src/core/domain/api-key.ts'
import { apiKeyParts } from './api-key-parts.ts'

test.each(['_'.repeat(32), `_${'a'.repeat(31)}`, `a_${'b'.repeat(30)}`, `${'-'.repeat(31)}_`])(
  'the secret of an older API key is whole, also where it is %s',
  (secret) => {
    expect(apiKeyParts(`mg_0123456789ab_${secret}`)).toEqual({ keyId: '0123456789ab', secret })
  },
)

test('the id of an API key is the one that it was made with', () => {
  const { keyId, apiKey } = newApiKey()
  expect(apiKeyParts(apiKey)).toEqual({ keyId, secret: apiKey.slice(-38) })
})
