import { describe, expect, test } from 'vitest'
import type { UseKey } from '../key-operations.ts'
import { type Call, historyOf } from './few-lines.ts'
import { findKeyErrors } from './keys.ts'

const find = (...calls: readonly Call[]) => findKeyErrors(historyOf(...calls))
const issued = (asked: object = {}): Call => [
  'issue',
  'ok',
  { isReadOnly: false, ...asked },
  { key: 'k', answeredAtMs: 0 },
]
const changed = (f: string, answeredAtMs: number): Call => [f, 'ok', { key: 'k' }, { answeredAtMs }]
const lost = (f: string): Call => [f, 'info', { key: 'k' }, null]
const rotated = (expiresAtMs: number): Call => [
  'rotate',
  'ok',
  { key: 'k' },
  { newKey: 'n', expiresAtMs, answeredAtMs: 0 },
]
const used = (does: UseKey['asked']['does'], status: number, atMs: number, key = 'k'): Call => [
  'use',
  'ok',
  { account: 'a', key, does, sentAtMs: atMs },
  { status, answeredAtMs: atMs },
]

describe('keys', () => {
  test('finds a key that is refused although nothing ended it', () => {
    expect(find(issued(), used('read', 200, 1), used('change', 404, 1))).toEqual([])
    expect(find(issued(), used('read', 401, 1))).toEqual(['key k: read got 401 instead of 200: operation 2'])
    expect(find(issued(), used('change', 403, 1))).toHaveLength(1)
    expect(find(issued(), used('read', 401, 1), changed('revoke', 2))).toHaveLength(1)
  })

  test('lets a revoked key work for 5 seconds, and no longer', () => {
    const revoked = [issued(), changed('revoke', 100)]
    for (const status of [200, 401]) expect(find(...revoked, used('read', status, 5_099))).toEqual([])
    expect(find(...revoked, used('read', 401, 5_100))).toEqual([])
    expect(find(...revoked, used('read', 200, 5_100))).toHaveLength(1)
  })

  test('lets a key expire on time', () => {
    const issuedUntil = issued({ expiresAtMs: 1_000 })
    expect(find(issuedUntil, used('read', 200, 999), used('read', 401, 1_001))).toEqual([])
    expect(find(issuedUntil, used('read', 401, 999))).toHaveLength(1)
    expect(find(issuedUntil, used('read', 200, 1_001))).toHaveLength(1)
  })

  test('allows either where the response to a revocation is lost', () => {
    for (const status of [200, 401])
      expect(find(issued(), lost('revoke'), used('read', status, 9_999))).toEqual([])
  })

  test('finds a change by a key for reading, within 5 seconds of when it became one', () => {
    expect(find(issued({ isReadOnly: true }), used('change', 403, 1), used('read', 200, 1))).toEqual([])
    expect(find(issued({ isReadOnly: true }), used('change', 404, 1))).toHaveLength(1)
    const restricted = [issued(), changed('restrict', 100)]
    for (const status of [403, 404]) expect(find(...restricted, used('change', status, 5_099))).toEqual([])
    expect(find(...restricted, used('change', 404, 5_100))).toHaveLength(1)
    expect(find(...restricted, used('read', 403, 5_100))).toHaveLength(1)
  })

  test('holds a rotated key to its time, and the new one to what the old one had', () => {
    const both = (...earlier: Call[]) => [issued(), ...earlier, rotated(9_000)]
    expect(find(...both(), used('read', 200, 8_999), used('read', 401, 9_000))).toEqual([])
    expect(find(...both(), used('read', 401, 8_999))).toHaveLength(1)
    expect(find(...both(), used('read', 200, 9_000))).toHaveLength(1)
    expect(find(...both(), used('read', 401, 9_000, 'n'))).toHaveLength(1)
    expect(find(...both(changed('restrict', 1)), used('change', 404, 2, 'n'))).toHaveLength(1)
    for (const status of [403, 404])
      expect(find(...both(lost('restrict')), used('change', status, 9_999, 'n'))).toEqual([])
  })

  test('finds a key that is taken for another one, or for another account', () => {
    const named = (found: object): Call => [
      'use',
      'ok',
      { account: 'a', key: 'k', does: 'read', sentAtMs: 1 },
      { status: 200, answeredAtMs: 1, ...found },
    ]
    expect(find(issued(), named({ account: 'a' }), named({ account: 'a', keyId: 'k' }))).toEqual([])
    for (const found of [{ account: 'b' }, { account: 'a', keyId: 'n' }])
      expect(find(issued(), named(found))).toHaveLength(1)
  })
})
