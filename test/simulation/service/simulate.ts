import fc from 'fast-check'
import type { Verdicts } from '../../breakage/judge/judge.ts'
import { type Plan, prepareEpisodes, type Report } from './episode.ts'
import { type Fault, faultKinds } from './scheduler.ts'

const durationMsMax = 40_000
const faultsMax = 30
/** As many as the calls of most episodes. */
const faultAtMax = 2_000

const fault: fc.Arbitrary<Fault> = fc.record({
  at: fc.nat(faultAtMax),
  kind: fc.constantFrom(...faultKinds),
})

const plan: fc.Arbitrary<Plan> = fc.record({
  // A smaller one is no simpler.
  seed: fc.noShrink(fc.nat(2 ** 31 - 1)),
  durationMs: fc.integer({ min: 1, max: durationMsMax }),
  faults: fc.array(fault, { maxLength: faultsMax, size: 'max' }),
})

export interface SimulationOptions {
  readonly seed: number
  /** A place in the plans of the seed, as a failure names it. @default the first */
  readonly path?: string | undefined
  /** How many, of about 2,000 calls each. */
  readonly episodes: number
  /** @default true */
  readonly minimises?: boolean
  readonly onEpisode?: (report: Report) => void
}

/** The first plan whose episode violates a guarantee. */
export interface Violation {
  readonly plan: Plan
  readonly seed: number
  readonly path: string
  readonly verdicts: Verdicts
}

/** Runs episodes until one violates a guarantee, and makes that one as small as it can be. */
export async function simulate(options: SimulationOptions): Promise<Violation | undefined> {
  const { seed, path, minimises = true, onEpisode } = options
  const episodes = await prepareEpisodes()
  let found: Verdicts | undefined
  const property = fc.asyncProperty(plan, async (plan) => {
    const report = await episodes.run(plan)
    onEpisode?.(report)
    const holds = Object.values(report.verdicts).every((errors) => errors.length === 0)
    if (!holds) found = report.verdicts
    return holds
  })
  try {
    const result = await fc.check(property, {
      seed,
      ...(path !== undefined && { path }),
      numRuns: options.episodes,
      endOnFailure: !minimises,
      unbiased: true,
    })
    if (!result.failed || result.counterexample === null || found === undefined) {
      if (result.errorInstance !== null) throw result.errorInstance
      return undefined
    }
    const [smallest] = result.counterexample
    return { plan: smallest, seed, path: result.counterexamplePath ?? '', verdicts: found }
  } finally {
    await episodes.close()
  }
}
