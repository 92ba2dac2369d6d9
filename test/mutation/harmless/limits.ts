import { emptyList, type Harmless, onlyMysqlLocks, optimisation, secondGuard } from './reasons.ts'

export const limits: Harmless = {
  'accounts/limits.ts': [['recountOpenTasks', ['ArrayDeclaration 1'], onlyMysqlLocks]],
  'key-spending.ts': [
    ['deduct', ['ConditionalExpression 2'], secondGuard],
    ['deduct', ['ArrayDeclaration 2'], secondGuard],
  ],
  'running-limits.ts': [
    ['admitTasks', ['MethodExpression 1', 'ConditionalExpression 1'], optimisation],
    ['admitTasks', ['MethodExpression 2'], optimisation],
    ['countRoom', ['ConditionalExpression 2'], emptyList],
    [
      'isOlder',
      ['EqualityOperator 2'],
      'a task is not held while it is in the queue, so the two are never the same',
    ],
  ],
}
