import type { Usd } from '../../core/domain/money/usd.ts'
import { sparedUploads } from '../../operator/operations/account-data.ts'
import type { Commands } from '../../operator/operations/operations.ts'
import type { AccountView } from '../../operator/views.ts'
import type { Block } from '../look/blocks.ts'
import { timeText } from '../look/text.ts'
import { keyNotice } from './key-outputs.ts'
import { countOf, fieldsOf, formatBytes, sentences, tableOf } from './table.ts'

type Opened = Commands['create-account']

export function printOpenedAccount(
  { accountId, keyId, apiKey }: Opened['view'],
  { balance }: Opened['input'],
): Block[] {
  return [
    fieldsOf(['Account', accountId], ['Balance', `${balance} USD`], ['Key ID', keyId], ['API key', apiKey]),
    ...sentences(keyNotice),
  ]
}

export function printLabels({ accountId, name, reference }: AccountView): Block[] {
  return [fieldsOf(['Account', accountId], ['Name', name ?? '-'], ['Reference', reference ?? '-'])]
}

/** `did` is Credited or Debited. */
export function printBalance(
  did: string,
  amount: Usd,
  {
    accountId,
    balance,
    replayed,
  }: { readonly accountId: string; readonly balance: string; readonly replayed?: boolean },
): Block[] {
  const done = replayed ? `${did} before:` : did
  return sentences(`${done} ${amount} USD; the balance of ${accountId} is now ${balance} USD.`)
}

export function printState({ accountId, state }: AccountView): Block[] {
  return sentences(`The account ${accountId} is ${state}.`)
}

export function printClosedAccount(view: Commands['close-account']['view']): Block[] {
  const { cancelled, running, balance } = view
  return [
    ...printState(view),
    ...sentences(
      `Cancelled and refunded ${countOf(cancelled, 'waiting task')}; ${running} ${running === 1 ? 'is still running, and ends' : 'are still running, and end'} normally.`,
      `Its balance is ${balance} USD.`,
    ),
  ]
}

export function printLimits(view: Commands['set-account-limits']['view']): Block[] {
  const { accountId, tasksOpenMax, tasksRunningMax, requestsPerMinute } = view
  return sentences(
    `The limits of ${accountId} are now: unfinished tasks ${tasksOpenMax}, running tasks ${tasksRunningMax}, generation requests a minute ${requestsPerMinute}.`,
  )
}

export function printAccounts({ accounts, isComplete = true }: Commands['list-accounts']['view']): Block[] {
  const table = tableOf(
    ['ACCOUNT', 'STATE', 'BALANCE USD>', 'NAME', 'REFERENCE', 'RESERVED USD>', 'RESULTS>', 'CREATED'],
    accounts.map((row) => [
      row.accountId,
      row.state,
      row.balance,
      row.name ?? '-',
      row.reference ?? '-',
      row.reserved,
      formatBytes(row.resultBytes),
      timeText(row.createdAt),
    ]),
  )
  return isComplete ? [table] : [table, ...sentences('There are more: search for a longer text.')]
}

type DeletedUploads = Commands['delete-uploads']

export function printDeletedUploads(
  { accountId, deleted, bytesFreed }: DeletedUploads['view'],
  { unusedDays }: DeletedUploads['input'],
): Block[] {
  return sentences(
    `Deleted ${deleted} uploads of ${accountId}; that frees ${formatBytes(bytesFreed)} of its space.`,
    ...(unusedDays === 0 ? [`Also with 0 days, ${sparedUploads}.`] : []),
  )
}

export function printUsage({ from, to, charged, days }: Commands['show-usage']['view']): Block[] {
  return [
    tableOf(
      ['DAY', 'PRODUCT', 'CHARGED USD>', 'SUCCEEDED>', 'FAILED>', 'CANCELLED>', 'KEY ID'],
      days.map((row) => [
        row.date,
        row.product,
        row.charged,
        ...[row.succeeded, row.failed, row.cancelled].map(String),
        row.keyId ?? '-',
      ]),
    ),
    '',
    `${from} to ${to}: ${charged} USD`,
  ]
}
