import { median, percentile } from './figures.ts'

/** What one round of load has measured. */
export interface Round {
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
}

/**
 * Runs `work` over and over on so many clients at once for one round. A failure ends the round and the
 * benchmark.
 */
export async function runLoad(options: {
  readonly clients: number
  readonly durationMs: number
  readonly work: (client: number, turn: number) => Promise<unknown>
}): Promise<Round> {
  const { clients, durationMs, work } = options
  const samples: number[] = []
  const startedAt = performance.now()
  const runClient = async (client: number): Promise<void> => {
    for (let turn = 0; performance.now() - startedAt < durationMs; turn += 1) {
      const sentAt = performance.now()
      await work(client, turn)
      samples.push(performance.now() - sentAt)
    }
  }
  await Promise.all(Array.from({ length: clients }, (_, client) => runClient(client)))
  const seconds = (performance.now() - startedAt) / 1000
  return {
    perSecond: samples.length / seconds,
    p50Ms: percentile(samples, 0.5),
    p99Ms: percentile(samples, 0.99),
  }
}

/**
 * Measures the sides in turns (A B A B …), so that what the machine does besides falls on all of them alike.
 * The first turn of each warms it up and is not counted.
 */
export async function inTurns<Side extends string, Result = Round>(
  rounds: number,
  sides: Record<Side, () => Promise<Result>>,
): Promise<Record<Side, readonly Result[]>> {
  // Object.keys forgets that the names are the sides.
  const names = Object.keys(sides) as Side[]
  const results = Object.fromEntries(names.map((name) => [name, [] as Result[]])) as Record<Side, Result[]>
  for (let round = 0; round <= rounds; round += 1) {
    for (const name of names) {
      const result = await sides[name]()
      if (round > 0) results[name].push(result)
    }
  }
  return results
}

/** The median over the rounds of how one side's figure stands to the other's in the same round. */
export function ratioOf(
  rounds: readonly Round[],
  others: readonly Round[],
  figure: keyof Round = 'perSecond',
): number {
  return median(rounds.map((round, index) => round[figure] / (others[index]?.[figure] ?? Number.NaN)))
}

/** Medians over the rounds. */
export function medianRound(rounds: readonly Round[]): Round {
  const of = (figure: keyof Round): number => median(rounds.map((round) => round[figure]))
  return { perSecond: of('perSecond'), p50Ms: of('p50Ms'), p99Ms: of('p99Ms') }
}
