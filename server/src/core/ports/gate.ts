import type { ProductName } from '../domain/products.ts'
import type { GenerationJob } from './generation-job.ts'
import type { UprightImage } from './media-finisher.ts'

/**
 * When a gate is asked: `before` a task is submitted to an engine, `after` its result was stored and before
 * the task succeeds, `upload` before an upload becomes READY.
 */
export const gateStages = ['before', 'after', 'upload'] as const
export type GateStage = (typeof gateStages)[number]

/** What a gate is asked about. */
export type GateSubject =
  | { readonly stage: 'before'; readonly job: GenerationJob }
  | { readonly stage: 'after'; readonly job: GenerationJob; readonly result: GateMedia }
  | { readonly stage: 'upload'; readonly uploadId: string; readonly input: GateMedia }

/** Bytes that a gate may see. Its functions throw if the store cannot be reached. */
export interface GateMedia {
  readonly contentType: string
  readonly sizeBytes: number
  bytes(): Promise<Uint8Array>
  /** The image as an engine gets it, where that is another one; throws InputError if it cannot be decoded. */
  upright?(): Promise<UprightImage>
  /** A signed link, valid for half an hour at least. */
  link(): Promise<string>
}

/** A judgement. The reason is for the operator, never for the caller: one line of limited length. */
export type GateVerdict =
  | { readonly kind: 'allowed' | 'refused'; readonly reason: string | undefined }
  /** No judgement: not reached, too late, or a response that says nothing. */
  | { readonly kind: 'failed'; readonly reason: string }

/** The request would wait too long for its turn: the gate was not asked, so that this is no failure of it. */
export class GateBusyError extends Error {
  override readonly name = 'GateBusyError'
}

/** A service of the operator's choice that allows or refuses requests, results and uploads. */
export interface Gate {
  readonly name: string
  readonly at: readonly GateStage[]
  /** The products whose tasks it judges; undefined: all. */
  readonly products: readonly ProductName[] | undefined
  /** What happens if it gives no judgement. */
  readonly onFailure: 'refuse' | 'allow'
  /** Whether requests of that stage call `upright` of a job's input, which is then decoded before. @default false */
  takesUpright?(stage: GateStage): boolean
  /**
   * One request, within the gate's own time limit once its turn has come; sent again while the gate says that it is
   * busy, for a minute at most. Throws InputError if an input cannot be read, and GateBusyError instead of letting the
   * caller of an upload wait too long.
   * @param accountId Accounts take turns.
   */
  ask(subject: GateSubject, signal: AbortSignal, accountId?: string): Promise<GateVerdict>
  /** Asks about something harmless, outside all tasks. */
  check(signal: AbortSignal): Promise<GateCheck>
  close(): Promise<void>
}

/** The state of a gate, as far as a request without consequences shows it. */
export interface GateCheck {
  readonly reachable: boolean
  /** undefined: not known. */
  readonly keyAccepted?: boolean
  /** Its verdict on something harmless; undefined: not asked. */
  readonly sample?: GateVerdict['kind']
  readonly detail: string
}

/** The gates in force, in the order of the file. */
export interface Gates {
  readonly list: () => readonly Gate[]
  readonly forTask: (stage: 'before' | 'after', product: ProductName) => readonly Gate[]
  readonly forUpload: () => readonly Gate[]
}

/** A request to a gate that has ended, for the metrics. */
export interface GateCheckReport {
  readonly gate: string
  readonly stage: GateStage
  readonly verdict: GateVerdict['kind']
  readonly seconds: number
}
