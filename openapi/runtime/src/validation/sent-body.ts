import { hiddenFields, namedHiddenFields } from '../generated/hidden-fields.js'
import { dropFields } from './hidden-fields.js'

/** The body of a response without the fields that the contract declares writeOnly. */
export function withoutHiddenFields(operation: string | undefined, status: number, body: unknown): unknown {
  const byStatus = operation === undefined ? undefined : hiddenFields[operation]
  const hidden = byStatus?.[status] ?? byStatus?.[`${Math.trunc(status / 100)}XX`] ?? byStatus?.default
  if (hidden === undefined || body === undefined) return body
  // What would be sent, so that objects with a toJSON of their own hide nothing from this.
  const sent: unknown = JSON.parse(JSON.stringify(body))
  dropFields(sent, hidden, namedHiddenFields)
  return sent
}
