/** What an operator wrote is wrong. Stops the start; names every fault, each with where it is. */
export class OperatorFileError extends Error {
  readonly faults: readonly string[]

  constructor(source: string, faults: readonly string[]) {
    super(`${source}:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`)
    this.name = 'OperatorFileError'
    this.faults = faults
  }
}
