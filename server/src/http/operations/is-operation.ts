import { type OperationId, operations } from '@mediagen/contract/operations'

/** Whether a name is that of an operation of the contract, and not of another path. */
export function isOperation(name: string | undefined): name is OperationId {
  return name !== undefined && Object.hasOwn(operations, name)
}
