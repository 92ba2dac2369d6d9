import { parseAccountName, parseReference } from '../../core/domain/accounts/labels.ts'
import {
  requestsPerMinuteDefault,
  requestsPerMinuteMax,
} from '../../core/domain/accounts/requests-per-minute.ts'
import { Usd } from '../../core/domain/money/usd.ts'
import { parseReason } from '../actions.ts'
import { parseAmount } from '../change-balance.ts'
import { parseAccountLimit, parseAccountRate } from '../set-account-limits.ts'
import { viewAccount, viewClosedAccount } from '../views.ts'
import { account, idempotencyKey, optional, parseIdempotencyKey, removable, required } from './fields.ts'
import { operation } from './operation.ts'

const name = optional('--name <name>', 'what you call it', parseAccountName)
const referenceHelp = 'your own ID of it, such as a customer number'
const reference = optional('--reference <reference>', referenceHelp, parseReference)
const reason = optional('--reason <text>', 'why, for the audit table', parseReason)

/** What changes an account. */
export const accountOperations = [
  operation({
    command: 'create-account',
    http: 'POST /accounts',
    help: 'Opens an account with a first credit and a first API key',
    input: {
      balance: required('--balance <amount>', 'the credit in USD, such as 12.50', Usd.parse),
      name,
      reference: { ...reference, help: `${referenceHelp}; refused if another account has it` },
      idempotencyKey,
    },
    run: (operator, request) => operator.createAccount(request),
  }),
  operation({
    command: 'set-account',
    http: 'POST /accounts/{accountId}',
    help: "Changes an account's name or reference; an empty one removes it",
    input: {
      accountId: account,
      name: removable(name, ''),
      reference: removable(reference, ''),
    },
    nothing: 'Nothing to change: give --name, --reference or both.',
    run: async (operator, { accountId, ...changes }) =>
      viewAccount(await operator.setAccount(accountId, changes)),
  }),
  operation({
    command: 'credit-account',
    http: 'POST /accounts/{accountId}/credits',
    help: "Adds to an account's balance",
    input: {
      accountId: account,
      amount: required('--amount <amount>', 'the credit in USD, such as 12.50', parseAmount),
      reason,
      idempotencyKey: optional(
        '--idempotency-key <key>',
        'a name for this credit: repeated with the same one, it is given once',
        parseIdempotencyKey,
      ),
    },
    run: async (operator, request) => {
      const { accountId, balance, replayed } = await operator.creditAccount(request)
      return {
        accountId,
        credited: `${request.amount}`,
        balance: `${balance}`,
        ...(replayed && { replayed }),
      }
    },
  }),
  operation({
    command: 'debit-account',
    http: 'POST /accounts/{accountId}/debits',
    help: 'Takes unspent balance back; what is reserved for tasks stays',
    input: {
      accountId: account,
      amount: required('--amount <amount>', 'the debit in USD, such as 12.50', parseAmount),
      reason,
      idempotencyKey: optional(
        '--idempotency-key <key>',
        'a name for this debit: repeated with the same one, it is made once',
        parseIdempotencyKey,
      ),
    },
    run: async (operator, request) => {
      const { accountId, balance, replayed } = await operator.debitAccount(request)
      return { accountId, debited: `${request.amount}`, balance: `${balance}`, ...(replayed && { replayed }) }
    },
  }),
  operation({
    command: 'suspend-account',
    http: 'POST /accounts/{accountId}/suspend',
    help: 'Stops new orders and uploads of an account at once; its tasks go on',
    input: { accountId: account, reason },
    run: async (operator, request) => viewAccount(await operator.suspendAccount(request)),
  }),
  operation({
    command: 'resume-account',
    http: 'POST /accounts/{accountId}/resume',
    help: 'Makes a suspended or closed account active again',
    input: { accountId: account, reason },
    run: async (operator, request) => viewAccount(await operator.resumeAccount(request)),
  }),
  operation({
    command: 'close-account',
    http: 'POST /accounts/{accountId}/close',
    help: 'Stops new orders and uploads, and cancels and refunds the tasks that wait',
    input: { accountId: account, reason },
    run: async (operator, request) => viewClosedAccount(await operator.closeAccount(request)),
  }),
  operation({
    command: 'set-account-limits',
    http: 'POST /accounts/{accountId}/limits',
    help: 'Limits the unfinished tasks of an account, those that run at once, and its generation requests a minute',
    input: {
      accountId: account,
      tasksOpenMax: optional(
        '--tasks-open-max <limit>',
        'unfinished tasks: a number, none, or default for TASKS_OPEN_MAX',
        parseAccountLimit,
      ),
      tasksRunningMax: optional(
        '--tasks-running-max <limit>',
        'tasks that run at once: a number, none, or default for TASKS_RUNNING_MAX',
        parseAccountLimit,
      ),
      requestsPerMinute: optional(
        '--rate <requests>',
        `generation requests a minute: a number up to ${requestsPerMinuteMax}, or default for ${requestsPerMinuteDefault}`,
        parseAccountRate,
      ),
    },
    nothing: 'Give --tasks-open-max, --tasks-running-max or --rate.',
    run: (operator, request) => operator.setAccountLimits(request),
  }),
] as const
