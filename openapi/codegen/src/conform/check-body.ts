import type { Operation } from '../read/operations.ts'
import { record } from '../read/record.ts'
import { sendRejected } from './rejected.ts'
import type { Session } from './scenario.ts'
import { edgeValues, type Field, fieldsOf, show, wrongValues } from './schema-values.ts'
import type { TestRequest } from './test-request.ts'

type RequestWith = (body: unknown) => TestRequest

/** The body of one operation, its framing and each of its fields wrong. */
export async function checkBody(
  session: Session,
  operation: Operation,
  valid: unknown,
  request: RequestWith,
): Promise<void> {
  const { body } = operation
  if (body === undefined) return
  await checkFraming(session, operation, request(valid))
  const fields = fieldsOf(session.plain.contract, body.schema)
  const checked = { session, operation, fields, example: record(valid), request }
  await checkMissing(checked)
  await checkWrong(checked)
  if (session.scenario.namedFields !== undefined) await checkBounds(checked)
}

/** The size of a body, its type, and whether it is JSON, and an object where it has to be one. */
async function checkFraming(session: Session, operation: Operation, whole: TestRequest): Promise<void> {
  const send = (wrong: Parameters<typeof sendRejected>[1], tried: string, asked: TestRequest) =>
    sendRejected(session, wrong, { operation, tried, asked })
  await send('media type', 'with a body of another type', {
    ...whole,
    headers: { ...whole.headers, 'Content-Type': 'application/x-conform' },
  })
  for (const body of ['{', '{"a":1}}']) await send('no JSON', `with the body ${body}`, { ...whole, body })
  const takes = (value: unknown) => session.plain.faultsOf(operation.body?.schema ?? {}, value).length === 0
  for (const value of [[], null, 'text'])
    if (!takes(value)) {
      const body = JSON.stringify(value)
      await send('no object', `with the body ${body}`, { ...whole, body })
    }
  if (operation.body?.required === true) {
    const { body: _, ...without } = whole
    await send('no body', 'without a body', without)
  }
  const bytesMax = session.plain.bodyBytesMax
  if (bytesMax === undefined) return
  const tooLarge = `{}${' '.repeat(bytesMax - 1)}`
  await send('too large', `with a body of ${tooLarge.length} bytes`, { ...whole, body: tooLarge })
  // No JSON, so that no backend can accept it.
  const largest = { ...whole, body: '{'.padEnd(bytesMax) }
  const tried = `${operation.operationId} with a body of ${bytesMax} bytes`
  const response = await session.send(tried, largest)
  if (response?.status === 413)
    session.breach(tried, largest, ['rejected as too large, at the size that the contract allows'])
}

interface Checked {
  readonly session: Session
  readonly operation: Operation
  readonly fields: readonly Field[]
  readonly example: Readonly<Record<string, unknown>>
  readonly request: RequestWith
}

/** Whether the contract rejects the example with these changes. */
function rejects(
  { session, operation, example }: Checked,
  changes: Readonly<Record<string, unknown>>,
): boolean {
  return session.plain.faultsOf(operation.body?.schema ?? {}, { ...example, ...changes }).length > 0
}

async function checkMissing(checked: Checked): Promise<void> {
  const { session, operation, fields, example, request } = checked
  for (const { name } of fields) {
    const { [name]: _, ...without } = example
    if (session.plain.faultsOf(operation.body?.schema ?? {}, without).length === 0) continue
    const asked = request(without)
    await sendRejected(session, 'field', { operation, tried: `without the field ${name}`, asked }, [name])
  }
}

interface Spoilt {
  readonly name: string
  readonly value: unknown
}

/**
 * Violates every constraint of every field. Where rejections name fields, all of them are wrong in one request, because
 * backends limit some operations; a backend may stop at the first, so fields that it does not name are sent again
 * alone.
 */
async function checkWrong(checked: Checked): Promise<void> {
  const { session, operation, fields, example, request } = checked
  const { namedFields } = session.scenario
  const wrong = fields.map(({ name, schema }) => ({
    name,
    values: wrongValues(schema, (_schema, value) => !rejects(checked, { [name]: value })),
  }))
  const send = (spoilt: readonly Spoilt[], names: readonly string[]) => {
    const values = spoilt.map(({ name, value }) => `${name} = ${show(value)}`).join(', ')
    const body = { ...example, ...Object.fromEntries(spoilt.map(({ name, value }) => [name, value])) }
    return sendRejected(session, 'field', { operation, tried: `with ${values}`, asked: request(body) }, names)
  }
  for (const spoilt of roundsOf(wrong)) {
    const isOne = namedFields === undefined || spoilt.length === 1
    const response = isOne ? undefined : await send(spoilt, [])
    const named = response?.status === 400 ? (namedFields?.(response) ?? []) : []
    for (const one of spoilt.filter(({ name }) => !named.includes(name))) await send([one], [one.name])
  }
}

/** The first value of every field, then the second, and so on. */
function roundsOf(
  fields: readonly { readonly name: string; readonly values: readonly unknown[] }[],
): Spoilt[][] {
  const count = Math.max(0, ...fields.map(({ values }) => values.length))
  return Array.from({ length: count }, (_, round) =>
    fields.flatMap(({ name, values }) => (round < values.length ? [{ name, value: values[round] }] : [])),
  )
}

/** Values on the bounds together with an invalid one: only the invalid one may be named. */
async function checkBounds(checked: Checked): Promise<void> {
  const { session, operation, fields, example, request } = checked
  const takes = (name: string) => (_schema: unknown, value: unknown) => !rejects(checked, { [name]: value })
  const [first] = fields
  const last = fields.at(-1)
  if (first === undefined || last === undefined || first === last) return
  for (const [anchor, probed] of [
    [last, fields.slice(0, -1)],
    [first, [last]],
  ] as const) {
    const [wrong] = wrongValues(anchor.schema, takes(anchor.name))
    const edges = probed.map(({ name, schema }) => ({ name, values: edgeValues(schema, takes(name)) }))
    for (const round of roundsOf(edges)) {
      const right = Object.fromEntries(round.map(({ name, value }) => [name, value]))
      const values = round.map(({ name, value }) => `${name} = ${show(value)}`).join(', ')
      const tried = `with ${values}, all right, and a wrong ${anchor.name}`
      const asked = request({ ...example, ...right, [anchor.name]: wrong })
      await sendRejected(session, 'field', { operation, tried, asked }, [anchor.name], Object.keys(right))
    }
  }
}
