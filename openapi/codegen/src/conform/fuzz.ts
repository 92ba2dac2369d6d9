import fc from 'fast-check'
import type { Operation } from '../read/operations.ts'
import type { Session } from './scenario.ts'
import { rejectionOf } from './scenario.ts'
import { edgeValues, type Field, fieldsOf, wrongValues } from './schema-values.ts'
import type { TestRequest } from './test-request.ts'

/** One generated request, and whether its body meets the contract. */
interface Drawn {
  readonly asked: TestRequest
  readonly operation: Operation
  readonly bodyIsRight: boolean
}

/**
 * Requests generated from the contract's schemas. The same seed gives the same requests. The body is wrong where no
 * valid request may be sent.
 */
export async function fuzz(
  session: Session,
  sendsValid: (operation: Operation) => boolean,
  { seed, requests }: { readonly seed: number; readonly requests: number },
): Promise<void> {
  const operations = session.operations.filter(
    (operation) => operation.body === undefined || operation.body.kind === 'json',
  )
  if (requests === 0 || operations.length === 0) return
  const notJson = rejectionOf(session.scenario, 'no JSON').code
  const one = fc
    .constantFrom(...operations)
    .chain((operation) => requestOf(session, operation, sendsValid(operation)))
  for (const [index, drawn] of fc.sample(one, { seed, numRuns: requests }).entries()) {
    const { asked, operation, bodyIsRight } = drawn
    const tried = `${operation.operationId}, request ${index + 1} of the fuzz with seed ${seed}`
    const response = await session.send(tried, asked)
    if (response === undefined) continue
    if (!bodyIsRight && response.status < 400)
      session.breach(tried, asked, [`responded with ${response.status} to a body that the contract rejects`])
    if (bodyIsRight && notJson !== undefined && Object(response.body).code === notJson)
      session.breach(tried, asked, [`rejected as ${notJson}, though it is a JSON object`])
  }
}

function requestOf(session: Session, operation: Operation, maySucceed: boolean): fc.Arbitrary<Drawn> {
  const named = (place: string) =>
    operation.parameters.filter((parameter) => parameter.in === place).map(({ name }) => name)
  const texts = (names: readonly string[], text: fc.Arbitrary<string>) =>
    fc.record(Object.fromEntries(names.map((name) => [name, text])), { requiredKeys: [] })
  return fc
    .record({
      id: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 80 }),
      query: texts(named('query'), fc.string({ unit: 'grapheme', maxLength: 20 })),
      headers: texts(named('header'), printable(130)),
      body: bodyOf(session, operation, maySucceed),
      withKey: fc.integer({ min: 0, max: 9 }).map((drawn) => drawn > 0),
    })
    .map(({ id, query, headers, body, withKey }) => {
      const search = new URLSearchParams(
        Object.entries(query).map(([name, text]): [string, string] => [name, wellFormed(text ?? '')]),
      )
      const asked = {
        method: operation.method.toUpperCase(),
        path: `${operation.path.replaceAll(/\{\w+\}/g, segmentOf(id))}${search.size === 0 ? '' : `?${search}`}`,
        headers: { ...headers, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
        withKey,
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }
      const bodyIsRight = body === undefined || takes(session, operation, body)
      return { asked, operation, bodyIsRight }
    })
}

function takes(session: Session, { body }: Operation, value: unknown): boolean {
  return session.plain.faultsOf(body?.schema ?? {}, value).length === 0
}

/** Not empty, because a header of only spaces is absent on the wire. */
function printable(maxLength: number): fc.Arbitrary<string> {
  const visible = fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code))
  return fc.string({ unit: visible, minLength: 1, maxLength })
}

function wellFormed(text: string): string {
  return text.replaceAll(/\p{Surrogate}/gu, '?')
}

/** A path segment that no client resolves to a parent directory. */
function segmentOf(text: string): string {
  return encodeURIComponent(wellFormed(text)).replace(/^\.{1,2}$/, 'dots')
}

/** A body with some fields right, some wrong and others unknown. */
function bodyOf(
  session: Session,
  operation: Operation,
  maySucceed: boolean,
): fc.Arbitrary<Record<string, unknown> | undefined> {
  const { body } = operation
  if (body === undefined) return fc.constant(undefined)
  const { plain } = session
  const fields = fieldsOf(plain.contract, body.schema)
  const meets = (schema: Field['schema'], value: unknown) => plain.faultsOf(schema, value).length === 0
  const drawn = fields.map(({ name, schema }) => {
    const wrong = fc.oneof(fc.constantFrom(...wrongValues(schema, meets)), fc.jsonValue({ maxDepth: 2 }))
    const right = edgeValues(schema, meets)
    const value =
      right.length === 0
        ? wrong
        : fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...right) }, { weight: 1, arbitrary: wrong })
    return [name, value] as const
  })
  const known = fc.record(Object.fromEntries(drawn), { requiredKeys: [] })
  const others = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 2 })
  const [spoiler] = fields.flatMap(({ name, schema }) =>
    wrongValues(schema, meets).map((value) => ({ [name]: value })),
  )
  return fc.tuple(known, others).map(([right, unknown]) => {
    const made: Record<string, unknown> = { ...unknown, ...right }
    return !maySucceed && takes(session, operation, made) ? { ...made, ...spoiler } : made
  })
}
