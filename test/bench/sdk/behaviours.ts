import { setTimeout as pause } from 'node:timers/promises'
import { formatNumber, median } from '../support/figures.ts'
import { heldPrompt } from '../support/hold-time.ts'
import { sized } from '../support/options.ts'
import type { SdkClient, SdkUnderTest } from './sdk-under-test.ts'
import { settle } from './settle.ts'
import { type StandIn, type StandInOptions, startStandIn } from './stand-in.ts'

/** What one SDK does, and whether that is what ours promises. */
export interface Measured {
  readonly text: string
  readonly isMet?: boolean
}

/** A row of the table. */
export interface Behaviour {
  readonly what: string
  /** What ours promises of it. */
  readonly promised?: string
  /** Undefined where the SDK has nothing of the kind. */
  measure(sdk: SdkUnderTest): Promise<Measured | undefined>
}

const waitsOfEach = sized(5, 1)
const waitStaggerMs = 370
const latenessMsMax = 60
const requestsMax = 3
const retryAfterSeconds = 3
const failedPolls = 8
const abortAfterMs = 1_300
const atOnceMsMax = 50

export const behaviours: readonly Behaviour[] = [
  waitFor(1),
  waitFor(4.2),
  {
    what: 'a generation whose connection is always cut after it was sent',
    promised: 'one key, a SubmitAmbiguousError',
    measure: (sdk) =>
      withStandIn(
        sdk,
        { fault: ({ kind }) => (kind === 'submit' ? 'cut' : undefined) },
        async (client, at) => {
          const { text } = await settle(client.submit('a red door'))
          const keys = keysOf(at)
          return {
            text: `${countOf(at.of('submit'), 'send')}, ${keyWords(at)}; ${text}`,
            isMet: keys.size === 1 && !keys.has(undefined) && text.includes('SubmitAmbiguousError'),
          }
        },
      ),
  },
  {
    what: `429 with Retry-After: ${retryAfterSeconds}, then accepted: time between the two`,
    promised: `at least ${retryAfterSeconds} s, and it is accepted`,
    measure: (sdk) =>
      withStandIn(sdk, { fault: tooManyAtFirst }, async (client, at) => {
        const { isRejected } = await settle(client.submit('a red door'))
        const [first, second] = at.of('submit')
        if (first === undefined || second === undefined) return { text: 'not retried' }
        const seconds = (second.atMs - first.atMs) / 1000
        return {
          text: `${formatNumber(seconds)} s`,
          isMet: seconds >= retryAfterSeconds && !isRejected,
        }
      }),
  },
  alwaysGets(500, 'one key', (at) => keysOf(at).size === 1 && !keysOf(at).has(undefined)),
  alwaysGets(409, 'one send', (at) => at.of('submit').length === 1),
  {
    what: `${failedPolls} polls in a row that get a 503`,
    promised: 'survives',
    measure: (sdk) =>
      withStandIn(sdk, { fault: unavailableAtFirst }, async ({ generate }, at) => {
        if (generate === undefined) return undefined
        const { isRejected, ms, text } = await settle(generate(heldPrompt(300, 'a red door')))
        const polls = `${countOf(at.of('poll'), 'poll')}, ${formatNumber(ms / 1000)} s`
        return {
          text: isRejected ? `gives up (${polls}); ${text}` : `survives (${polls})`,
          isMet: !isRejected,
        }
      }),
  },
  {
    what: 'an abort while it waits: time until it settles',
    promised: `under ${atOnceMsMax} ms, with the reason`,
    measure: (sdk) => withStandIn(sdk, {}, measureAbort),
  },
  endOf('failed', 'a TaskFailedError', 'TaskFailedError'),
  endOf('cancelled', 'a TaskCancelledError', 'TaskCancelledError'),
]

/** Runs against a client of a stand-in of its own, which is closed afterwards. */
export async function withStandIn<Result>(
  { wire, open }: SdkUnderTest,
  options: StandInOptions,
  work: (client: SdkClient, standIn: StandIn) => Promise<Result>,
): Promise<Result> {
  await using standIn = await startStandIn(wire, options)
  return await work(await open(standIn.url), standIn)
}

function waitFor(seconds: number): Behaviour {
  return {
    what: `a task of ${seconds} s: told so late, after so many requests`,
    promised: `at most ${latenessMsMax} ms, ${requestsMax} requests`,
    measure: (sdk) =>
      withStandIn(sdk, {}, async ({ generate }, standIn) => {
        if (generate === undefined) return undefined
        // The first one loads what later ones find loaded.
        await generate(heldPrompt(10, 'first'))
        const waits = Array.from({ length: waitsOfEach }, async (_, index) => {
          const prompt = heldPrompt(seconds * 1000, `wait ${index}`)
          await pause(index * waitStaggerMs)
          await generate(prompt)
          const doneAtMs = Date.now()
          const { id, endsAtMs } = standIn.job(prompt)
          const requests = standIn.requests.filter(({ jobId }) => jobId === id).length
          return { latenessMs: doneAtMs - endsAtMs, requests }
        })
        const measured = await Promise.all(waits)
        const latenessMs = median(measured.map((one) => one.latenessMs))
        const requests = median(measured.map((one) => one.requests))
        return {
          text: `${formatNumber(latenessMs)} ms, ${requests}`,
          isMet: latenessMs <= latenessMsMax && requests <= requestsMax,
        }
      }),
  }
}

const tooManyAtFirst: NonNullable<StandInOptions['fault']> = ({ kind, index }) =>
  kind === 'submit' && index === 0
    ? { status: 429, headers: { 'Retry-After': String(retryAfterSeconds) } }
    : undefined

const unavailableAtFirst: NonNullable<StandInOptions['fault']> = ({ kind, index }) =>
  kind === 'poll' && index < failedPolls ? { status: 503 } : undefined

function alwaysGets(status: number, promised: string, isMet: (standIn: StandIn) => boolean): Behaviour {
  return {
    what: `a generation that always gets a ${status}`,
    promised,
    measure: (sdk) =>
      withStandIn(
        sdk,
        { fault: ({ kind }) => (kind === 'submit' ? { status } : undefined) },
        async (client, at) => {
          const { ms, text } = await settle(client.submit('a red door'))
          return {
            text: `${countOf(at.of('submit'), 'send')}, ${formatNumber(ms / 1000)} s; ${text}`,
            isMet: isMet(at),
          }
        },
      ),
  }
}

function keysOf(standIn: StandIn): ReadonlySet<string | undefined> {
  return new Set(standIn.of('submit').map(({ headers }) => headers['idempotency-key']?.toString()))
}

function keyWords(standIn: StandIn): string {
  const keys = keysOf(standIn)
  if (keys.has(undefined)) return 'no key'
  return keys.size === 1 ? 'one key' : `${keys.size} keys`
}

/** `2 sends`, or `1 send`. */
export function countOf({ length }: readonly unknown[], noun: string): string {
  return `${length} ${noun}${length === 1 ? '' : 's'}`
}

async function measureAbort({ generate }: SdkClient, standIn: StandIn): Promise<Measured | undefined> {
  if (generate === undefined) return undefined
  const reason = new Error('the user has left')
  const aborts = Array.from({ length: waitsOfEach }, async (_, index) => {
    await pause(index * waitStaggerMs)
    const controller = new AbortController()
    const settled = settle(generate(heldPrompt(60_000, 'a red door'), controller.signal))
    await pause(abortAfterMs)
    const abortedAt = performance.now()
    controller.abort(reason)
    const { text, error } = await settled
    const what = error === reason ? 'rejects with the reason' : text
    return { what, ms: performance.now() - abortedAt }
  })
  const measured = await Promise.all(aborts)
  const ms = median(measured.map((one) => one.ms))
  const ways = new Set(measured.map(({ what }) => what))
  const cancels = standIn.of('cancel').length > 0 ? ', task cancelled' : ''
  return {
    text: `${formatNumber(ms)} ms, ${[...ways].join(' or ')}${cancels}`,
    isMet: ms < atOnceMsMax && ways.size === 1 && ways.has('rejects with the reason'),
  }
}

function endOf(end: 'failed' | 'cancelled', promised: string, errorName: string): Behaviour {
  return {
    what: `a task that has ${end === 'failed' ? 'failed' : 'been cancelled'}: its caller gets`,
    promised,
    measure: (sdk) =>
      withStandIn(sdk, { end }, async ({ generate }) => {
        if (generate === undefined || !sdk.unsuccessfulEnds.includes(end)) return undefined
        const { text, isRejected } = await settle(generate(heldPrompt(100, 'a red door')))
        return { text, isMet: isRejected && text.includes(errorName) }
      }),
  }
}
