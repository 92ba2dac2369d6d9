import type { Validator } from './validator.ts'
import { violationsOf } from './violations.ts'

/** Throws for a body of an operation's response that breaks the contract. */
export type ResponseCheck = (status: number, body: unknown) => void

/** The check of one operation, by the validators of its statuses. */
export function responseCheck(
  operation: string,
  validators: Readonly<Record<number, Validator>>,
): ResponseCheck {
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
