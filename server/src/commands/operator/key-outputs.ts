import type { IssuedKey, RotatedKey } from '../../operator/api-keys.ts'
import type { ApiKeyView } from '../../operator/views.ts'
import type { Block } from '../look/blocks.ts'
import type { Table } from '../look/table.ts'
import { timeText } from '../look/text.ts'
import { fieldsOf, sentences, tableOf } from './table.ts'

export const keyNotice = 'The key is shown only once, here; the service stores its hash alone.'

export function printIssuedKey({ keyId, apiKey }: IssuedKey): Block[] {
  return [fieldsOf(['Key ID', keyId], ['API key', apiKey]), ...sentences(keyNotice)]
}

export function printRotatedKey({ replacedKeyId, replacedKeyExpiresAt, ...issued }: RotatedKey): Block[] {
  return [
    ...printIssuedKey(issued),
    ...sentences(`${replacedKeyId} works until ${timeText(replacedKeyExpiresAt)}.`),
  ]
}

export function printKey(key: ApiKeyView): Block[] {
  return [fieldsOf(['Key ID', key.keyId], ['It may', permissionsOf(key)])]
}

/** An account's keys, for a terminal. */
export function keyTable(keys: readonly ApiKeyView[]): Table {
  return tableOf(
    ['KEY ID', 'NAME', 'PERMISSIONS', 'ENDED OR ENDS', 'LAST USED', 'SPENT USD', 'ISSUED'],
    keys.map((key) => [
      key.keyId,
      key.name ?? '-',
      permissionsOf(key),
      endOf(key),
      key.lastUsedAt === null ? '-' : timeText(key.lastUsedAt),
      key.spent === null ? '-' : `${key.spent.day} today, ${key.spent.total} in total`,
      timeText(key.createdAt),
    ]),
  )
}

function endOf({ revokedAt, expiresAt }: ApiKeyView): string {
  if (revokedAt !== null) return `${timeText(revokedAt)} revoked`
  return expiresAt === null ? '-' : timeText(expiresAt)
}

/** What a key may do, in a few words. */
function permissionsOf({ products, readOnly, limits }: ApiKeyView): string {
  const { day, total, requestsPerMinute } = limits
  return [
    readOnly ? 'read only' : products === null ? 'everything' : products.join(' '),
    ...(requestsPerMinute === null ? [] : [`${requestsPerMinute} a minute`]),
    ...(day === null ? [] : [`${day} USD a day`]),
    ...(total === null ? [] : [`${total} USD in total`]),
  ].join(', ')
}
