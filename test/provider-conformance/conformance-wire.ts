import type { GenerationJob } from '../../server/src/core/ports/generation-job.ts'
import type { Provider } from '../../server/src/core/ports/provider.ts'
import type { CounterpartRequest, CounterpartResponse } from '../engines/support/counterpart.ts'

/** Where a provider under test finds its engine, and what it must show there. */
export interface Setting {
  readonly url: string
  /** A secret that no message may repeat. */
  readonly apiKey: string
}

/**
 * Makes the provider under test, as from the providers file; called for each check, and again for a
 * restart.
 */
export type MakeProvider = (setting: Setting) => Provider | Promise<Provider>

/** A response of the scripted engine: fixed, or made from the request. */
export type Reply = CounterpartResponse | ((request: CounterpartRequest) => CounterpartResponse)

/** What the kit must know of an engine's wire in order to play the engine. */
export interface ConformanceWire {
  /** A job that the provider serves. */
  readonly job: GenerationJob
  /** Which requests make the engine work, and would be paid for. */
  isSubmission(request: CounterpartRequest): boolean
  /** How the engine takes a job; a synchronous one responds with the result. */
  readonly taken: Reply
  /** What is asked besides, such as an upload before a submission. @default 404 */
  readonly beside?: Reply
  /** How it responds to a look at a job; absent where `start` responds with the result. */
  readonly look?: {
    readonly pending: Reply
    /** The engine itself says that it has no such job. */
    readonly unknown: Reply
  }
  /**
   * How it responds to a cancellation that worked; absent where the provider has no `cancel`, or never asks
   * the engine.
   */
  readonly cancelled?: Reply
  /**
   * How it responds where the job of a lost start is looked for, given the submission that was lost; absent
   * where the provider is not findable.
   */
  readonly found?: (lost: CounterpartRequest) => Reply | Promise<Reply>
}

/** A provider whose engine is no server: it is played by whoever makes the provider. */
export interface InProcessWire {
  readonly job: GenerationJob
  /** How many jobs were handed to the engine so far. */
  submissions(): number
}

export function isServer(wire: ConformanceWire | InProcessWire): wire is ConformanceWire {
  return 'isSubmission' in wire
}
