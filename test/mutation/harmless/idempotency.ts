import { type Harmless, oneKeyPerTask, toTheMillisecond } from './reasons.ts'

export const idempotency: Harmless = {
  'idempotency-keys.ts': [
    ['deleteIdempotencyKeyOfTask', ['Guard 1'], oneKeyPerTask],
    ['deleteIdempotencyKeyOfTask', ['Guard 2'], oneKeyPerTask],
    ['findIdempotencyKeys', ['ConditionalExpression 1'], 'each row has the index of a key that was asked'],
  ],
  'accept-generation.ts': [
    ['acceptGeneration', ['ConditionalExpression 5'], 'an effect that is undefined is none'],
    [
      'findEffect',
      ['LogicalOperator 1', 'ConditionalExpression 3'],
      'no effect of the catalogue has the id undefined, and the contract requires an id where there is the field',
    ],
    ['findReplay', ['EqualityOperator 3'], toTheMillisecond],
    ['findInput', ['EqualityOperator 2'], toTheMillisecond],
  ],
}
