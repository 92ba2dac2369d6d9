import { record } from '../../checker/document.ts'
import type { Operation } from '../../read/operations.ts'
import { fieldsOf, wrongValues } from '../schema-values.ts'
import type { PlainContract } from './plain-contract.ts'
import { requestOf, type Values, validValues, wrongTexts } from './requests.ts'
import type { PlainSession } from './session.ts'

export interface CheckOptions {
  readonly key: string | undefined
  /** Whether valid requests of methods other than GET and HEAD are left out. */
  readonly readOnly: boolean
}

/** Credentials, parameters and body of one operation: each wrong once, then all of them valid. */
export async function checkOperation(
  session: PlainSession,
  plain: PlainContract,
  operation: Operation,
  { key, readOnly }: CheckOptions,
): Promise<void> {
  const { operationId, method, security } = operation
  const values = validValues(plain, operation)
  if (values === undefined) return session.untriable(operationId)
  const request = (changed: Partial<Values> = {}, credential = key) =>
    requestOf(plain, operation, { ...values, ...changed }, credential)
  const isSecured = security.length > 0 && security.every((rule) => Object.keys(rule).length > 0)
  if (isSecured) {
    await session.rejected(
      operation,
      'without credentials',
      requestOf(plain, operation, values, undefined),
      [401],
    )
    if (key === undefined)
      return session.remark(`${operationId} was tried without credentials only: --key names some`)
  }
  for (const parameter of operation.parameters.filter(({ atEdge }) => !atEdge)) {
    const { name, in: place } = parameter
    for (const text of wrongTexts(plain, parameter.schema)) {
      const parameters = new Map([...values.parameters, [parameter, text] as const])
      await session.rejected(
        operation,
        `with a wrong ${name}`,
        request({ parameters }),
        place === 'path' ? [400, 404, 414, 422, 431] : [400, 414, 422, 431],
      )
    }
    if (parameter.required !== true || place === 'path') continue
    const parameters = new Map([...values.parameters].filter(([other]) => other !== parameter))
    await session.rejected(operation, `without ${name}`, request({ parameters }), [400, 422])
  }
  if (values.body !== undefined)
    await checkBody(session, plain, operation, values.body, (body) => request({ body }))
  if (readOnly && method !== 'get' && method !== 'head') return
  await session.accepted(operation, request())
}

type RequestWith = (body: unknown) => ReturnType<typeof requestOf>

async function checkBody(
  session: PlainSession,
  plain: PlainContract,
  operation: Operation,
  valid: unknown,
  request: RequestWith,
): Promise<void> {
  const { body } = operation
  if (body === undefined) return
  const rejects = (value: unknown) => plain.faultsOf(body.schema, value).length > 0
  const whole = request(valid)
  await session.rejected(operation, 'with malformed JSON', { ...whole, body: '{' }, [400, 422])
  await session.rejected(
    operation,
    'with a body of another type',
    { ...whole, headers: { ...whole.headers, 'Content-Type': 'application/x-conform' } },
    [400, 415, 422],
  )
  if (body.required) {
    const { body: _, ...without } = whole
    await session.rejected(operation, 'without a body', without, [400, 415, 422])
  }
  const schema = { ...plain.contract, paths: {}, components: { ...plain.contract.components } }
  const example = record(valid)
  for (const field of fieldsOf(schema, body.schema)) {
    const { [field.name]: _, ...without } = example
    if (rejects(without))
      await session.rejected(operation, `without the field ${field.name}`, request(without), [400, 422])
    const wrong = wrongValues(field.schema, (_schema, value) => !rejects({ ...example, [field.name]: value }))
    for (const value of wrong)
      await session.rejected(
        operation,
        `with ${field.name} = ${JSON.stringify(value).slice(0, 40)}`,
        request({ ...example, [field.name]: value }),
        [400, 422],
      )
  }
}
