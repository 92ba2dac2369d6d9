import { readdirSync, readFileSync } from 'node:fs'

/** Of one process at one moment. */
export interface Footprint {
  readonly residentMb: number
  /** Open files and connections. */
  readonly handles: number
}

export interface GrowthWatch {
  /** Ends it. Medians over the first and the last eighth of the time, for each process by its name. */
  stop(): ReadonlyMap<string, { readonly first: Footprint; readonly last: Footprint }>
}

/** Of eight hours it is one. */
const share = 1 / 8
/** A heap settles, and a burst leaves some behind; what grows without end is far beyond both within hours. */
const growthMax = { residentMb: { times: 1.3, more: 20 }, handles: { times: 1.2, more: 10 } }

/** Looks at processes from time to time; undefined where the system does not show what they hold. */
export function watchGrowth(
  processes: () => readonly { readonly name: string; readonly pid: number }[],
  everyMs: number,
): GrowthWatch | undefined {
  if (process.platform !== 'linux') return undefined
  const looks = new Map<string, Footprint[]>()
  const timer = setInterval(() => {
    for (const { name, pid } of processes()) {
      const seen = looks.get(name) ?? []
      looks.set(name, seen)
      const footprint = footprintOf(pid)
      if (footprint !== undefined) seen.push(footprint)
    }
  }, everyMs)
  return {
    stop() {
      clearInterval(timer)
      return new Map(
        [...looks].map(([name, seen]) => {
          const count = Math.max(1, Math.floor(seen.length * share))
          return [name, { first: medianOf(seen.slice(0, count)), last: medianOf(seen.slice(-count)) }]
        }),
      )
    },
  }
}

/** What has grown further than a process that has been warmed up may. */
export function findGrowth(name: string, { first, last }: { first: Footprint; last: Footprint }): string[] {
  return (['residentMb', 'handles'] as const)
    .filter((what) => last[what] > first[what] * growthMax[what].times + growthMax[what].more)
    .map((what) => `${name} has grown from ${first[what]} to ${last[what]} ${what}`)
}

/** Undefined of a process that has just ended. */
function footprintOf(pid: number): Footprint | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    const kilobytes = Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1])
    return { residentMb: Math.round(kilobytes / 1024), handles: readdirSync(`/proc/${pid}/fd`).length }
  } catch {
    return undefined
  }
}

function medianOf(seen: readonly Footprint[]): Footprint {
  const median = (what: keyof Footprint): number =>
    seen.map((look) => look[what]).sort((a, b) => a - b)[Math.floor(seen.length / 2)] ?? Number.NaN
  return { residentMb: median('residentMb'), handles: median('handles') }
}
