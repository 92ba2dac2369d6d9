import { type ContractChecker, createContractChecker } from '../codegen/src/checker/contract-checker.ts'
import { readContract } from './contract.ts'

export * from '../codegen/src/checker/contract-checker.ts'

let own: ContractChecker | undefined

/** The checker for the contract of this checkout, made at its first use. */
export function contractChecker(): ContractChecker {
  own ??= createContractChecker(readContract())
  return own
}
