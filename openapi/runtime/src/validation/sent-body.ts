import { type EdgeFacts, forStatus } from '../facts.ts'
import { dropFields } from './hidden-fields.ts'
import { sentValue } from './int64.ts'

/** The body of a response without the fields that the contract declares writeOnly. */
export function withoutHiddenFields(
  facts: EdgeFacts,
  operation: string | undefined,
  status: number,
  body: unknown,
): unknown {
  const { hiddenFields, namedHiddenFields } = facts
  const hidden = forStatus(operation === undefined ? undefined : hiddenFields[operation], status)
  if (hidden === undefined || body === undefined) return body
  // What would be sent, so that objects with a toJSON of their own hide nothing from this.
  const sent = sentValue(facts, body)
  dropFields(sent, hidden, namedHiddenFields)
  return sent
}
