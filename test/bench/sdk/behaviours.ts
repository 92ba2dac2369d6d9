import type { SdkClient, SdkUnderTest } from './sdk-under-test.ts'
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

/** Runs against a client of a stand-in of its own, which is closed afterwards. */
export async function withStandIn<Result>(
  { wire, open }: SdkUnderTest,
  options: StandInOptions,
  work: (client: SdkClient, standIn: StandIn) => Promise<Result>,
): Promise<Result> {
  await using standIn = await startStandIn(wire, options)
  return await work(await open(standIn.url), standIn)
}

/** `2 sends`, or `1 send`. */
export function countOf({ length }: readonly unknown[], noun: string): string {
  return `${length} ${noun}${length === 1 ? '' : 's'}`
}
