import { readContract } from './contract.ts'
import { type ContractChecker, createContractChecker } from './contract-checker.ts'

export * from './contract-checker.ts'

let own: ContractChecker | undefined

/** The checker for the contract of this checkout, made at its first use. */
export function contractChecker(): ContractChecker {
  own ??= createContractChecker(readContract())
  return own
}
