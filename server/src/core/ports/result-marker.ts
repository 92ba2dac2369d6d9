/** What the mark of a result says. */
export interface Provenance {
  /** A term of IPTC's vocabulary of digital source types. */
  readonly sourceType: 'trainedAlgorithmicMedia' | 'compositeWithTrainedAlgorithmicMedia' | 'algorithmicMedia'
  readonly taskId: string
  readonly createdAtMs: number
  /** The name and version of this service, and not of the engine. */
  readonly creatorTool: string
}
