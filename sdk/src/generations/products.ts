import { checkNames } from '../core/check-names.js'
import { createEarlyError } from '../errors/api-error.js'
import { type OperationId, operations } from '../generated/operations.js'
import type { Product, VideoGenerationRequest, VideoTransformationRequest } from '../types/index.js'

/** The operation that orders each product. */
const orderOperations = {
  'image.generate': 'generateImage',
  'image.transform': 'transformImage',
  'video.generate': 'generateVideo',
  'video.transform': 'transformVideo',
} as const satisfies Record<Product, OperationId>

/** What the contract says of the operation that orders a product. */
export function orderOf(product: Product) {
  return operations[orderOperations[product]]
}

type Seconds<Request extends { durationSeconds?: number | undefined }> = Readonly<
  Record<NonNullable<Request['durationSeconds']>, true>
>

const secondsOfGenerations: Seconds<VideoGenerationRequest> = {
  4: true,
  5: true,
  6: true,
  7: true,
  8: true,
  9: true,
  10: true,
  11: true,
  12: true,
  13: true,
  14: true,
  15: true,
}
const secondsOfTransformations: Seconds<VideoTransformationRequest> = { 5: true, 8: true }

/** Throws InvalidRequestError for what is no product. */
export function checkProduct(product: unknown): void {
  checkValue('product', product, orderOperations)
}

/** Throws InvalidRequestError for a length that no video of the product has. */
export function checkSeconds(product: Product, seconds: unknown): void {
  const known = product === 'video.generate' ? secondsOfGenerations : secondsOfTransformations
  if (seconds !== undefined) checkValue('durationSeconds', seconds, known)
}

function checkValue(field: string, value: unknown, known: Readonly<Record<string, unknown>>): void {
  checkNames({ [String(value)]: true }, known, (name, advice) => invalidField(field, `is ${name}: ${advice}`))
}

/**
 * Throws InvalidRequestError for a field that the contract does not have for this product, nor the SDK as one of
 * `more`.
 */
export function checkFields(product: Product, request: object, ...more: string[]): void {
  const names = [...orderOf(product).bodyFields, ...more]
  checkNames(request, Object.fromEntries(names.map((name) => [name, true])), (name, advice) =>
    invalidField(name, `is not a field of ${product}: ${advice}`),
  )
}

/** The error of the service for a field, before anything is sent. */
export function invalidField(name: string, problem: string): Error {
  return createEarlyError(400, 'INVALID_REQUEST', `${name} ${problem}`, [
    { path: `/${name}`, message: problem },
  ])
}
