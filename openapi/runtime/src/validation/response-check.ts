import type { OperationId } from '../generated/operations.js'
import { violationsOf } from './violations.js'

/** Throws for a body of an operation's response that breaks the contract. */
export type ResponseCheck = (status: number, body: unknown) => void

/** The check of one operation. Its validators are loaded here, because production needs none. */
export async function responseCheckOf(operation: OperationId): Promise<ResponseCheck> {
  const { responseValidators } = await import('../generated/response-checks.js')
  const validators = responseValidators[operation]
  return (status, body) => {
    const validator = validators[status]
    // What is sent: a Date is a text by then.
    if (validator === undefined || validator(JSON.parse(JSON.stringify(body ?? null)))) return
    const faults = violationsOf(validator.errors ?? []).map(
      ({ path, message }) => `${path || 'it'} ${message}`,
    )
    throw new Error(
      `The body of ${operation} with status ${status} breaks the contract: ${faults.join('; ')}`,
    )
  }
}
