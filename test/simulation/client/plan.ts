import fc from 'fast-check'
import type { ServiceAge } from './model-service.ts'
import type { TaskCourse } from './record.ts'

/** What happens to one request; the first sent request meets the first fault, and so on. */
export type Fault =
  | { readonly kind: 'none' }
  | { readonly kind: 'delay'; readonly where: 'request' | 'response'; readonly ms: number }
  /** The connection is refused, or breaks before or after the service has acted. */
  | { readonly kind: 'drop'; readonly where: 'connect' | 'request' | 'response' }
  /** The same, but nobody says so. */
  | { readonly kind: 'silence'; readonly where: 'request' | 'response' }
  /** Something on the way delivers it again, and passes on the first or the second response. */
  | { readonly kind: 'twice'; readonly laterMs: number; readonly passesOn: 0 | 1 }
  /** Something on the way responds instead, before or after the service has acted. */
  | { readonly kind: 'foreign'; readonly what: ForeignResponse; readonly reached: boolean }
  /** The service itself rejects it for now. */
  | { readonly kind: 'busy'; readonly status: 408 | 429 | 500 | 503; readonly retryAfter: RetryAfter }
  /** The body ends early. */
  | { readonly kind: 'cut'; readonly percent: number; readonly how: 'broken' | 'silent' | 'stalled' }
  /** The store responds with something that is not the rest of this file. */
  | { readonly kind: 'file'; readonly how: FileFault }
  /** A hold ends at once, or its end never arrives. */
  | { readonly kind: 'hold'; readonly ends: 'early' | 'never' }
  /** A replica of the service that does not know the newest task yet. */
  | { readonly kind: 'replica' }

export type ForeignResponse = (typeof foreignResponses)[number]
const foreignResponses = [
  'portal',
  'redirect',
  'badGateway',
  'gatewayTimeout',
  'rejected',
  'json',
  'empty',
] as const
export type FileFault = (typeof fileFaults)[number]
const fileFaults = [
  'otherVersion',
  'noEtag',
  'weakEtag',
  'longer',
  'ignoresRange',
  'wrongRange',
  'gone',
] as const
export type RetryAfter = { readonly seconds: number; readonly as: 'none' | 'seconds' | 'date' | 'dateAlone' }

/** What happens at a time, whatever is sent. */
export type Event =
  | {
      readonly kind: 'sleep'
      readonly atMs: number
      readonly ms: number
      readonly isCounted: boolean
      /** Whether the broken connections are noticed on waking. */
      readonly isNoticed: boolean
    }
  | {
      readonly kind: 'clock'
      readonly atMs: number
      readonly of: 'client' | 'service'
      readonly byMs: number
    }
  | { readonly kind: 'outage'; readonly atMs: number; readonly ms: number; readonly as: Fault }

/** What a program does with a task that was accepted. */
export type Next = 'wait' | 'updates' | 'download' | 'stream' | 'cancel' | 'elsewhere' | 'leave'

export interface Call {
  readonly kind: 'order' | 'twins' | 'transform' | 'many' | 'list' | 'account'
  readonly atMs: number
  readonly next: Next
  readonly key: 'random' | 'own' | 'content'
  readonly waitMs: number
  /** Aborts whatever is under way so long after it began; 0 never does. */
  readonly abortAfterMs: number
  readonly cancelOnAbort: boolean
}

export interface Plan {
  readonly age: ServiceAge
  readonly isBrowser: boolean
  readonly skewMs: number
  readonly randomSeed: number
  readonly settings: {
    readonly maxRetries: number
    readonly timeoutMs: number
    readonly totalTimeoutMs: number
    readonly requestsPerMinute: number
  }
  readonly courses: readonly TaskCourse[]
  readonly calls: readonly Call[]
  readonly faults: readonly Fault[]
  /** Those of the requests to the store. */
  readonly storeFaults: readonly Fault[]
  readonly events: readonly Event[]
}

const one = <Value extends string | number | boolean>(...values: Value[]) => fc.constantFrom(...values)
const kind = <Kind extends string>(name: Kind) => fc.constant(name)

const none = fc.record({ kind: kind('none') })
const delay = fc.record({
  kind: kind('delay'),
  where: one('request', 'response'),
  ms: one(50, 1_000, 12_000, 29_990, 40_000),
})
const drop = fc.record({ kind: kind('drop'), where: one('connect', 'request', 'response') })
const silence = fc.record({ kind: kind('silence'), where: one('request', 'response') })
const foreign = fc.record({ kind: kind('foreign'), what: one(...foreignResponses), reached: fc.boolean() })
const cut = fc.record({
  kind: kind('cut'),
  percent: one(0, 1, 40, 60, 99),
  how: one('broken', 'silent', 'stalled'),
})
const fault: fc.Arbitrary<Fault> = fc.oneof(
  { weight: 6, arbitrary: none },
  { weight: 2, arbitrary: delay },
  { weight: 3, arbitrary: drop },
  { weight: 2, arbitrary: silence },
  { weight: 3, arbitrary: foreign },
  { weight: 2, arbitrary: cut },
  {
    weight: 2,
    arbitrary: fc.record({ kind: kind('twice'), laterMs: one(0, 300, 20_000), passesOn: one(0, 1) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: kind('busy'),
      status: one(408, 429, 500, 503),
      retryAfter: fc.record({
        seconds: one(0, 1, 7, 60, 3_600),
        as: one('none', 'seconds', 'date', 'dateAlone'),
      }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: kind('hold'), ends: one('early', 'never') }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('replica') }) },
)

/** Those of the store: most transfers break off, so that most that come after are rests. */
const storeFault: fc.Arbitrary<Fault> = fc.oneof(
  { weight: 2, arbitrary: none },
  { weight: 6, arbitrary: cut },
  { weight: 5, arbitrary: fc.record({ kind: kind('file'), how: one(...fileFaults) }) },
  { weight: 2, arbitrary: foreign },
  { weight: 1, arbitrary: delay },
  { weight: 1, arbitrary: drop },
  { weight: 1, arbitrary: silence },
)

const atMs = one(1, 700, 4_000, 20_000, 55_000)
const event: fc.Arbitrary<Event> = fc.oneof(
  fc.record({
    kind: kind('sleep'),
    atMs,
    ms: one(2_000, 45_000, 700_000, 4_000_000, 90_000_000),
    isCounted: fc.boolean(),
    isNoticed: fc.boolean(),
  }),
  fc.record({
    kind: kind('clock'),
    atMs,
    of: one('client', 'service'),
    // A machine that sleeps for a day and is then set back by a day cannot know of either.
    byMs: one(-7_200_000, -5_000, 5_000, 3_600_000, 86_400_000),
  }),
  fc.record({ kind: kind('outage'), atMs, ms: one(1_000, 15_000, 90_000), as: fault }),
)

const call: fc.Arbitrary<Call> = fc.record({
  kind: fc.oneof(
    { weight: 8, arbitrary: kind('order') },
    { weight: 2, arbitrary: kind('twins') },
    { weight: 2, arbitrary: kind('transform') },
    { weight: 1, arbitrary: kind('many') },
    { weight: 2, arbitrary: kind('list') },
    { weight: 1, arbitrary: kind('account') },
  ),
  atMs: one(0, 5, 900, 9_000),
  next: fc.oneof(
    { weight: 2, arbitrary: kind('wait') },
    { weight: 1, arbitrary: kind('updates') },
    { weight: 5, arbitrary: kind('download') },
    { weight: 4, arbitrary: kind('stream') },
    { weight: 1, arbitrary: kind('cancel') },
    { weight: 2, arbitrary: kind('elsewhere') },
    { weight: 1, arbitrary: kind('leave') },
  ),
  key: one('random', 'own', 'content'),
  waitMs: one(600_000, 60_000, 9_700, 1_500),
  abortAfterMs: fc.oneof({ weight: 5, arbitrary: one(0) }, { weight: 1, arbitrary: one(1, 25, 600, 8_000) }),
  cancelOnAbort: fc.boolean(),
})

const course: fc.Arbitrary<TaskCourse> = fc.record({
  queuedMs: one(0, 5, 2_000, 12_000),
  processingMs: one(1_000, 5, 20_000),
  fails: fc.oneof({ weight: 5, arbitrary: one(false) }, { weight: 1, arbitrary: one(true) }),
  saysSize: fc.oneof({ weight: 4, arbitrary: one(true) }, { weight: 1, arbitrary: one(false) }),
  sizeBytes: one(1, 40, 41),
})

/** Everything that one random sequence is made of. */
export const plan: fc.Arbitrary<Plan> = fc.record({
  age: fc.oneof(
    { weight: 5, arbitrary: kind('current') },
    { weight: 1, arbitrary: kind('noList') },
    { weight: 1, arbitrary: kind('listWithoutIds') },
    { weight: 1, arbitrary: kind('noHolds') },
  ),
  isBrowser: fc.boolean(),
  skewMs: one(0, -7_200_000, 7_200_000),
  randomSeed: fc.nat(1_000_000),
  settings: fc.record({
    maxRetries: one(4, 1, 0),
    timeoutMs: one(30_000, 5_000),
    totalTimeoutMs: one(120_000, 20_000),
    requestsPerMinute: fc.oneof({ weight: 4, arbitrary: one(60) }, { weight: 1, arbitrary: one(1) }),
  }),
  courses: fc.array(course, { minLength: 1, maxLength: 4 }),
  calls: fc.array(call, { minLength: 1, maxLength: 3 }),
  faults: fc.array(fault, { maxLength: 10, size: 'max' }),
  storeFaults: fc.array(storeFault, { maxLength: 6, size: 'max' }),
  events: fc.array(event, { maxLength: 2 }),
})
