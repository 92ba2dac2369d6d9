import type { createAdministration } from '../../../server/src/operator/administration.ts'
import type { GrownDatabase } from './grown-database.ts'

const dayMs = 24 * 60 * 60 * 1000

/** What an operator asks of a grown database: each list, page and sum. */
export type Question = (
  operator: ReturnType<typeof createAdministration>,
  made: GrownDatabase,
) => Promise<unknown>

export const tasksOf =
  (filter: object): Question =>
  (operator) =>
    operator.listTasks({ limit: 50, ...filter })

const tasksOfLarge =
  (filter: object): Question =>
  (operator, { large }) =>
    operator.listTasks({ limit: 50, accountId: large.accountId, ...filter })

export function operatorQuestions(): Readonly<Record<string, Question>> {
  const nowMs = Date.now()
  const day = { fromMs: nowMs - 3 * dayMs, beforeMs: nowMs - 2 * dayMs }
  return {
    'the overview': (operator) => operator.showOverview({ days: 14 }),
    'the queue': (operator) => operator.showQueue(),
    'the engines': (operator) => operator.listEngines(),
    'the costs of 14 days': (operator) => operator.showCosts({ days: 14 }),
    'a page of accounts': (operator) => operator.findAccounts({ limit: 50 }),
    'the large account': (operator, { large }) => operator.showAccount(large.accountId),
    'the usage of the large account': (operator, { large }) =>
      operator.showUsage({ accountId: large.accountId, days: 31 }),
    'the audit log': (operator) => operator.listAuditEntries({ limit: 50 }),
    tasks: tasksOf({}),
    'tasks that succeeded': tasksOf({ status: 'SUCCEEDED' }),
    'tasks that failed': tasksOf({ status: 'FAILED' }),
    'tasks that were cancelled': tasksOf({ status: 'CANCELLED' }),
    'tasks that wait': tasksOf({ status: 'QUEUED' }),
    'tasks that run': tasksOf({ status: 'PROCESSING' }),
    'tasks of an error code': tasksOf({ errorCode: 'INVALID_INPUT' }),
    'tasks of an engine': tasksOf({ engine: 'fal' }),
    'tasks of a product': tasksOf({ product: 'video.generate' }),
    'tasks of a resolution': tasksOf({ tier: '1k' }),
    'tasks accepted on a day': tasksOf({ created: day }),
    'tasks ended on a day': tasksOf({ ended: day }),
    'tasks of the large account': tasksOfLarge({}),
    'failed tasks of the large account': tasksOfLarge({ status: 'FAILED' }),
    'videos of the large account': tasksOfLarge({ product: 'video.generate' }),
  }
}
