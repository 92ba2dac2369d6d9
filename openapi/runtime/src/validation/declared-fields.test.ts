import { describe, expect, test } from 'vitest'
import { declaredFields, type Shape } from './declared-fields.ts'

describe('what is passed on of a body', () => {
  test('is a copy with the declared fields alone, at every depth', () => {
    const shape: Shape = { fields: { a: true, b: { items: { fields: { c: true } } } } }
    const sent = { a: { any: 1 }, b: [{ c: 1, d: 2 }, 'text'], e: 3 }
    expect(declaredFields(sent, shape)).toEqual({ a: { any: 1 }, b: [{ c: 1 }, 'text'] })
    expect(sent).toHaveProperty('e')
  })

  test('has defaults of its own for omitted fields', () => {
    const fallback = { list: [] }
    const shape: Shape = { fields: { a: true }, defaults: { a: fallback } }
    const kept = declaredFields({}, shape)
    expect(kept).toEqual({ a: fallback })
    expect(Object.values(Object(kept))[0]).not.toBe(fallback)
    expect(declaredFields({ a: null }, shape)).toEqual({ a: null })
  })

  test('has the defaults inside of a default', () => {
    const inner: Shape = { fields: { b: true }, defaults: { b: 1 } }
    expect(declaredFields({}, { fields: { a: inner }, defaults: { a: {} } })).toEqual({ a: { b: 1 } })
  })

  test('follows shapes that occur inside themselves', () => {
    const tree: Shape = { fields: { name: true, children: { items: { named: 'Tree' } } } }
    const sent = { name: 'a', children: [{ name: 'b', extra: 1, children: [] }] }
    expect(declaredFields(sent, { named: 'Tree' }, { named: { Tree: tree } })).toEqual({
      name: 'a',
      children: [{ name: 'b', children: [] }],
    })
  })

  test('cannot be given a prototype by a field of a map', () => {
    const sent: unknown = JSON.parse('{"__proto__": {"admin": true}, "a": 1}')
    const kept = declaredFields(sent, { fields: {}, others: { fields: { admin: true } } })
    expect(Object.getPrototypeOf(kept)).toBe(Object.prototype)
    expect(JSON.stringify(kept)).toBe('{"__proto__":{"admin":true},"a":1}')
  })
})
