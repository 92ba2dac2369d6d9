import { emptyList, type Harmless, moreRows, onlyMysqlLocks, optimisation } from './reasons.ts'

const placesAreLocked =
  'whoever has taken the place of a waiting task is alone to move it, so none that it cancels has gone on'
const positionsAreTimes = 'no position is below 0, where the search begins without a known head'
const noBlockedTask = 'what is no blocked task returns nowhere'

export const queue: Harmless = {
  'blocked-tasks.ts': [
    ['takeBlockedTasks', ['ConditionalExpression 2'], optimisation],
    ['takeBlockedTasks', ['Guard 1'], moreRows],
  ],
  'permits.ts': [
    [
      'permitsTaken',
      ['ConditionalExpression 1'],
      'whoever counts looks up only the accounts that it asked for',
    ],
    ['countPermitsTaken', ['ConditionalExpression 2'], emptyList],
  ],
  'claim-tasks.ts': [
    ['claimTasks', ['ConditionalExpression 1', 'EqualityOperator 1'], optimisation],
    ['claimTasks', ['ConditionalExpression 4'], emptyList],
    ['claimTasks', ['MethodExpression 7'], optimisation],
    ['returnableOf', ['ArrayDeclaration 1', 'ArrayDeclaration 2'], noBlockedTask],
    ['lockForClaim', ['ArrayDeclaration 1', 'MethodExpression 1'], onlyMysqlLocks],
    ['lockForClaim', ['ConditionalExpression 1', 'ConditionalExpression 5'], emptyList],
    ['lockForClaim', ['EqualityOperator 1'], optimisation],
    ['lockForClaim', ['ConditionalExpression 6', 'EqualityOperator 4'], onlyMysqlLocks],
    ['lockForClaim', ['ConditionalExpression 4', 'CallExpression 1'], placesAreLocked],
    ['lockForClaim', ['EqualityOperator 3'], onlyMysqlLocks],
  ],
  'queue-rows.ts': [['takeQueueRows', ['ConditionalExpression 1'], positionsAreTimes]],
  'queue/queue.ts': [['readQueue', ['ConditionalExpression 1'], positionsAreTimes]],
  'queue-heads.ts': [['createQueueHeads', ['ConditionalExpression 6'], optimisation]],
}
