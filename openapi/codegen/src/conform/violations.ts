import { type ContractDocument, isRecord, type Operation, record } from '../checker/document.ts'
import { edgeValues, type Field, fieldsOf, type Oracle, show, wrongValues } from './schema-values.ts'
import type { Session, TestResponse } from './session.ts'

/** The inputs of the checks of request bodies. */
export interface BodyRules {
  readonly document: ContractDocument
  readonly oracle: Oracle
}

/**
 * Violates every constraint of every field of an operation's body, and tests every bound from inside. A
 * conforming backend accepts none of these requests, so they cost nothing: if the values under test are
 * valid, another field of the same request is not.
 */
export async function checkViolations(
  session: Session,
  operation: Operation,
  rules: BodyRules,
): Promise<void> {
  const { requestBody } = operation
  if (requestBody === undefined) return
  const fields = fieldsOf(rules.document, requestBody.schema)
  const example = record(operation.requestExamples[0]?.value)
  await checkMissing(session, operation, fields)
  const wrong = new Map(fields.map((field) => [field, wrongValues(field.schema, rules.oracle)]))
  const rounds = Math.max(0, ...[...wrong.values()].map((values) => values.length))
  for (let round = 0; round < rounds; round += 1) {
    const spoilt = fields.flatMap((field) => {
      const values = wrong.get(field) ?? []
      return round < values.length ? [{ name: field.name, value: values[round] }] : []
    })
    await sendSpoilt(session, operation, example, spoilt)
  }
  await checkBounds(session, operation, fields, rules)
}

async function checkMissing(session: Session, operation: Operation, fields: readonly Field[]): Promise<void> {
  const required = fields.filter((field) => field.required).map(({ name }) => name)
  if (required.length === 0) return
  await session.send(`${operation.operationId} without its required fields`, post(operation, {}), {
    status: 400,
    code: 'INVALID_REQUEST',
    faults: (response) => unnamed(response, required),
  })
}

interface Spoilt {
  readonly name: string
  readonly value: unknown
}

/**
 * All wrong fields go in one request, because generations are limited per minute. A backend may stop at the
 * first, so fields that it does not name are sent again separately.
 */
async function sendSpoilt(
  session: Session,
  operation: Operation,
  example: Readonly<Record<string, unknown>>,
  spoilt: readonly Spoilt[],
): Promise<void> {
  const expected = { status: 400, code: 'INVALID_REQUEST' }
  const bodyOf = (wrong: readonly Spoilt[]) => ({
    ...example,
    ...Object.fromEntries(wrong.map(({ name, value }) => [name, value])),
  })
  const values = spoilt.map(({ name, value }) => `${name} = ${show(value)}`).join(', ')
  const response = await session.send(
    `${operation.operationId} with ${values}`,
    post(operation, bodyOf(spoilt)),
    expected,
  )
  if (response === undefined || spoilt.length < 2) return
  const named = response.status === 400 ? namedIn(response) : []
  for (const one of spoilt.filter(({ name }) => !named.includes(name))) {
    await session.send(
      `${operation.operationId} with ${one.name} = ${show(one.value)}`,
      post(operation, bodyOf([one])),
      { ...expected, faults: (alone) => unnamed(alone, [one.name]) },
    )
  }
}

/** Values on the bounds together with an invalid one: only the invalid one may be named. */
async function checkBounds(
  session: Session,
  operation: Operation,
  fields: readonly Field[],
  { oracle }: BodyRules,
): Promise<void> {
  const [first, ...others] = fields
  const last = others.at(-1)
  if (first === undefined || last === undefined) return
  for (const [anchor, probed] of [
    [last, fields.slice(0, -1)],
    [first, [last]],
  ] as const) {
    const [wrong] = wrongValues(anchor.schema, oracle)
    const edges = probed.map((field) => ({ field, values: edgeValues(field.schema, oracle) }))
    const rounds = Math.max(0, ...edges.map(({ values }) => values.length))
    for (let round = 0; round < rounds; round += 1) {
      const right = Object.fromEntries(
        edges.flatMap(({ field, values }) =>
          round < values.length ? [[field.name, values[round]] as const] : [],
        ),
      )
      const values = Object.entries(right).map(([name, value]) => `${name} = ${show(value)}`)
      await session.send(
        `${operation.operationId} with ${values.join(', ')}, all right, and a wrong ${anchor.name}`,
        post(operation, { ...record(operation.requestExamples[0]?.value), ...right, [anchor.name]: wrong }),
        {
          status: 400,
          code: 'INVALID_REQUEST',
          faults: (response) => [
            ...unnamed(response, [anchor.name]),
            ...rejectedThough(response, Object.keys(right)),
          ],
        },
      )
    }
  }
}

function post({ method, path }: Operation, body: unknown) {
  return {
    method,
    path: path.replaceAll(/\{\w+\}/g, 'any'),
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  }
}

/** The fields that an error's details name. */
function namedIn({ body }: TestResponse): string[] {
  const { details } = record(body)
  if (!Array.isArray(details)) return []
  return details.flatMap((detail) => (isRecord(detail) ? [String(detail.path).split('/')[1] ?? ''] : []))
}

function unnamed(response: TestResponse, names: readonly string[]): string[] {
  const named = namedIn(response)
  return names.filter((name) => !named.includes(name)).map((name) => `details do not name /${name}`)
}

function rejectedThough(response: TestResponse, names: readonly string[]): string[] {
  const named = namedIn(response)
  return names
    .filter((name) => named.includes(name))
    .map((name) => `details name /${name}, whose value the contract allows`)
}
