import { emptyList, type Harmless, onlyMysqlLocks, optimisation, secondGuard } from './reasons.ts'

export const limits: Harmless = {
  'account-limits.ts': [['recountOpenTasks', ['ArrayDeclaration 1'], onlyMysqlLocks]],
  'key-spending.ts': [
    ['deduct', ['ConditionalExpression 2'], secondGuard],
    ['deduct', ['ArrayDeclaration 2'], secondGuard],
  ],
  'running-limits.ts': [
    ['admitTasks', ['MethodExpression 1', 'ConditionalExpression 1'], optimisation],
    ['admitTasks', ['MethodExpression 2'], optimisation],
    ['countRoom', ['ConditionalExpression 2'], emptyList],
    [
      'admitTasks',
      ['ConditionalExpression 7'],
      'a turn was the oldest held task when it was read; if an older one has been held since, the two may start in either order: the turn would be held again, and the older one is the turn of the next reading',
    ],
    [
      'isOlder',
      ['EqualityOperator 2'],
      'a task is not held while it is in the queue, so the two are never the same',
    ],
  ],
}
