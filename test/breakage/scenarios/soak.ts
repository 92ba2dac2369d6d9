import { findGrowth, watchGrowth } from './growth.ts'
import { type RunReport, startRecorded } from './histories.ts'

const historyMs = 60_000
const lookEveryMs = 5_000
/** A process that has just started still grows into its work. */
const growthJudgedMsMin = 20 * 60_000

/**
 * Records one history after another of one service on MySQL for so long, and holds what is left in the end against
 * what was promised, and what the processes that were spared keep against what they kept at first. Stops at the first
 * history in which `judge` finds something.
 */
export async function runSoak(options: {
  readonly durationMs: number
  readonly seed: number
  readonly judge: (report: RunReport) => Promise<boolean>
}): Promise<{
  readonly holds: boolean
  readonly figures: RunReport['figures']
  readonly broken: readonly string[]
}> {
  const { durationMs, seed, judge } = options
  const recorded = await startRecorded({ database: 'mysql', seed, forHours: true })
  const { spared } = recorded.service
  const startedAtMs = performance.now()
  const endWatch = spared && watchGrowth(spared, lookEveryMs)
  try {
    let histories = 0
    let holds = true
    do {
      holds = await judge(await recorded.run({ durationMs: historyMs, seed: seed + 10 * histories }))
      histories += 1
    } while (holds && performance.now() - startedAtMs < durationMs)
    const grown = [...(endWatch?.() ?? [])]
    const isJudged = performance.now() - startedAtMs >= growthJudgedMsMin
    return {
      holds,
      figures: [
        ['histories', histories],
        ...grown.flatMap(([name, { first, last }]) => [
          [`${name}: MB, first and last eighth`, `${first.residentMb}, ${last.residentMb}`] as const,
          [`${name}: handles, first and last eighth`, `${first.handles}, ${last.handles}`] as const,
        ]),
      ],
      broken: [
        ...(await recorded.end()),
        ...(isJudged ? grown.flatMap(([name, one]) => findGrowth(name, one)) : []),
      ],
    }
  } finally {
    endWatch?.()
    await recorded.close()
  }
}
