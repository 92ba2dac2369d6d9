import { setTimeout as pause } from 'node:timers/promises'
import { formatDelays, formatNumber, median, percentile } from '../support/figures.ts'
import { heldPrompt } from '../support/hold-time.ts'
import { sized } from '../support/options.ts'
import { type Behaviour, countOf, type Measured, withStandIn } from './behaviours.ts'
import { pathTo } from './path-to.ts'
import type { SdkClient, SdkUnderTest } from './sdk-under-test.ts'
import { settle } from './settle.ts'
import type { Fault, SeenRequest, StandIn } from './stand-in.ts'

const waitsOfEach = sized(5, 1)
const waitStaggerMs = 370
const latenessMsMax = 60
const requestsMax = 3
const failedPolls = 8
const abortAfterMs = 1_300
const atOnceMsMax = 50
const waitMsMax = 2_000
const followed = sized(100, 10)
const orders = sized(50, 5)

/** Tasks that another process has ordered, by their ids. */
export const followTasks: Behaviour = {
  what: `${followed} tasks of 5 to 15 s at one time: connections, requests, delay until the caller knows`,
  promised: 'at most 2 connections, p99 under 250 ms',
  measure: (sdk) => withStandIn(sdk, {}, followMany),
}

/** What a wait for one task does, or for many. */
export const waitBehaviours: readonly Behaviour[] = [
  waitFor(1),
  waitFor(4.2),
  waitFor(sized(30, 2)),
  {
    what: 'a task of 2 s, waited for as the SDK does by default',
    promised: 'resolves when it is done',
    measure: (sdk) =>
      withStandIn(sdk, {}, async ({ generate, generateByDefault = generate }) => {
        if (generateByDefault === undefined) return undefined
        const { isRejected, ms, text } = await settle(generateByDefault(heldPrompt(2000, 'a red door')))
        return { text: `${text} after ${formatNumber(ms / 1000)} s`, isMet: !isRejected && ms >= 1990 }
      }),
  },
  failingPolls(`${failedPolls} polls in a row that get a 503`, { status: 503 }, failedPolls),
  failingPolls(`${failedPolls} polls in a row whose connection is cut`, 'cut', failedPolls),
  failingPolls('a first poll that gets a 404, since a replica is behind', { status: 404 }, 1),
  {
    what: 'an abort while it waits: time until it settles',
    promised: `under ${atOnceMsMax} ms, with the reason`,
    measure: (sdk) => withStandIn(sdk, {}, measureAbort),
  },
  {
    what: `a wait of at most ${waitMsMax / 1000} s for a task of a minute`,
    promised: 'an error in time, with the id of the task',
    measure: (sdk) => withStandIn(sdk, {}, measureTimeout),
  },
  endOf('failed', 'a TaskFailedError', 'TaskFailedError'),
  endOf('cancelled', 'a TaskCancelledError', 'TaskCancelledError'),
  followTasks,
]

function waitFor(seconds: number): Behaviour {
  return {
    what: `a task of ${seconds} s: delay until the caller knows, requests`,
    promised: `at most ${latenessMsMax} ms, ${requestsMax} requests`,
    measure: (sdk) => withStandIn(sdk, {}, (client, standIn) => measureWaits(sdk, client, standIn, seconds)),
  }
}

/** Each by a client of its own. */
async function measureWaits(
  { open }: SdkUnderTest,
  { generate: generateFirst }: SdkClient,
  standIn: StandIn,
  seconds: number,
): Promise<Measured | undefined> {
  if (generateFirst === undefined) return undefined
  // The first one loads what later ones find loaded.
  await generateFirst(heldPrompt(10, 'first'))
  const waits = Array.from({ length: waitsOfEach }, async (_, index) => {
    const prompt = heldPrompt(seconds * 1000, `wait ${index}`)
    const { generate } = await open(standIn.url)
    await pause(index * waitStaggerMs)
    await generate?.(prompt)
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
}

function failingPolls(what: string, failure: Fault, count: number): Behaviour {
  const fault = ({ kind, index }: SeenRequest) => (kind === 'poll' && index < count ? failure : undefined)
  return {
    what,
    promised: 'survives',
    measure: (sdk) =>
      withStandIn(sdk, { fault }, async ({ generate }, at) => {
        if (generate === undefined) return undefined
        const { isRejected, ms, text } = await settle(generate(heldPrompt(300, 'a red door')))
        const polls = `${countOf(at.of('poll'), 'poll')}, ${formatNumber(ms / 1000)} s`
        return {
          text: isRejected ? `gives up (${polls}); ${text}` : `survives (${polls})`,
          isMet: !isRejected,
        }
      }),
  }
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
  // A cancellation follows the end of the wait.
  await pause(100)
  return {
    text: `${formatNumber(ms)} ms, ${[...ways].join(' or ')}${cancelWords(standIn)}`,
    isMet: ms < atOnceMsMax && ways.size === 1 && ways.has('rejects with the reason'),
  }
}

async function measureTimeout(client: SdkClient, standIn: StandIn): Promise<Measured | undefined> {
  if (client.waitAtMost === undefined) return undefined
  const prompt = heldPrompt(60_000, 'a red door')
  const { isRejected, ms, text, error } = await settle(client.waitAtMost(prompt, waitMsMax))
  await pause(100)
  const path = pathTo(error, standIn.job(prompt).id)
  const id = path === undefined ? 'without the id' : `with the id in \`${path}\``
  return {
    text: `${formatNumber(ms / 1000)} s, ${text} ${id}${cancelWords(standIn)}`,
    isMet: isRejected && ms < waitMsMax + 500 && path !== undefined,
  }
}

function cancelWords(standIn: StandIn): string {
  return standIn.of('cancel').length > 0 ? ', task cancelled' : ', task not cancelled'
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

/** As many orders as an account may send in a minute, waited for at one time. */
export const followOrders: Behaviour = {
  what: `${orders} orders that take 5 to 15 s at one time: connections, requests, delay until the caller knows`,
  measure: (sdk) => withStandIn(sdk, {}, ({ generate }, standIn) => followAll(standIn, orders, generate)),
}

function followMany({ waitById }: SdkClient, standIn: StandIn): Promise<Measured | undefined> {
  return followAll(standIn, followed, waitById && ((prompt) => waitById(standIn.start(prompt))))
}

async function followAll(
  standIn: StandIn,
  count: number,
  wait: ((prompt: string) => Promise<unknown>) | undefined,
): Promise<Measured | undefined> {
  if (wait === undefined) return undefined
  const delays = await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const prompt = heldPrompt(5000 + (index * 10_000) / count, `task ${index} of many`)
      await wait(prompt)
      return Date.now() - standIn.job(prompt).endsAtMs
    }),
  )
  const [p50Ms, p99Ms] = [percentile(delays, 0.5), percentile(delays, 0.99)]
  const connections = standIn.connectionsMax()
  return {
    text: `${connections}, ${standIn.requests.length}, ${formatDelays(p50Ms, p99Ms)}`,
    isMet: connections <= 2 && p99Ms < 250,
  }
}
