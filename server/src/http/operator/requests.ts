import { readJson } from '@mediagen/contract/edge'
import { ServiceError } from '@mediagen/contract/errors'
import type { Request, Response } from 'express'
import Joi from 'joi'
import { parseAccountName, parseAccountSearch, parseReference } from '../../core/domain/accounts/labels.ts'
import { Usd } from '../../core/domain/money/usd.ts'
import type { ProductName } from '../../core/domain/products.ts'
import { type TaskStatus, taskStatuses } from '../../core/domain/tasks/task-states.ts'
import { parseReason } from '../../operator/actions.ts'
import { parseCredit, parseDebit } from '../../operator/change-balance.ts'
import type { KeyChanges } from '../../operator/key-changes.ts'
import {
  parseExpiry,
  parseKeyName,
  parseOverlapHours,
  parseProducts,
  parseRate,
} from '../../operator/key-values.ts'
import type { LabelChanges } from '../../operator/open-account.ts'
import { type AccountLimitChanges, parseAccountLimit } from '../../operator/set-account-limits.ts'

const limitDefault = 50
const limitMax = 200

const limit = Joi.number().integer().min(1).max(limitMax).default(limitDefault)
const id = Joi.string()
  .pattern(/^[0-9a-z]{1,64}$/)
  .messages({ 'string.pattern.base': 'must be an id, or the beginning of one' })
const cursor = Joi.string()
  .pattern(/^[0-9a-z.]{1,64}$/)
  .messages({ 'string.pattern.base': 'must be the "next" of another page' })
const amountBy = (parse: (text: string) => Usd) =>
  Joi.string()
    .required()
    .custom((text: string) => parse(text))
    .messages({ 'any.custom': '{{#error.message}}' })

const textBy = (parse: (text: string) => unknown) =>
  Joi.string()
    .custom((text: string) => parse(text))
    .messages({ 'any.custom': '{{#error.message}}' })

export const accountsQuery = Joi.object<{ search?: string; cursor?: string; limit: number }>({
  search: textBy(parseAccountSearch),
  cursor,
  limit,
})
export const tasksQuery = Joi.object<{
  status?: TaskStatus
  account?: string
  cursor?: string
  limit: number
}>({ status: Joi.valid(...taskStatuses), account: id, cursor, limit })
export const overviewQuery = Joi.object<{ days: number }>({
  days: Joi.number().integer().min(1).max(31).default(14),
})
export const auditQuery = Joi.object<{ account?: string; cursor?: string; limit: number }>({
  account: id,
  cursor: Joi.string()
    .pattern(/^\d{1,18}$/)
    .messages({ 'string.pattern.base': 'must be the "next" of another page' }),
  limit,
})
export const signInBody = Joi.object<{ token: string }>({ token: Joi.string().required().max(1_000) })
const labels = { name: textBy(parseAccountName), reference: textBy(parseReference) }
export const accountBody = Joi.object<{ balance: Usd; name?: string; reference?: string }>({
  balance: amountBy(Usd.parse),
  ...labels,
})
/** New labels of an account; null removes one. */
export const accountChangesBody = Joi.object<LabelChanges>(labels).fork(['name', 'reference'], (label) =>
  label.allow(null),
)
export const creditBody = Joi.object<{ amount: Usd; reason?: string }>({
  amount: amountBy(parseCredit),
  reason: textBy(parseReason),
})
export const reasonBody = Joi.object<{ reason?: string }>({ reason: textBy(parseReason) })
export const debitBody = Joi.object<{ amount: Usd; reason?: string }>({
  amount: amountBy(parseDebit),
  reason: textBy(parseReason),
})
const keyProperties = {
  name: textBy(parseKeyName),
  expiresAt: textBy((text) => parseExpiry(text)),
  products: textBy(parseProducts),
  readOnly: Joi.boolean().strict(),
  dayLimit: textBy(parseCredit),
  totalLimit: textBy(parseCredit),
  requestsPerMinute: textBy(parseRate),
}
interface KeyBody {
  readonly name?: string | null
  readonly expiresAt?: number | null
  readonly products?: readonly ProductName[] | null
  readonly readOnly?: boolean
  readonly dayLimit?: Usd | null
  readonly totalLimit?: Usd | null
  readonly requestsPerMinute?: number | null
}
/** The properties of a new key. */
export const keyBody = Joi.object<KeyBody>(keyProperties)
/** New properties of a key; null removes one. */
export const keyChangesBody = Joi.object<KeyBody>(keyProperties).fork(
  Object.keys(keyProperties).filter((name) => name !== 'readOnly'),
  (property) => property.allow(null),
)
export const rotationBody = Joi.object<{ overlapHours: number }>({
  overlapHours: textBy(parseOverlapHours).required(),
})

export function changesOf({ expiresAt, readOnly, ...same }: KeyBody): KeyChanges {
  return { ...same, expiresAtMs: expiresAt, isReadOnly: readOnly }
}

/** New limits of an account; one that is left out stays. */
export const accountLimitsBody = Joi.object<AccountLimitChanges>({
  tasksOpenMax: textBy(parseAccountLimit),
  tasksRunningMax: textBy(parseAccountLimit),
}).or('tasksOpenMax', 'tasksRunningMax')

export const emptyBody = Joi.object<Record<string, never>>({})

/** The query of a request. Throws INVALID_REQUEST that names each invalid parameter. */
export function queryOf<Query>(request: Request, schema: Joi.ObjectSchema<Query>): Query {
  return validated(request.query, schema)
}

/** The JSON body of a request, at most 64 KB. Throws INVALID_REQUEST that names each invalid field. */
export async function bodyOf<Body>(
  request: Request,
  response: Response,
  schema: Joi.ObjectSchema<Body>,
): Promise<Body> {
  return validated((await readJson(request, response)) ?? {}, schema)
}

/** The key that names an action, so that a second click does not perform it twice. Throws INVALID_REQUEST. */
export function idempotencyKeyOf(request: Request): string {
  const key = request.get('Idempotency-Key') ?? ''
  if (/^[ -~]{1,128}$/.test(key)) return key
  throw new ServiceError('INVALID_REQUEST', {
    details: [{ path: '/Idempotency-Key', message: 'must have 1 to 128 visible ASCII characters' }],
  })
}

function validated<Value>(given: unknown, schema: Joi.ObjectSchema<Value>): Value {
  const { value, error } = schema.validate(given, {
    abortEarly: false,
    errors: { label: false, wrap: { label: false } },
  })
  if (error === undefined) return value
  throw new ServiceError('INVALID_REQUEST', {
    details: error.details.map(({ path, message }) => ({ path: `/${path.join('/')}`, message })),
  })
}
