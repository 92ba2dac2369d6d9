import { readJson } from '@mediagen/contract/edge'
import { ServiceError } from '@mediagen/contract/errors'
import type { Request, Response } from 'express'
import type Joi from 'joi'

/** The JSON body of a request, at most 64 KB. Throws INVALID_REQUEST that names each invalid field. */
export async function bodyOf<Body>(
  request: Request,
  response: Response,
  schema: Joi.ObjectSchema<Body>,
): Promise<Body> {
  return validated((await readJson(request, response)) ?? {}, schema)
}

/** Throws INVALID_REQUEST that names each invalid field. */
export function validated<Value>(given: unknown, schema: Joi.ObjectSchema<Value>): Value {
  const { value, error } = schema.validate(given, {
    abortEarly: false,
    errors: { label: false, wrap: { label: false } },
  })
  if (error === undefined) return value
  throw new ServiceError('INVALID_REQUEST', {
    details: error.details.map(({ path, message }) => ({ path: `/${path.join('/')}`, message })),
  })
}
