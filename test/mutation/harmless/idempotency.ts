import { type Harmless, oneKeyPerTask, toTheMillisecond } from './reasons.ts'

export const idempotency: Harmless = {
  'database/idempotency-keys.ts': [
    ["where('account_id', '=', accountId)", 1, oneKeyPerTask],
    ["where('idempotency_key', '=', key)", 1, oneKeyPerTask],
  ],
  'use-cases/accept-generation.ts': [
    ['...(effect !== undefined && { effect })', 1, 'an effect that is undefined is none'],
    [
      "if (!('effectId' in parameters) || parameters.effectId === undefined)",
      2,
      'no effect of the catalogue has the id undefined, and the contract requires an id where there is the field',
    ],
    ['remembered.createdAtMs + idempotencyRememberedMs <=', 1, toTheMillisecond],
    ['isUseDue: nowMs - upload.lastUsedAtMs > useNotedEveryMs', 1, toTheMillisecond],
  ],
}
