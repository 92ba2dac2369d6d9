import { formatNumber } from '../support/figures.ts'
import { sized } from '../support/options.ts'
import { type Behaviour, withStandIn } from './behaviours.ts'
import type { StandInOptions } from './stand-in.ts'

const prompts = sized(200, 20)
const perMinute = 60
const windowMs = 60_000
const secondsMax = 190

/** More prompts at once than an account may send in a minute: takes three minutes for 200. */
export const batch: Behaviour = {
  what: `${prompts} prompts at once where ${perMinute} a minute are taken: accepted, and when`,
  promised: `all, within ${secondsMax} s`,
  measure: (sdk) =>
    withStandIn(sdk, { fault: rateLimit() }, async (client, standIn) => {
      const startedAt = performance.now()
      const sent = Array.from({ length: prompts }, (_, index) => client.submit(`prompt ${index}`))
      const accepted = (await Promise.allSettled(sent)).filter(({ status }) => status === 'fulfilled').length
      const seconds = (performance.now() - startedAt) / 1000
      const rejected = standIn.of('submit').length - accepted
      return {
        text: `${accepted}, ${formatNumber(seconds)} s, ${rejected} rejected with 429`,
        isMet: accepted === prompts && seconds <= secondsMax,
      }
    }),
}

/** Takes so many generations in any window, as the service does, and says when the next one is taken. */
function rateLimit(): NonNullable<StandInOptions['fault']> {
  const takenAtMs: number[] = []
  return ({ kind, atMs }) => {
    if (kind !== 'submit') return undefined
    const [oldestMs = 0] = takenAtMs.slice(-perMinute)
    if (takenAtMs.length >= perMinute && oldestMs > atMs - windowMs) {
      const seconds = Math.ceil((oldestMs + windowMs - atMs) / 1000)
      return { status: 429, headers: { 'Retry-After': String(seconds) } }
    }
    takenAtMs.push(atMs)
    return undefined
  }
}
