import { emptyList, type Harmless, indexOnly, moreRows, onlyMysqlLocks, optimisation } from './reasons.ts'

const placesAreLocked =
  'whoever has taken the place of a waiting task is alone to move it, so none that it cancels has gone on'
const positionsAreTimes = 'no position is below 0, where the search begins without a known head'

export const queue: Harmless = {
  'held-tasks.ts': [
    ['takeHeldTasks', ['ConditionalExpression 2'], optimisation],
    ['takeHeldTasks', ['Guard 1'], moreRows],
    [
      'listOldestHeld',
      ['ConditionalExpression 2', 'ArrayDeclaration 2'],
      'the id of a line without held tasks is older than no task, and moves none',
    ],
    ['moveHeldTask', ['Guard 1'], indexOnly],
    ['moveHeldTask', ['Guard 2'], indexOnly],
    [
      'runningTasks',
      ['ConditionalExpression 1'],
      'whoever counts looks up only the accounts that it asked for',
    ],
  ],
  'claim-tasks.ts': [
    ['claimTasks', ['ConditionalExpression 1', 'EqualityOperator 1'], optimisation],
    ['claimTasks', ['ConditionalExpression 4'], emptyList],
    ['claimTasks', ['ConditionalExpression 8', 'ArrayDeclaration 6'], 'the tasks were read by these places'],
    ['lockForClaim', ['ArrayDeclaration 1', 'MethodExpression 1'], onlyMysqlLocks],
    ['lockForClaim', ['ConditionalExpression 1', 'EqualityOperator 1'], emptyList],
    ['lockForClaim', ['ConditionalExpression 4', 'CallExpression 1'], placesAreLocked],
    [
      'lockForClaim',
      ['ConditionalExpression 5', 'ConditionalExpression 6', 'EqualityOperator 3', 'EqualityOperator 4'],
      onlyMysqlLocks,
    ],
    ['takePlaces', ['ArrayDeclaration 1'], 'a turn that is no turn has no position and is not due'],
    ['takePlaces', ['ConditionalExpression 3', 'EqualityOperator 3'], optimisation],
    ['takeQueueRows', ['ConditionalExpression 1'], positionsAreTimes],
    ['readQueue', ['ConditionalExpression 1'], positionsAreTimes],
  ],
}
