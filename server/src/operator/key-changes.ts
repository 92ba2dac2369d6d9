import type { KeyProperties } from '../core/domain/accounts/api-key.ts'
import { toTimestamp } from '../core/domain/clock.ts'
import type { AuditDetails } from '../database/operator/audit-entries.ts'

/** New values of a key's properties: null removes one, and a missing one stays as it is. */
export type KeyChanges = { readonly [Name in keyof KeyProperties]: KeyProperties[Name] | null }

/** A key's properties after a change. */
export function changedBy(properties: KeyProperties, changes: KeyChanges): KeyProperties {
  return {
    name: chosen(properties.name, changes.name),
    expiresAtMs: chosen(properties.expiresAtMs, changes.expiresAtMs),
    products: chosen(properties.products, changes.products),
    isReadOnly: chosen(properties.isReadOnly, changes.isReadOnly),
    requestsPerMinute: chosen(properties.requestsPerMinute, changes.requestsPerMinute),
    dayLimit: chosen(properties.dayLimit, changes.dayLimit),
    totalLimit: chosen(properties.totalLimit, changes.totalLimit),
  }
}

function chosen<Value>(kept: Value | undefined, changed: Value | null | undefined): Value | undefined {
  return changed === undefined ? kept : (changed ?? undefined)
}

/** What the audit table says of properties: those that are given, and "none" for a removed one. */
export function detailsOf(changes: KeyChanges): AuditDetails {
  return {
    name: textOf(changes.name, (name) => name),
    expiresAt: textOf(changes.expiresAtMs, toTimestamp),
    products: textOf(changes.products, (products) => products.join(' ')),
    readOnly: textOf(changes.isReadOnly, (isReadOnly) => (isReadOnly ? 'yes' : 'no')),
    requestsPerMinute: textOf(changes.requestsPerMinute, String),
    dayLimit: textOf(changes.dayLimit, String),
    totalLimit: textOf(changes.totalLimit, String),
  }
}

function textOf<Value>(
  value: Value | null | undefined,
  toText: (value: Value) => string,
): string | undefined {
  if (value === undefined) return undefined
  return value === null ? 'none' : toText(value)
}
