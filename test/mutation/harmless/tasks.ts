import { emptyList, type Harmless, indexOnly, onlyMysqlLocks, optimisation, secondGuard } from './reasons.ts'

const tooManyRun = 'SQLite has one writer; test/integration/running-limits.test.ts notices it on MySQL'
const noEnding = 'an ending that is none is not among those that are asked about'

export const tasks: Harmless = {
  'cancel-tasks.ts': [
    ['cancelTasks', ['ConditionalExpression 4', 'BlockStatement 2'], tooManyRun],
    ['cancelTasks', ['ArrayDeclaration 1', 'ArrayDeclaration 2'], tooManyRun],
  ],
  'tasks/deadlines.ts': [
    ['cancelOverdueTasks', ['ConditionalExpression 2'], optimisation],
    [
      'cancelOverdueTasks',
      ['MethodExpression 1'],
      'one that has started and is in the queue again gets its place back a few lines below',
    ],
    ['cancelOverdueTasks', ['ConditionalExpression 6'], optimisation],
    ['cancelOverdueTasks', ['ConditionalExpression 15', 'EqualityOperator 5'], emptyList],
    ['cancelOverdueTasks', ['CallExpression 2'], secondGuard],
  ],
  'task-moves.ts': [
    ['beginAttempts', ['ConditionalExpression 2'], emptyList],
    [
      'endTasks',
      [
        'ConditionalExpression 7',
        'ConditionalExpression 8',
        'EqualityOperator 5',
        'EqualityOperator 6',
        'ArrowFunction 5',
        'BlockStatement 2',
      ],
      onlyMysqlLocks,
    ],
    ['endTasks', ['ArrayDeclaration 2'], onlyMysqlLocks],
    ['endAs', ['ConditionalExpression 4'], optimisation],
    ['endAs', ['ArrayDeclaration 2'], noEnding],
    ['endAs', ['ArrayDeclaration 3'], noEnding],
    ['findEnded', ['Guard 1'], indexOnly],
    [
      'findEnded',
      ['ConditionalExpression 9'],
      'those that this transaction has ended count as applied as well',
    ],
  ],
}
