import type { Request, Response } from 'express'
import type { StateRequest } from '../../operator/account-states.ts'
import type { Administration } from '../../operator/administration.ts'
import { viewAccountData, viewDeletion } from '../../operator/deletion-views.ts'
import { changedBy } from '../../operator/key-changes.ts'
import { viewOverview } from '../../operator/overview-views.ts'
import { type ShownSettings, viewSettings } from '../../operator/settings-view.ts'
import { viewTask, viewTaskHistory } from '../../operator/task-views.ts'
import {
  type ReconciliationView,
  viewAccount,
  viewApiKey,
  viewAuditEntry,
  viewClosedAccount,
  viewEngine,
  viewQueue,
  viewReconciliation,
  viewStatement,
} from '../../operator/views.ts'
import {
  accountBody,
  accountChangesBody,
  accountLimitsBody,
  accountsQuery,
  auditQuery,
  bodyOf,
  changesOf,
  creditBody,
  debitBody,
  emptyBody,
  idempotencyKeyOf,
  keyBody,
  keyChangesBody,
  overviewQuery,
  queryOf,
  reasonBody,
  rotationBody,
  tasksQuery,
} from './requests.ts'

/**
 * A reconciliation on demand ends within 20 seconds, of which two are for the read that follows; the
 * workers' own covers everything every 15 minutes.
 */
const reconcileBounds = { msMax: 18_000, foundMax: 100 }

/** A request deletes for this long; the page repeats it until the deletion has ended. */
const deletionMsMax = 10_000

/** What the account's page shows. */
const usageDays = 31
const hourMs = 3_600_000

/** A signed-in request, with the operator it acts for. */
export interface Call {
  readonly operator: Administration
  readonly request: Request
  readonly response: Response
  /** Shared by concurrent requests. */
  readonly reconcile: (operator: Administration) => Promise<ReconciliationView>
  readonly settings: () => ShownSettings
}

/** The API's JSON responses, by method and path. */
export const endpoints: Readonly<
  Record<'get' | 'post', Readonly<Record<string, (call: Call) => Promise<unknown>>>>
> = {
  get: {
    '/overview': showOverview,
    '/accounts': listAccounts,
    '/accounts/{accountId}': async ({ operator, request }) =>
      viewStatement(await operator.showAccount(parameterOf(request, 'accountId'))),
    '/accounts/{accountId}/usage': ({ operator, request }) =>
      operator.showUsage({ accountId: parameterOf(request, 'accountId'), days: usageDays }),
    '/accounts/{accountId}/data': async ({ operator, request }) =>
      viewAccountData(await operator.showAccountData(parameterOf(request, 'accountId'))),
    '/tasks': listTasks,
    '/tasks/{taskId}': async ({ operator, request }) => {
      const shown = await operator.showTask(parameterOf(request, 'taskId'))
      return viewTaskHistory(shown, await operator.nameAccounts([shown.task.accountId]))
    },
    '/queue': async ({ operator }) => viewQueue(await operator.showQueue()),
    '/engines': async ({ operator }) => ({ engines: (await operator.listEngines()).map(viewEngine) }),
    '/settings': async ({ settings }) => viewSettings(settings()),
    '/audit': listAudit,
  },
  post: {
    '/accounts': async ({ operator, request, response }) => {
      const account = await bodyOf(request, response, accountBody)
      return operator.createAccount({ ...account, idempotencyKey: idempotencyKeyOf(request) })
    },
    '/accounts/{accountId}': async ({ operator, request, response }) => {
      const changes = await bodyOf(request, response, accountChangesBody)
      return viewAccount(await operator.setAccount(parameterOf(request, 'accountId'), changes))
    },
    '/accounts/{accountId}/credits': async ({ operator, request, response }) => {
      const { amount, reason } = await bodyOf(request, response, creditBody)
      const accountId = parameterOf(request, 'accountId')
      const idempotencyKey = idempotencyKeyOf(request)
      return operator.creditAccount({ accountId, amount, reason, idempotencyKey })
    },
    '/accounts/{accountId}/debits': async ({ operator, request, response }) => {
      const { amount, reason } = await bodyOf(request, response, debitBody)
      const accountId = parameterOf(request, 'accountId')
      const idempotencyKey = idempotencyKeyOf(request)
      return operator.debitAccount({ accountId, amount, reason, idempotencyKey })
    },
    '/accounts/{accountId}/suspend': async (call) =>
      viewAccount(await call.operator.suspendAccount(await stateRequestOf(call))),
    '/accounts/{accountId}/resume': async (call) =>
      viewAccount(await call.operator.resumeAccount(await stateRequestOf(call))),
    '/accounts/{accountId}/close': async (call) =>
      viewClosedAccount(await call.operator.closeAccount(await stateRequestOf(call))),
    '/accounts/{accountId}/limits': async ({ operator, request, response }) => {
      const changes = await bodyOf(request, response, accountLimitsBody)
      return operator.setAccountLimits({ ...changes, accountId: parameterOf(request, 'accountId') })
    },
    '/accounts/{accountId}/keys': async ({ operator, request, response }) => {
      const properties = changedBy({}, changesOf(await bodyOf(request, response, keyBody)))
      const idempotencyKey = idempotencyKeyOf(request)
      return operator.issueApiKey(parameterOf(request, 'accountId'), { properties, idempotencyKey })
    },
    '/accounts/{accountId}/data/delete': async ({ operator, request, response }) => {
      await bodyOf(request, response, emptyBody)
      const accountId = parameterOf(request, 'accountId')
      return viewDeletion(await operator.deleteAccountData(accountId, { msMax: deletionMsMax }))
    },
    '/keys/{keyId}': async ({ operator, request, response }) => {
      const changes = changesOf(await bodyOf(request, response, keyChangesBody))
      return viewApiKey(await operator.setApiKey(parameterOf(request, 'keyId'), changes))
    },
    '/keys/{keyId}/rotate': async ({ operator, request, response }) => {
      const { overlapHours } = await bodyOf(request, response, rotationBody)
      const idempotencyKey = idempotencyKeyOf(request)
      const overlapMs = overlapHours * hourMs
      return operator.rotateApiKey(parameterOf(request, 'keyId'), { overlapMs, idempotencyKey })
    },
    '/keys/{keyId}/revoke': async ({ operator, request, response }) => {
      await bodyOf(request, response, emptyBody)
      return operator.revokeApiKey(parameterOf(request, 'keyId'))
    },
    '/tasks/{taskId}/result': async ({ operator, request, response }) => {
      await bodyOf(request, response, emptyBody)
      return operator.showResult(parameterOf(request, 'taskId'))
    },
    '/reconciliation': async ({ operator, request, response, reconcile }) => {
      await bodyOf(request, response, emptyBody)
      return reconcile(operator)
    },
  },
}

export async function reconcileBooks(operator: Administration): Promise<ReconciliationView> {
  return viewReconciliation(await operator.reconcileWithin(reconcileBounds))
}

async function stateRequestOf({ request, response }: Call): Promise<StateRequest> {
  const { reason } = await bodyOf(request, response, reasonBody)
  return { accountId: parameterOf(request, 'accountId'), reason }
}

/** The answer to "is it well": one response, because a phone at night has a slow line. */
async function showOverview({ operator, request }: Call): Promise<unknown> {
  const { days } = queryOf(request, overviewQuery)
  const [overview, queue, engines] = await Promise.all([
    operator.showOverview({ days }),
    operator.showQueue(),
    operator.listEngines(),
  ])
  const names = await operator.nameAccounts(overview.failures.newest.map(({ accountId }) => accountId))
  return {
    ...viewOverview(overview, names),
    queue: viewQueue(queue),
    engines: engines.map(viewEngine),
  }
}

async function listAccounts({ operator, request }: Call): Promise<unknown> {
  const { search, cursor, limit } = queryOf(request, accountsQuery)
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
}

async function listTasks({ operator, request }: Call): Promise<unknown> {
  const { status, account, cursor, limit } = queryOf(request, tasksQuery)
  const { tasks, next } = await operator.listTasks({ status, accountId: account, cursor, limit })
  const names = await operator.nameAccounts(tasks.map(({ accountId }) => accountId))
  return { tasks: tasks.map((task) => viewTask(task, names)), next: next ?? null }
}

async function listAudit({ operator, request }: Call): Promise<unknown> {
  const { account, cursor, limit } = queryOf(request, auditQuery)
  const entries = await operator.listAuditEntries({
    limit,
    ...(account !== undefined && { accountId: account }),
    ...(cursor !== undefined && { before: BigInt(cursor) }),
  })
  const names = await operator.nameAccounts(entries.flatMap(({ accountId }) => accountId ?? []))
  return {
    entries: entries.map((entry) => viewAuditEntry(entry, names)),
    next: nextOf(entries, limit, ({ id }) => String(id)),
  }
}

/** A full page may be followed by another one. */
function nextOf<Entry>(
  entries: readonly Entry[],
  limit: number,
  cursorOf: (entry: Entry) => string,
): string | null {
  const last = entries.length < limit ? undefined : entries.at(-1)
  return last === undefined ? null : cursorOf(last)
}

function parameterOf(request: Request, name: string): string {
  const value = request.params[name]
  return typeof value === 'string' ? value : ''
}
