import { type Harmless, secondGuard } from './reasons.ts'

export const limits: Harmless = {
  'key-spending.ts': [
    ['deduct', ['ConditionalExpression 2'], secondGuard],
    ['deduct', ['ArrayDeclaration 2'], secondGuard],
  ],
  'running-limits.ts': [
    ['returnBlockedTasks', ['EqualityOperator 1'], 'no two tasks have one id'],
    ['returnBlockedTasks', ['MethodExpression 2'], 'only a bound, of more than any test returns'],
  ],
}
