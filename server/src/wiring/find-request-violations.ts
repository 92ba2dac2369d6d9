import { requestValidators, violationsOf } from '@mediagen/contract/validation'
import type { FindRequestViolations } from '../config/load-catalogue.ts'

/** The contract's own validators, as used for client requests. */
export const findRequestViolations: FindRequestViolations = (operation, body) => {
  const accepts = requestValidators[operation].body
  if (accepts === undefined || accepts(body)) return []
  return violationsOf(accepts.errors ?? []).map(({ path, message }) => `${path.slice(1)} ${message}`)
}
