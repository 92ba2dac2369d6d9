import type { Contract } from './contract.ts'
import { record } from './record.ts'

/** The value of a limit in `x-limits`; undefined where the contract does not say. */
export function declaredLimit(contract: Contract, name: string): number | undefined {
  const { value } = record(record(contract['x-limits'])[name])
  return typeof value === 'number' ? value : undefined
}
