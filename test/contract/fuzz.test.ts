import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { accountsOfFile, serviceOfFile } from './support/contract-service.ts'
import { type FieldRow, requestPaths, requestRows, smallestBody } from './support/specification.ts'

const service = serviceOfFile()
const anAccount = accountsOfFile(service)
type OperationId = keyof typeof requestRows
const operations = Object.keys(requestRows) as OperationId[]
const runs = 150

/** Texts with everything that texts can contain: lone surrogates, null characters, long and short ones. */
const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 70 }),
  fc.string({ unit: 'grapheme', maxLength: 70 }),
  fc.constantFrom('', '\u0000', '\ud800', '🦊'.repeat(2001), 'x'.repeat(65), "' OR 1=1 --", '__proto__'),
)

const anyValue = fc.oneof(
  { weight: 3, arbitrary: anyText },
  fc.jsonValue({ maxDepth: 4 }),
  fc.double(),
  fc.bigInt().map(Number),
  fc.constantFrom(1e308, -1e308, 5e-324, 2 ** 53, -0, Number.MAX_SAFE_INTEGER),
)

/** A value that the field accepts. */
function goodValue({ rule }: FieldRow): fc.Arbitrary<unknown> {
  switch (rule.kind) {
    case 'text':
      return fc.string({ unit: 'grapheme', minLength: 1, maxLength: 50 })
    case 'id':
      return fc.constantFrom('push-in', 'noir', 'none')
    case 'choice':
      return fc.constantFrom(...rule.values)
    case 'range':
      return fc.integer({ min: rule.minimum, max: rule.maximum })
    case 'numbers':
      return fc.constantFrom(...rule.values)
  }
}

/** Bodies that are valid in most fields, invalid in some, and include unknown ones. */
function bodiesOf(operation: OperationId): fc.Arbitrary<Record<string, unknown>> {
  const known = Object.fromEntries(
    requestRows[operation].map((row) => [
      row.field,
      fc.oneof({ weight: 4, arbitrary: goodValue(row) }, { weight: 1, arbitrary: anyValue }),
    ]),
  )
  return fc
    .tuple(fc.record(known, { requiredKeys: [] }), fc.dictionary(anyText, anyValue, { maxKeys: 3 }))
    .map(([fields, others]) => ({ ...others, ...fields }))
}

describe('whatever body is sent', () => {
  test.each(operations)('to %s gets 200 or a 4xx, and the balance moves only on 200', async (operation) => {
    const outcomes = new Map<number, number>()
    await fc.assert(
      fc.asyncProperty(bodiesOf(operation), fc.boolean(), async (generated, onOwnUpload) => {
        const account = await anAccount()
        const base = onOwnUpload ? smallestBody(operation, account.assetId) : {}
        const body = { ...base, ...generated }
        if (onOwnUpload && 'assetId' in base) body.assetId = account.assetId
        const before = await account.money()
        const { status } = await account.call('POST', requestPaths[operation], body)
        outcomes.set(status, (outcomes.get(status) ?? 0) + 1)
        expect(status === 200 || (status >= 400 && status < 500)).toBe(true)
        const after = await account.money()
        const isCharged = status === 200 && operation !== 'createUpload'
        expect(after.balance !== before.balance).toBe(isCharged)
        const sum = ({ balance, reserved }: typeof before) => Number(balance) + Number(reserved)
        expect(sum(after)).toBeCloseTo(sum(before), 6)
      }),
      { numRuns: runs },
    )
    // A fuzz that is always rejected, or never, has tested one side only.
    expect(outcomes.get(200) ?? 0).toBeGreaterThan(0)
    expect(outcomes.get(400) ?? 0).toBeGreaterThan(0)
    await service().expectBooksToAgree()
  })

  test('any JSON value, an object or not, gets 200 or a 4xx', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...operations),
        fc.oneof(fc.json({ maxDepth: 6 }), anyText),
        async (operation, text) => {
          const account = await anAccount()
          const response = await service().fetch(requestPaths[operation], {
            method: 'POST',
            headers: { Authorization: `Bearer ${account.apiKey}`, 'Content-Type': 'application/json' },
            body: text,
          })
          expect(response.status).toBe(400)
        },
      ),
      { numRuns: runs },
    )
  })

  test('any text as an id, a key or a query gets a status below 500', async () => {
    await fc.assert(
      fc.asyncProperty(anyText, async (text) => {
        const account = await anAccount()
        const encoded = encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, '?'))
        const visible = text.replaceAll(/[^ -~]/g, '?')
        for (const [method, path, headers] of [
          ['GET', `/api/v1/tasks/${encoded}x`, {}],
          ['POST', `/api/v1/uploads/${encoded}x/complete`, {}],
          ['GET', `/api/v1/effects?surface=${encoded}`, {}],
          ['GET', '/api/v1/me', { 'X-Request-Id': visible }],
          ['POST', requestPaths.generateImage, { 'Idempotency-Key': visible }],
        ] as const) {
          const body = method === 'POST' && path.startsWith('/api/v1/images') ? {} : undefined
          expect((await account.call(method, path, body, headers)).status).toBeLessThan(500)
        }
      }),
      { numRuns: runs },
    )
  })
})
