import { ServiceError } from '@mediagen/contract/errors'
import { type OperationId, operations } from '@mediagen/contract/operations'
import type { Request } from 'express'
import { operationOf, type ProductName, productNames } from '../../core/domain/products.ts'
import type { KeyOwner } from '../../use-cases/accounts/authenticate.ts'
import type { UseCases } from '../../use-cases/use-cases.ts'
import { isOperation } from './is-operation.ts'

/**
 * Finds the owner of a request's key. Throws KEY_NOT_PERMITTED, before the body is read, if the key may only
 * read or not order the product.
 */
export function authenticateFor({ authenticate }: Pick<UseCases, 'authenticate'>) {
  return async (
    apiKey: string,
    _scopes: readonly string[],
    { operation }: Request,
  ): Promise<KeyOwner | undefined> => {
    const owner = await authenticate(apiKey)
    if (owner !== undefined && isOperation(operation) && !isPermitted(owner, operation))
      throw new ServiceError('KEY_NOT_PERMITTED')
    return owner
  }
}

const productOf = new Map<string, ProductName>(productNames.map((name) => [operationOf[name], name]))

function isPermitted({ isReadOnly = false, products }: KeyOwner, operation: OperationId): boolean {
  if (isReadOnly && operations[operation].method !== 'get') return false
  const product = productOf.get(operation)
  return product === undefined || products === undefined || products.includes(product)
}
