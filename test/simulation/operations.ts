import fc from 'fast-check'

/** One random thing that happens. Indexes are taken modulo whatever there is to choose from. */
export type Operation =
  | { readonly kind: 'accept'; readonly requests: readonly Request[] }
  | { readonly kind: 'cancel'; readonly task: number; readonly times: number }
  | { readonly kind: 'claim'; readonly limit: number }
  | { readonly kind: 'settle'; readonly claim: number; readonly succeed: boolean; readonly times: number }
  | { readonly kind: 'zombie'; readonly claim: number; readonly succeed: boolean }
  | { readonly kind: 'handBack'; readonly claim: number }
  | { readonly kind: 'expire' }
  | { readonly kind: 'credit'; readonly account: number; readonly micros: number }
  | { readonly kind: 'debit'; readonly account: number; readonly micros: number }
  | { readonly kind: 'forgetKeys' }
  | { readonly kind: 'raceForClaimAndCancel'; readonly task: number }

/** One acceptance; few keys and few prompts, so that replays and conflicts are common. */
export interface Request {
  readonly account: number
  readonly prompt: number
  readonly tier: '1k' | '2k' | '4k'
  readonly key: number | undefined
}

const index = fc.nat(1_000_000)
const request: fc.Arbitrary<Request> = fc.record({
  account: index,
  prompt: fc.nat(2),
  tier: fc.constantFrom('1k', '2k', '4k'),
  key: fc.option(fc.nat(20), { nil: undefined }),
})

/**
 * Weighted so that queues stay short, balances often run out, and every task is likely to meet some trouble.
 */
const operation: fc.Arbitrary<Operation> = fc.oneof(
  { weight: 30, arbitrary: fc.record({ kind: fc.constant('accept'), requests: fc.tuple(request) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('accept'),
      requests: fc.array(request, { minLength: 2, maxLength: 8, size: 'max' }),
    }),
  },
  {
    weight: 14,
    arbitrary: fc.record({ kind: fc.constant('cancel'), task: index, times: fc.integer({ min: 1, max: 3 }) }),
  },
  { weight: 18, arbitrary: fc.record({ kind: fc.constant('claim'), limit: fc.integer({ min: 1, max: 4 }) }) },
  {
    weight: 26,
    arbitrary: fc.record({
      kind: fc.constant('settle'),
      claim: index,
      succeed: fc.boolean(),
      times: fc.integer({ min: 1, max: 3 }),
    }),
  },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('zombie'), claim: index, succeed: fc.boolean() }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('handBack'), claim: index }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('expire') }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('credit'), account: index, micros: fc.nat(400_003) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('debit'), account: index, micros: fc.nat(400_003) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('forgetKeys') }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('raceForClaimAndCancel'), task: index }) },
)

/** Just so many operations. */
export function operations(count: number): fc.Arbitrary<Operation[]> {
  return fc.array(operation, { minLength: count, maxLength: count, size: 'max' })
}
