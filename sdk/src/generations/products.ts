import { checkNames } from '../core/check-names.js'
import { createEarlyError } from '../errors/api-error.js'
import { type OperationId, operations } from '../generated/operations.js'
import type { Product } from '../types/index.js'

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

/** Throws InvalidRequestError for what is no product. */
export function checkProduct(product: unknown): void {
  checkNames({ [String(product)]: true }, orderOperations, (name, advice) =>
    invalidField('product', `is ${name}: ${advice}`),
  )
}

/** Throws InvalidRequestError for a field that the contract does not have for this product, nor the SDK as one of `more`. */
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
