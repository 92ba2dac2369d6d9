import { limits, resolutions } from '@mediagen/contract/limits'
import { toTimestampOrNull } from '../../core/domain/clock.ts'
import type { Administration } from '../administration.ts'
import { viewArchivedPast } from '../archives.ts'
import { type CostKey, costKeys } from '../cost-columns.ts'
import { costsAsCsv, viewCosts } from '../cost-views.ts'
import { viewOverview } from '../overview-views.ts'
import { viewSettings } from '../settings-view.ts'
import { costDaysMax } from '../show-costs.ts'
import { viewTaskHistory, viewTaskPage } from '../task-views.ts'
import { viewAuditEntry, viewClosedLedger, viewEngine, viewQueue, viewReconciliation } from '../views.ts'
import {
  account,
  flag,
  format,
  nextOf,
  optional,
  pageSize,
  pageSizeDefault,
  parseId,
  required,
  wholeNumber,
} from './fields.ts'
import { operation } from './operation.ts'
import { filterOf, parseDay, taskFilters } from './task-filters.ts'

/**
 * A reconciliation by request ends within 20 seconds, of which two are for the read that follows; the workers' own
 * covers everything every 15 minutes.
 */
const reconcileBounds = { msMax: 18_000, foundMax: 100 }
const overviewDays = 14
const usageDays = 31

const task = required('<task>', 'the ID of the task', parseId)
const lastDays = (byDefault: number) =>
  optional(
    '--days <number>',
    `the last days, today included (default: ${byDefault})`,
    wholeNumber(1, limits.usageDaysMax),
  )

export const serviceOperations = [
  operation({
    command: 'reconcile-ledger',
    help: 'Compares balances, ledger, tasks and uploads; exits 1 on any disagreement',
    input: { archives: flag('--archives', 'reads the files of archived tasks, too') },
    run: async (operator, { archives = false }) => {
      const newestMs = await operator.findNewestEntryMs()
      const found = await operator.findDisagreements()
      const closed = await operator.findClosedLedger()
      const past = await operator.checkArchives(archives)
      const { proof } = past
      const disagreements = [...found, ...(proof?.disagreements ?? [])]
      const lost = [...(proof?.unreadable ?? []), ...(proof?.withoutManifest ?? [])]
      return {
        agrees: disagreements.length === 0 && lost.length === 0,
        disagreements,
        newestEntryAt: toTimestampOrNull(newestMs),
        ...(closed !== undefined && { closed: viewClosedLedger(closed) }),
        ...(past.archives.length > 0 && { archived: viewArchivedPast(past) }),
      }
    },
  }),
  operation({
    http: 'POST /reconciliation',
    input: {},
    isShared: true,
    run: async (operator) => viewReconciliation(await operator.reconcileWithin(reconcileBounds)),
  }),
  operation({
    command: 'list-tasks',
    http: 'GET /tasks',
    help: 'Lists the tasks that match all options, with their status, engine, key and prompt, a page at a time',
    input: {
      ...taskFilters,
      limit: pageSize,
      cursor: optional('--after <cursor>', 'continues after a page: its "next"', parseId),
    },
    run: async (operator, { limit = pageSizeDefault, cursor, ...given }) => {
      const accountId = given.account && (await operator.resolveAccount(given.account))
      const page = await operator.listTasks({ ...filterOf(given), accountId, limit, cursor })
      return viewTaskPage(page, await operator.nameAccounts(page.tasks.map((task) => task.accountId)))
    },
  }),
  operation({
    // What the page offers where tasks are looked for.
    http: 'GET /task-choices',
    input: { account: taskFilters.account },
    run: async (operator, { account }) => {
      const accountId = account && (await operator.resolveAccount(account))
      const keys = accountId ? await operator.listApiKeys(accountId) : []
      return {
        engines: await operator.nameEngines(),
        tiers: [...new Set(Object.values(resolutions).flatMap((tiers) => Object.keys(tiers)))],
        keys: keys.map(({ keyId, properties }) => ({ keyId, name: properties.name ?? null })),
      }
    },
  }),
  operation({
    command: 'show-task',
    http: 'GET /tasks/{taskId}',
    help: "Shows a task's history: accepted, claimed, calls of engines, settled, ledger entries",
    input: { taskId: task },
    run: async (operator, { taskId }) => {
      const shown = await operator.showTask(taskId)
      return viewTaskHistory(shown, await operator.nameAccounts([shown.task.accountId]))
    },
  }),
  operation({
    command: 'show-result',
    http: 'POST /tasks/{taskId}/result',
    help: "Prints links to the files of a task's result; recorded, because they are the customer's",
    input: { taskId: task },
    run: (operator, { taskId }) => operator.showResult(taskId),
  }),
  operation({
    command: 'show-overview',
    help: 'Shows what the service charged per day, what failed in the last 24 hours and why',
    input: { days: lastDays(overviewDays) },
    run: overviewOf,
  }),
  operation({
    // One response, because a phone at night has a slow line.
    http: 'GET /overview',
    input: { days: lastDays(overviewDays) },
    run: async (operator, { days }) => {
      const [overview, queue, engines] = await Promise.all([
        overviewOf(operator, { days }),
        operator.showQueue(),
        operator.listEngines(),
      ])
      return { ...overview, queue: viewQueue(queue), engines: engines.map(viewEngine) }
    },
  }),
  operation({
    command: 'show-usage',
    http: 'GET /accounts/{accountId}/usage',
    help: 'Shows per day, product and key how many tasks of an account ended, and what was charged',
    input: {
      accountId: account,
      days: { ...lastDays(usageDays), conflicts: ['from', 'to'] },
      from: optional(
        '--from <day>',
        'the first day in UTC, as 2026-03-01 (default: the first of the month of --to)',
        parseDay,
      ),
      to: optional('--to <day>', 'the last day in UTC, as 2026-03-31 (default: today)', parseDay),
    },
    run: (operator, { accountId, days = usageDays, from, to }) =>
      operator.showUsage({
        accountId,
        ...(from === undefined && to === undefined ? { days } : { from, to }),
      }),
  }),
  operation({
    command: 'show-costs',
    http: 'GET /costs',
    help: 'Shows what customers paid for results, what engines charge for them, and the margin, by day, product and engine',
    input: {
      days: {
        ...optional(
          '--days <number>',
          `the last days, today included (default: ${overviewDays})`,
          wholeNumber(1, costDaysMax),
        ),
        conflicts: ['from', 'to'],
      },
      from: optional(
        '--from <day>',
        'the first day in UTC, as 2026-03-01 (default: 31 days up to --to)',
        parseDay,
      ),
      to: optional('--to <day>', 'the last day in UTC, as 2026-03-31 (default: today)', parseDay),
      by: optional(
        '--by <keys>',
        `what it is summed by, separated by commas (default: ${costKeys.join(',')})`,
        parseCostKeys,
      ),
      format,
    },
    csv: costsAsCsv,
    run: async (operator, { days = overviewDays, from, to, by }) =>
      viewCosts(
        await operator.showCosts(from === undefined && to === undefined ? { days } : { from, to }),
        by,
      ),
  }),
  operation({
    command: 'show-queue',
    http: 'GET /queue',
    help: 'Shows waiting tasks by product, how many of them their account holds back, the age of the oldest other one, and workers with what they run',
    input: {},
    run: async (operator) => viewQueue(await operator.showQueue()),
  }),
  operation({
    command: 'list-engines',
    http: 'GET /engines',
    help: 'Shows the health of each engine of the providers file, over all workers',
    input: {},
    run: async (operator) => ({ engines: (await operator.listEngines()).map(viewEngine) }),
  }),
  operation({
    http: 'GET /settings',
    input: {},
    run: async (operator) => viewSettings(await operator.showSettings()),
  }),
  operation({
    command: 'audit',
    http: 'GET /audit',
    help: 'Lists what operators did, newest first: when, who, what and to which account or key',
    input: {
      account: optional('--account <account>', 'only actions on this account', parseId),
      limit: pageSize,
      cursor: optional('--before <entry>', 'continues after a page: the ID of its last entry', parseEntryId),
    },
    run: async (operator, { account, limit = pageSizeDefault, cursor }) => {
      const entries = await operator.listAuditEntries({
        limit,
        ...(account !== undefined && { accountId: account }),
        ...(cursor !== undefined && { before: cursor }),
      })
      const names = await operator.nameAccounts(entries.flatMap(({ accountId }) => accountId ?? []))
      return {
        entries: entries.map((entry) => viewAuditEntry(entry, names)),
        next: nextOf(entries, limit, ({ id }) => String(id)),
      }
    },
  }),
] as const

async function overviewOf(
  operator: Administration,
  { days = overviewDays }: { readonly days: number | undefined },
) {
  const overview = await operator.showOverview({ days })
  return viewOverview(
    overview,
    await operator.nameAccounts(overview.failures.newest.map(({ accountId }) => accountId)),
  )
}

function parseCostKeys(text: string): readonly CostKey[] {
  const given = text.split(',')
  const keys = costKeys.filter((key) => given.includes(key))
  if (keys.length === given.length) return keys
  throw new RangeError(`It must be some of ${costKeys.join(',')}, separated by commas.`)
}

function parseEntryId(text: string): bigint {
  if (/^\d{1,18}$/.test(text)) return BigInt(text)
  throw new RangeError('It must be the ID of an entry, a whole number.')
}
