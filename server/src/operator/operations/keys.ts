import { parseAmount } from '../change-balance.ts'
import { changedBy, type KeyChanges } from '../key-changes.ts'
import { parseExpiry, parseKeyName, parseOverlapHours, parseProducts, parseRate } from '../key-values.ts'
import { viewApiKey } from '../views.ts'
import { account, flag, idempotencyKey, optional, parseId, removable, required } from './fields.ts'
import { operation } from './operation.ts'

const hourMs = 3_600_000
const overlapHoursDefault = 24

const key = required('<key>', 'the ID of the key, as show-account lists it', parseId)
const keyProperties = {
  name: optional('--name <name>', 'what you call it', parseKeyName),
  expiresAt: optional('--expires <time>', 'when it stops working: a date or a time in UTC', (text) =>
    parseExpiry(text),
  ),
  products: optional(
    '--products <products>',
    'the only products that it may order, separated by commas',
    parseProducts,
  ),
  readOnly: flag('--read-only', 'may only read: not order, upload or cancel'),
  dayLimit: optional('--limit-day <amount>', 'USD that its orders of one UTC day may cost', parseAmount),
  totalLimit: optional('--limit-total <amount>', 'USD that all its orders may cost', parseAmount),
  requestsPerMinute: optional(
    '--rate <requests>',
    'generation requests a minute, within those of the account',
    parseRate,
  ),
}

export const keyOperations = [
  operation({
    command: 'issue-api-key',
    http: 'POST /accounts/{accountId}/keys',
    help: 'Issues one more API key for an account; each option restricts it',
    input: { accountId: account, ...keyProperties, idempotencyKey },
    run: (operator, { accountId, idempotencyKey, ...given }) =>
      operator.issueApiKey(accountId, { properties: changedBy({}, changesOf(given)), idempotencyKey }),
  }),
  operation({
    command: 'rotate-api-key',
    http: 'POST /keys/{keyId}/rotate',
    help: 'Issues a key with the properties of another one, which works on for some hours',
    input: {
      keyId: key,
      overlapHours: optional(
        '--overlap-hours <hours>',
        `how long the old key works on; without it, ${overlapHoursDefault}`,
        parseOverlapHours,
      ),
      idempotencyKey,
    },
    run: (operator, { keyId, overlapHours = overlapHoursDefault, idempotencyKey }) =>
      operator.rotateApiKey(keyId, { overlapMs: overlapHours * hourMs, idempotencyKey }),
  }),
  operation({
    command: 'set-api-key',
    http: 'POST /keys/{keyId}',
    help: 'Changes what an API key may do, within 5 seconds everywhere; "none" removes a property',
    input: {
      keyId: key,
      name: removable(keyProperties.name, 'none'),
      expiresAt: removable(keyProperties.expiresAt, 'none'),
      products: removable(keyProperties.products, 'none'),
      readOnly: {
        ...keyProperties.readOnly,
        negation: { flags: '--no-read-only', help: 'may order, upload and cancel again' },
      },
      dayLimit: removable(keyProperties.dayLimit, 'none'),
      totalLimit: removable(keyProperties.totalLimit, 'none'),
      requestsPerMinute: removable(keyProperties.requestsPerMinute, 'none'),
    },
    nothing: 'Nothing to change: give at least one option, such as --limit-day 5.',
    run: async (operator, { keyId, ...given }) =>
      viewApiKey(await operator.setApiKey(keyId, changesOf(given))),
  }),
  operation({
    command: 'revoke-api-key',
    http: 'POST /keys/{keyId}/revoke',
    help: 'Revokes an API key; it stops working within 5 seconds everywhere',
    input: { keyId: key },
    run: async (operator, { keyId }) => ({ ...(await operator.revokeApiKey(keyId)), revoked: true }),
  }),
] as const

type KeyInput = Pick<KeyChanges, 'name' | 'products' | 'dayLimit' | 'totalLimit' | 'requestsPerMinute'> & {
  readonly expiresAt: number | null | undefined
  readonly readOnly: boolean | undefined
}

function changesOf({ expiresAt, readOnly, ...same }: KeyInput): KeyChanges {
  return { ...same, expiresAtMs: expiresAt, isReadOnly: readOnly }
}
