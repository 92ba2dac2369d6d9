import { formatDelays, formatNumber, median, percentile } from './figures.ts'
import { openClients } from './raw-http-client.ts'

/** What one round of load has measured. */
export interface Round {
  readonly count: number
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
    count: samples.length,
    perSecond: samples.length / seconds,
    p50Ms: percentile(samples, 0.5),
    p99Ms: percentile(samples, 0.99),
  }
}

/**
 * The same over HTTP: each client sends the request of its turn on a connection of its own, and expects 200.
 */
export async function runHttpLoad(
  port: number,
  {
    request,
    ...options
  }: {
    readonly clients: number
    readonly durationMs: number
    readonly request: (client: number, turn: number) => Buffer
  },
): Promise<Round> {
  const clients = await openClients(port, options.clients)
  const work = (client: number, turn: number) => own(clients, client).send(request(client, turn), 200)
  const round = await runLoad({ ...options, work })
  for (const client of clients) client.close()
  return round
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

/** Medians over the rounds, in words. */
export function describeRounds(rounds: readonly Round[]): string {
  const of = (figure: keyof Round): number => median(rounds.map((round) => round[figure]))
  return `${formatNumber(of('perSecond'))}/s, ${formatDelays(of('p50Ms'), of('p99Ms'))}`
}

/** The item that belongs to the client alone, such as its connection. */
export function own<Item>(items: readonly Item[], client: number): Item {
  const item = items[client]
  if (item === undefined) throw new RangeError('There are more clients than items.')
  return item
}

/** Spreads clients and their turns over the items, each client along a way of its own. */
export function pick<Item>(items: readonly Item[], client: number, turn: number): Item {
  const item = items[(client * 37 + turn) % items.length]
  if (item === undefined) throw new RangeError('There is nothing to pick from.')
  return item
}
