import type { Express } from 'express'
import { type ContractAppOptions, contractApp } from './contract-app.js'
import type { ExactResponses } from './exact-responses.js'
import type { Apis } from './generated/apis.js'

export type { ContractAppOptions }

/**
 * The contract as an Express app that does not listen yet. It rejects requests that break the contract and
 * calls `apis` with those that meet it; the operations of a missing tag respond with 501. Keeps no state
 * beyond its arguments. An implementation made with `satisfies` does not compile where a response has a field
 * too many; one under a type annotation does.
 */
export function createContractApp<Given extends Partial<Apis>>(
  apis: Given & ExactResponses<Given>,
  ...[options]: object extends ContractAppOptions
    ? [options?: ContractAppOptions]
    : [options: ContractAppOptions]
): Express {
  return contractApp(apis, { ...options })
}
