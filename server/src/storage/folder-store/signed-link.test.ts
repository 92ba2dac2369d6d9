import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { SignedLink } from '../../core/ports/signed-files.ts'
import { signLink, verifyLink } from './signed-link.ts'

const secret = 'a secret of this test'
const link: SignedLink = {
  method: 'GET',
  key: 'results/a/1-0.png',
  contentType: 'image/png',
  fileName: 'image.png',
  expiresAtMs: 2_000,
}

function verify(
  query: URLSearchParams | string,
  changed: { method?: 'PUT' | 'GET'; key?: string; nowMs?: number; secrets?: readonly string[] } = {},
) {
  return verifyLink(changed.secrets ?? [secret], {
    method: changed.method ?? link.method,
    key: changed.key ?? link.key,
    query: new URLSearchParams(query),
    nowMs: changed.nowMs ?? 1_000,
  })
}

describe('a signed link', () => {
  test('yields its terms until it expires', () => {
    const query = signLink(secret, link)
    expect(verify(query)).toEqual(link)
    expect(verify(query, { nowMs: 1_999 })).toEqual(link)
    expect(verify(query, { nowMs: 2_000 })).toBe('expired')
  })

  test('is valid by each of two secrets, and expires by both', () => {
    const query = signLink(secret, link)
    for (const secrets of [
      [secret, 'another'],
      ['another', secret],
    ]) {
      expect(verify(query, { secrets })).toEqual(link)
      expect(verify(query, { secrets, nowMs: 2_000 })).toBe('expired')
    }
  })

  test.each([
    ['the method', { method: 'PUT' }],
    ['the key', { key: 'results/b/1-0.png' }],
    ['the secret', { secrets: ['another'] }],
    ['every secret', { secrets: ['another', 'and its predecessor'] }],
  ] as const)('is forged if %s differs', (_name, changed) => {
    expect(verify(signLink(secret, link), changed)).toBe('forged')
  })

  test.each(['type', 'name', 'expires', 'signature'])(
    'is forged if %s is changed, missing or repeated',
    (name) => {
      const query = new URLSearchParams(signLink(secret, link))
      const value = query.get(name) ?? ''
      query.set(name, `${value}0`)
      expect(verify(query)).toBe('forged')
      query.set(name, value)
      query.append(name, value)
      expect(verify(query)).toBe('forged')
      query.set(name, '')
      expect(verify(query)).toBe('forged')
      query.delete(name)
      expect(verify(query)).toBe('forged')
    },
  )

  test.each([Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, 1.5])('is not valid until %d', (expiresAtMs) => {
    expect(verify(signLink(secret, { ...link, expiresAtMs }), { nowMs: -1 })).toBe('forged')
  })

  test('accepts a single notation of its expiry', () => {
    for (const text of ['2e3', '0x7d0', '2000.0', '02000', ' 2000', '+2000'])
      expect(
        verify(signLink(secret, link).replace('expires=2000', `expires=${encodeURIComponent(text)}`)),
      ).toBe('forged')
  })

  test.each(['a\r\nb', 'a"b', 'a\\b', 'é', '\u0000'])('is invalid with %j as its name or type', (text) => {
    expect(verify(signLink(secret, { ...link, fileName: text }))).toBe('forged')
    expect(verify(signLink(secret, { ...link, contentType: text }))).toBe('forged')
  })

  test('is forged, not expired, if both apply: nothing is revealed about links that were never signed', () => {
    expect(verify('type=image/png&name=x&expires=1&signature=x')).toBe('forged')
  })

  test('cannot be assembled from the parts of two others', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (contentType, fileName) => {
        fc.pre(contentType !== fileName)
        const swapped = { ...link, contentType: fileName, fileName: contentType }
        const query = new URLSearchParams(signLink(secret, { ...link, contentType, fileName }))
        const other = new URLSearchParams(signLink(secret, swapped))
        expect(query.get('signature')).not.toBe(other.get('signature'))
      }),
    )
  })

  test('never throws, whatever the query is', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom('type', 'name', 'expires', 'signature'), fc.string())),
        (pairs) => {
          expect(verify(new URLSearchParams(pairs))).toBe('forged')
        },
      ),
    )
  })
})
