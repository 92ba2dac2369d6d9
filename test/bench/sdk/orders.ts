import { setTimeout as pause } from 'node:timers/promises'
import { formatNumber } from '../support/figures.ts'
import { sized } from '../support/options.ts'
import { type Behaviour, countOf, withStandIn } from './behaviours.ts'
import { settle } from './settle.ts'
import type { Fault, SeenRequest, StandIn, StandInOptions } from './stand-in.ts'

const retryAfterSeconds = 3
const longRetryAfterSeconds = 120
const statuses = [400, 402, 404, 408, 409, 422, 429, 500, 502, 503, 504]
const ownKey = 'key-of-the-caller'
const unansweredMsMax = sized(320_000, 2_000)

/** What becomes of one order that something happens to. */
export const orderBehaviours: readonly Behaviour[] = [
  {
    what: 'a generation whose connection is always cut after it was sent',
    promised: 'one key, a SubmitAmbiguousError',
    measure: (sdk) =>
      withStandIn(sdk, alwaysFails('cut'), async (client, at) => {
        const { text } = await settle(client.submit('a red door'))
        const keys = keysOf(at)
        return {
          text: `${countOf(at.of('submit'), 'send')}, ${keyWords(at)}; ${text}`,
          isMet: keys.size === 1 && !keys.has(undefined) && text.includes('SubmitAmbiguousError'),
        }
      }),
  },
  {
    what: 'the pauses between those sends',
    measure: (sdk) =>
      withStandIn(sdk, alwaysFails('cut'), async (client, at) => {
        await settle(client.submit('a red door'))
        return { text: pausesOf(at) }
      }),
  },
  {
    what: `sends of a generation that always gets ${statuses.join(', ')}`,
    promised: 'no second send with 400 to 409 but 408, or 422',
    async measure(sdk) {
      const sends = await Promise.all(
        statuses.map((status) =>
          withStandIn(sdk, alwaysFails({ status }), async (client, at) => {
            await settle(client.submit('a red door'))
            return { status, count: at.of('submit').length }
          }),
        ),
      )
      const isFinal = ({ status }: { status: number }) => [400, 402, 404, 409, 422].includes(status)
      return {
        text: sends.map(({ count }) => count).join(', '),
        isMet: sends.filter(isFinal).every(({ count }) => count === 1),
      }
    },
  },
  alwaysGets(500, 'one key', (at) => keysOf(at).size === 1 && !keysOf(at).has(undefined)),
  alwaysGets(409, 'one send', (at) => at.of('submit').length === 1),
  {
    what: 'a 503 with the header that says not to send it again',
    promised: 'one send',
    measure: (sdk) => withStandIn(sdk, alwaysFails({ status: 503, headers: noRetry }), countSends),
  },
  retryAfter(`${retryAfterSeconds}`, () => String(retryAfterSeconds)),
  retryAfter('a date, in 3 to 4 s', () => new Date(Date.now() + 4000).toUTCString()),
  {
    what: `429 with Retry-After: ${longRetryAfterSeconds}, always`,
    measure: (sdk) => {
      const headers = { 'Retry-After': String(longRetryAfterSeconds) }
      return withStandIn(sdk, alwaysFails({ status: 429, headers }), async (client, at) => {
        const { ms, text } = await settle(client.submit('a red door'))
        return { text: `${countOf(at.of('submit'), 'send')}, ${formatNumber(ms / 1000)} s; ${text}` }
      })
    },
  },
  {
    what: "the caller's own idempotency key: in the request",
    promised: 'as Idempotency-Key',
    measure: (sdk) =>
      withStandIn(sdk, {}, async (client, at) => {
        await settle(client.submit('a red door', ownKey))
        const isMet = keysOf(at).has(ownKey)
        if (isMet) return { text: 'as Idempotency-Key', isMet }
        return sdk.takesIdempotencyKey ? { text: 'dropped', isMet } : undefined
      }),
  },
  {
    what: 'a page of HTML with 200 as the response to a generation',
    promised: 'an error',
    measure: (sdk) =>
      withStandIn(
        sdk,
        alwaysFails({ status: 200, text: '<html><body>Welcome</body></html>' }),
        async (client, at) => {
          const { isRejected, text } = await settle(client.submit('a red door'))
          return { text: `${countOf(at.of('submit'), 'send')}; ${text}`, isMet: isRejected }
        },
      ),
  },
]

/** Takes five minutes for SDKs without a timeout of their own. */
export const unanswered: Behaviour = {
  what: 'a generation that is never answered: its first send is given up',
  promised: 'within 60 s',
  measure: (sdk) =>
    withStandIn(sdk, alwaysFails('none'), async (client, at) => {
      settle(client.submit('a red door'))
      const startedAt = performance.now()
      const first = () => at.of('submit')[0]
      while (first()?.abandonedAtMs === undefined && performance.now() - startedAt < unansweredMsMax)
        await pause(100)
      const { atMs = 0, abandonedAtMs } = first() ?? {}
      if (abandonedAtMs === undefined) return { text: `not within ${unansweredMsMax / 1000} s` }
      const seconds = (abandonedAtMs - atMs) / 1000
      return { text: `after ${formatNumber(seconds)} s`, isMet: seconds <= 60 }
    }),
}

const noRetry = { 'X-Should-Retry': 'false', 'Stripe-Should-Retry': 'false' }

/** For each generation. */
function alwaysFails(fault: Fault): StandInOptions {
  return { fault: ({ kind }) => (kind === 'submit' ? fault : undefined) }
}

async function countSends(client: { submit(prompt: string): Promise<unknown> }, at: StandIn) {
  await settle(client.submit('a red door'))
  const sends = at.of('submit')
  return { text: countOf(sends, 'send'), isMet: sends.length === 1 }
}

function retryAfter(words: string, value: () => string): Behaviour {
  const tooManyAtFirst = ({ kind, index }: SeenRequest) =>
    kind === 'submit' && index === 0 ? { status: 429, headers: { 'Retry-After': value() } } : undefined
  return {
    what: `429 with Retry-After: ${words}, then accepted: time between the two`,
    promised: `at least ${retryAfterSeconds} s, and it is accepted`,
    measure: (sdk) =>
      withStandIn(sdk, { fault: tooManyAtFirst }, async (client, at) => {
        const { isRejected } = await settle(client.submit('a red door'))
        const [first, second] = at.of('submit')
        if (first === undefined || second === undefined) return { text: 'not retried' }
        const seconds = (second.atMs - first.atMs) / 1000
        return { text: `${formatNumber(seconds)} s`, isMet: seconds >= retryAfterSeconds && !isRejected }
      }),
  }
}

function alwaysGets(status: number, promised: string, isMet: (standIn: StandIn) => boolean): Behaviour {
  return {
    what: `a generation that always gets a ${status}`,
    promised,
    measure: (sdk) =>
      withStandIn(sdk, alwaysFails({ status }), async (client, at) => {
        const { ms, text } = await settle(client.submit('a red door'))
        return {
          text: `${countOf(at.of('submit'), 'send')}, ${formatNumber(ms / 1000)} s; ${text}`,
          isMet: isMet(at),
        }
      }),
  }
}

function keysOf(standIn: StandIn): ReadonlySet<string | undefined> {
  return new Set(standIn.of('submit').map(({ headers }) => headers['idempotency-key']?.toString()))
}

/** `one key`, or as many as there are; `no key` where a send had none. */
export function keyWords(standIn: StandIn): string {
  const keys = keysOf(standIn)
  if (keys.has(undefined)) return 'no key'
  return keys.size === 1 ? 'one key' : `${keys.size} keys`
}

/** In milliseconds, from each send to the next. */
function pausesOf(standIn: StandIn): string {
  const times = standIn.of('submit').map(({ atMs }) => atMs)
  const pauses = times.slice(1).map((atMs, index) => Math.round(atMs - (times[index] ?? atMs)))
  return pauses.length === 0 ? 'not sent again' : `${pauses.join(', ')} ms`
}
