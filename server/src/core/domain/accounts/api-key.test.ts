import { describe, expect, test } from 'vitest'
import { hashApiKey, mayBeApiKey, newApiKey } from './api-key.ts'

/** As the contract documents it for programs that search for leaked keys. */
const documented = /mgk_[0-9a-z]{12}_[0-9A-Za-z]{38}/

describe('a new API key', () => {
  test('names its public id and hides 190 random bits behind its hash', () => {
    const { keyId, apiKey, hash } = newApiKey()
    expect(apiKey.startsWith(`mgk_${keyId}_`)).toBe(true)
    expect(keyId).toMatch(/^[0-9a-z]{12}$/)
    expect(hash).toEqual(hashApiKey(apiKey))
    expect(hash).toHaveLength(32)
    expect(hashApiKey(`${apiKey} `)).not.toEqual(hash)
  })

  test('is found whole by the documented pattern, and is one word to a double click', () => {
    for (let index = 0; index < 200; index += 1) {
      const { apiKey } = newApiKey()
      expect(documented.exec(`MEDIAGEN_API_KEY="${apiKey}",`)?.[0]).toBe(apiKey)
      expect(apiKey).toMatch(/^\w+$/)
      expect(mayBeApiKey(apiKey)).toBe(true)
    }
  })

  test('ends with the CRC-32 of the rest in base 62, which a scanner can compute', () => {
    // The checksum was computed with another implementation, Python's zlib.
    const rest = `mgk_000000000000_${'A'.repeat(32)}`
    expect(mayBeApiKey(`${rest}04D9IT`)).toBe(true)
  })

  test('with any one character changed is recognised as wrong without a look-up', () => {
    const { apiKey } = newApiKey()
    for (let index = 4; index < apiKey.length; index += 1) {
      const other = apiKey[index] === 'a' ? 'b' : 'a'
      expect(mayBeApiKey(apiKey.slice(0, index) + other + apiKey.slice(index + 1))).toBe(false)
    }
  })
})

test.each([
  'mgk_',
  'mgk_\u0000',
  `mgk_${'0'.repeat(12)}_${'é'.repeat(38)}`,
  `mgk_${'a'.repeat(100_000)}`,
  'mgk_ _ ',
])('a hostile text that begins like a key is none: %j', (text) => {
  expect(mayBeApiKey(text)).toBe(false)
})

test('a key of an older version, which has no checksum, is looked up', () => {
  expect(mayBeApiKey('mg_0123456789ab_AbC-dEf_gHiJkLmNoPqRsTuVwXyZ0123')).toBe(true)
})
