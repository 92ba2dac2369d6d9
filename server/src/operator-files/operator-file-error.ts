/** An operator's file or setting is invalid. Prevents the start; lists every error with its location. */
export class OperatorFileError extends Error {
  readonly faults: readonly string[]

  constructor(source: string, faults: readonly string[]) {
    super(`${source}:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`)
    this.name = 'OperatorFileError'
    this.faults = faults
  }
}
