import type { ApiKeyView } from '../../operator/views.ts'
import { formatTable } from './table.ts'

/** An account's keys, for a terminal. */
export function formatKeys(keys: readonly ApiKeyView[]): string {
  return formatTable(
    ['KEY ID', 'NAME', 'ISSUED', 'LAST USED', 'ENDED OR ENDS', 'MAY', 'SPENT USD'],
    keys.map((key) => [
      key.keyId,
      key.name ?? '-',
      key.createdAt,
      key.lastUsedAt ?? '-',
      key.revokedAt === null ? (key.expiresAt ?? '-') : `${key.revokedAt} revoked`,
      permissionsOf(key),
      key.spent === null ? '-' : `${key.spent.day} today, ${key.spent.total} in total`,
    ]),
  )
}

/** What a key may do, in a few words. */
export function permissionsOf({ products, readOnly, limits }: ApiKeyView): string {
  const { day, total, requestsPerMinute } = limits
  return [
    readOnly ? 'read only' : products === null ? 'everything' : products.join(' '),
    ...(requestsPerMinute === null ? [] : [`${requestsPerMinute} a minute`]),
    ...(day === null ? [] : [`${day} USD a day`]),
    ...(total === null ? [] : [`${total} USD in total`]),
  ].join(', ')
}
