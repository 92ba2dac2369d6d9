import type { Request, Response } from 'express'
import Joi from 'joi'
import { type Field, idempotencyKey } from '../../operator/operations/fields.ts'
import type { AnyOperation } from '../../operator/operations/operation.ts'
import { operations } from '../../operator/operations/operations.ts'
import { bodyOf, validated } from './requests.ts'

/** An operation of the API. */
export interface Endpoint {
  readonly method: 'get' | 'post'
  /** With `{name}` for a parameter. */
  readonly path: string
  readonly operation: AnyOperation
  /** The operation's input. Throws INVALID_REQUEST that names each invalid field. */
  readonly readInput: (request: Request, response: Response) => Promise<Readonly<Record<string, unknown>>>
}

const all: readonly AnyOperation[] = operations

/** Names an action, so that a second click does not perform it twice. */
const keyHeader = 'Idempotency-Key'
const keySchema = Joi.object({ [keyHeader]: schemaOf({ ...idempotencyKey, isRequired: true }) })

/** Reads first, which is also the order in an Allow header. */
export const endpoints: readonly Endpoint[] = all
  .flatMap((operation) => (operation.http === undefined ? [] : [endpointOf(operation, operation.http)]))
  .sort((one, other) => one.method.localeCompare(other.method))

function endpointOf(operation: AnyOperation, http: string): Endpoint {
  const [method, path = ''] = http.split(' ')
  const { input, nothing } = operation
  const hasKey = 'idempotencyKey' in input
  const fields = Object.entries(input).filter(
    ([name]) => name !== 'idempotencyKey' && !path.includes(`{${name}}`),
  )
  let schema = Joi.object(Object.fromEntries(fields.map(([name, field]) => [name, schemaOf(field)])))
  if (nothing !== undefined) schema = schema.or(...fields.map(([name]) => name))
  for (const [name, { conflicts }] of fields)
    if (conflicts !== undefined) schema = schema.without(name, [...conflicts])
  return {
    method: method === 'GET' ? 'get' : 'post',
    path,
    operation,
    readInput: async (request, response) => ({
      ...(method === 'GET' ? validated(request.query, schema) : await bodyOf(request, response, schema)),
      ...request.params,
      ...(hasKey && {
        idempotencyKey: validated({ [keyHeader]: request.get(keyHeader) }, keySchema)[keyHeader],
      }),
    }),
  }
}

function schemaOf({ parse, isRequired, removedBy }: Field<unknown>): Joi.Schema {
  if (parse === undefined) return Joi.boolean().strict()
  const text = Joi.string()
    .custom((text: string) => parse(text))
    .messages({ 'any.custom': '{{#error.message}}' })
  const value = removedBy === undefined ? text : text.allow(null)
  return isRequired ? value.required() : value
}
