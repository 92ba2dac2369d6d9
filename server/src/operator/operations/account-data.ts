import { parseAccountSearch } from '../../core/domain/accounts/labels.ts'
import { dayMs } from '../../core/domain/utc-day.ts'
import { uploadsSparedMs } from '../../use-cases/sweeps/unused-uploads.ts'
import { viewAccountData, viewDeletion } from '../deletion-views.ts'
import { viewAccount, viewStatement } from '../views.ts'
import {
  account,
  flag,
  nextOf,
  optional,
  pageSize,
  pageSizeDefault,
  requestOnly,
  required,
  wholeNumber,
} from './fields.ts'
import { operation } from './operation.ts'

const hourMs = 3_600_000

/** A deletion by request takes this long; the page repeats it until the deletion has ended. */
const deletionMsMax = 10_000

/** A thousand years; beyond it a number of days is a mistake. */
const unusedDaysMax = 365_000
const foundMax = 500

export const sparedUploads = `uploads of the last ${uploadsSparedMs / hourMs} hours are never deleted`

const search = optional(
  '--search <text>',
  `only accounts whose ID or name begins so, or with this reference; at most ${foundMax}`,
  (text) => parseAccountSearch(text.trim()),
)

/** What accounts have stored, and its deletion. */
export const dataOperations = [
  operation({
    command: 'list-accounts',
    help: 'Lists all accounts with their balances, or those that a search finds',
    input: { search },
    run: async (operator, { search }) => {
      if (search === undefined) return { accounts: (await operator.listAccounts()).map(viewAccount) }
      const { accounts, isComplete } = await operator.searchAccounts({ text: search, limit: foundMax })
      return { accounts: accounts.map(viewAccount), isComplete }
    },
  }),
  operation({
    http: 'GET /accounts',
    input: { search, cursor: requestOnly(parsePlace), limit: pageSize },
    run: async (operator, { search, cursor, limit = pageSizeDefault }) => {
      if (search !== undefined) {
        const { accounts, isComplete } = await operator.searchAccounts({ text: search, limit })
        return { accounts: accounts.map(viewAccount), isComplete, next: null }
      }
      const accounts = await operator.findAccounts({ limit, ...(cursor !== undefined && { before: cursor }) })
      return {
        accounts: accounts.map(viewAccount),
        isComplete: true,
        next: nextOf(accounts, limit, ({ id }) => id),
      }
    },
  }),
  operation({
    command: 'show-account',
    http: 'GET /accounts/{accountId}',
    help: "Shows an account's balance, reservations, ledger totals, tasks, uploads, limits and keys",
    input: { accountId: account },
    run: async (operator, { accountId }) => viewStatement(await operator.showAccount(accountId)),
  }),
  operation({
    command: 'delete-uploads',
    help: "Frees an account's space: deletes its uploads that no generation has used for some days",
    input: {
      accountId: account,
      unusedDays: required(
        '--unused-days <days>',
        `whole days without a use, from 0; ${sparedUploads}`,
        wholeNumber(0, unusedDaysMax),
      ),
    },
    run: (operator, { accountId, unusedDays }) =>
      operator.deleteUploads({ accountId, unusedMs: unusedDays * dayMs }),
  }),
  operation({
    http: 'GET /accounts/{accountId}/data',
    input: { accountId: account },
    run: async (operator, { accountId }) => viewAccountData(await operator.showAccountData(accountId)),
  }),
  operation({
    http: 'POST /accounts/{accountId}/data/delete',
    input: { accountId: account },
    run: async (operator, { accountId }) =>
      viewDeletion(await operator.deleteAccountData(accountId, { msMax: deletionMsMax })),
  }),
  operation({
    command: 'delete-account-data',
    help: 'Deletes everything that a closed account has stored but its books, and prints a receipt; repeat it if it was interrupted',
    input: {
      accountId: account,
      yes: flag('--yes', 'delete; without it the command only shows what would be deleted'),
    },
    run: async (operator, { accountId, yes = false }) =>
      yes
        ? viewDeletion(await operator.deleteAccountData(accountId))
        : viewAccountData(await operator.showAccountData(accountId)),
  }),
] as const

/** The account that a page ended with. */
function parsePlace(text: string): string {
  if (/^[0-9a-z]{1,64}$/.test(text)) return text
  throw new RangeError('must be the "next" of another page')
}
