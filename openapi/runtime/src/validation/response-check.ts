import type { EdgeFacts } from '../facts.ts'
import { sentValue } from './int64.ts'
import { type ParameterForm, readParameters } from './parameter-values.ts'
import type { Validator } from './validator.ts'
import { violationsOf } from './violations.ts'

/** What a response has to meet. */
export interface ResponseRules {
  readonly body?: Validator
  readonly headers?: Validator
  /** The headers that are more than one text. */
  readonly headerForms?: readonly ParameterForm[]
}

/** Throws for an operation's response that breaks the contract. */
export type ResponseCheck = (status: number, body: unknown, headers: Readonly<Record<string, string>>) => void

/** The check of one operation, by the rules of its statuses. */
export function responseCheck(
  facts: Pick<EdgeFacts, 'int64'>,
  operation: string,
  rules: Readonly<Record<number, ResponseRules>>,
): ResponseCheck {
  const reject = (what: string, validator: Validator | undefined, value: unknown, status: number) => {
    if (validator === undefined || validator(value)) return
    const faults = violationsOf(validator.errors ?? []).map(
      ({ path, message }) => `${path || 'it'} ${message}`,
    )
    throw new Error(`${what} of ${operation} with status ${status} breaks the contract: ${faults.join('; ')}`)
  }
  return (status, body, headers) => {
    const own = rules[status]
    if (own?.body !== undefined) reject('The body', own.body, sentValue(facts, body ?? null), status)
    const sent = readParameters(own?.headerForms ?? [], 'header', { values: headers })
    reject('A header', own?.headers, sent, status)
  }
}
