import { descriptorsOf, isMeasurable, megabytesOf } from '../../support/footprint.ts'
import type { ProcessGroup } from '../service/process-group.ts'

/** Of one process at one moment. */
interface Footprint {
  readonly residentMb: number
  readonly handles: number
}

/** Lower quartiles of the first and the last eighth of the time: garbage and bursts come on top of what is kept. */
interface Growth {
  readonly first: Footprint
  readonly last: Footprint
}

/** Of eight hours it is one. */
const share = 1 / 8
/** A heap settles, and a burst leaves some behind; what grows without end is far beyond both within hours. */
const growthMax = { residentMb: { times: 1.3, more: 20 }, handles: { times: 1.2, more: 10 } }

/** Looks at processes that live on from time to time; the function ends that. Undefined where the system does not show it. */
export function watchGrowth(
  { running }: Pick<ProcessGroup, 'running'>,
  everyMs: number,
): (() => ReadonlyMap<string, Growth>) | undefined {
  if (!isMeasurable) return undefined
  const looks = new Map<string, Footprint[]>()
  const timer = setInterval(() => {
    for (const { role, pid } of running()) {
      const footprint = { residentMb: Math.round(megabytesOf(pid, 'VmRSS')), handles: descriptorsOf(pid) }
      looks.set(role, [...(looks.get(role) ?? []), footprint])
    }
  }, everyMs)
  return () => {
    clearInterval(timer)
    return new Map(
      [...looks].map(([role, seen]) => {
        const count = Math.max(1, Math.floor(seen.length * share))
        return [role, { first: keptIn(seen.slice(0, count)), last: keptIn(seen.slice(-count)) }]
      }),
    )
  }
}

/** What has grown further than a process that has been warmed up may. */
export function findGrowth(name: string, { first, last }: Growth): string[] {
  return (['residentMb', 'handles'] as const)
    .filter((what) => last[what] > first[what] * growthMax[what].times + growthMax[what].more)
    .map((what) => `${name} has grown from ${first[what]} to ${last[what]} ${what}`)
}

function keptIn(seen: readonly Footprint[]): Footprint {
  const quartile = (what: keyof Footprint): number =>
    seen.map((look) => look[what]).sort((a, b) => a - b)[Math.floor(seen.length / 4)] ?? Number.NaN
  return { residentMb: quartile('residentMb'), handles: quartile('handles') }
}
