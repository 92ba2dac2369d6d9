import fc from 'fast-check'
import { type Operation, record } from '../checker/document.ts'
import { edgeValues, fieldsOf, wrongValues } from './schema-values.ts'
import type { Session } from './session.ts'
import type { TestRequest } from './test-request.ts'
import type { BodyRules } from './violations.ts'

/** One generated request, and whether its body meets the contract. */
interface Drawn {
  readonly asked: TestRequest
  readonly operation: Operation
  readonly bodyIsRight: boolean
}

/**
 * Requests generated from the contract's schemas. The same seed gives the same requests. None is a generation
 * that a backend may accept.
 */
export async function fuzz(
  session: Session,
  rules: BodyRules,
  { seed, requests }: { seed: number; requests: number },
): Promise<void> {
  if (requests === 0) return
  const one = fc.constantFrom(...session.checker.operations).chain((operation) => requestOf(operation, rules))
  for (const [index, drawn] of fc.sample(one, { seed, numRuns: requests }).entries()) {
    const { asked, operation, bodyIsRight } = drawn
    const tried = `${operation.operationId}, request ${index + 1} of the fuzz with seed ${seed}`
    const response = await session.send(tried, asked)
    if (response === undefined) continue
    const { code } = record(response.body)
    if (!bodyIsRight && response.status < 400)
      session.breach(tried, asked, [`responded with ${response.status} to a body that the contract rejects`])
    if (bodyIsRight && code === 'INVALID_JSON')
      session.breach(tried, asked, ['rejected as INVALID_JSON, though it is a JSON object'])
  }
}

function requestOf(operation: Operation, rules: BodyRules): fc.Arbitrary<Drawn> {
  return fc
    .record({
      id: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 80 }),
      query: fc.option(fc.string({ unit: 'grapheme', maxLength: 20 }), { nil: undefined }),
      requestId: fc.option(printable(130), { nil: undefined }),
      idempotencyKey: fc.option(printable(130), { nil: undefined }),
      body: bodyOf(operation, rules),
      withKey: fc.integer({ min: 0, max: 9 }).map((drawn) => drawn > 0),
    })
    .map(({ id, query, requestId, idempotencyKey, body, withKey }) => {
      const path = operation.path.replaceAll(/\{\w+\}/g, segmentOf(id))
      const search = query === undefined ? '' : `?surface=${segmentOf(query)}`
      const headers = {
        ...(requestId !== undefined && { 'X-Request-Id': requestId }),
        ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
      }
      const asked = {
        method: operation.method,
        path: path + search,
        headers,
        withKey,
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }
      const bodyIsRight = body === undefined || rules.oracle(operation.requestBody?.schema, body)
      return { asked, operation, bodyIsRight }
    })
}

/** Not empty, because a header of only spaces is absent on the wire. */
function printable(maxLength: number): fc.Arbitrary<string> {
  const visible = fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code))
  return fc.string({ unit: visible, minLength: 1, maxLength })
}

/** A path segment that no client resolves to a parent directory. */
function segmentOf(text: string): string {
  return encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, '?')).replace(/^\.{1,2}$/, 'dots')
}

/** A body with some fields right, some wrong and others unknown; a generation's is always rejected. */
function bodyOf(
  { requestBody, parameters }: Operation,
  { document, oracle }: BodyRules,
): fc.Arbitrary<Record<string, unknown> | undefined> {
  if (requestBody === undefined) return fc.constant(undefined)
  const fields = fieldsOf(document, requestBody.schema).map(({ name, schema }) => {
    const wrong = fc.oneof(fc.constantFrom(...wrongValues(schema, oracle)), fc.jsonValue({ maxDepth: 2 }))
    const value = fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(...edgeValues(schema, oracle)) },
      { weight: 1, arbitrary: wrong },
    )
    return [name, value] as const
  })
  const known = fc.record(Object.fromEntries(fields), { requiredKeys: [] })
  const others = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 2 })
  const costs = parameters.some(({ name }) => name === 'Idempotency-Key')
  return fc.tuple(known, others).map(([right, unknown]) => {
    const body: Record<string, unknown> = { ...unknown, ...right }
    // An object is an invalid value for every field of a generation.
    return costs && oracle(requestBody.schema, body) ? { ...body, resolution: {} } : body
  })
}
