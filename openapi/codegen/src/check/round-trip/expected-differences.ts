/**
 * A kind of difference that is known and harmless. Both values are fixed, so that a worse difference at the
 * same place shows.
 */
export interface ExpectedDifference {
  readonly name: string
  readonly place: RegExp
  /** The fact's JSON in the contract, or undefined when it has none. */
  readonly contract: string | undefined
  /** The fact's JSON in tsoa's document, or undefined when it has none. */
  readonly emitted: string | undefined
  readonly reason: string
}
