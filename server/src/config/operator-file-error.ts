/** An operator's file or setting is invalid. Prevents the start; lists every error with its location. */
export class OperatorFileError extends Error {
  readonly problems: readonly string[]

  constructor(source: string, problems: readonly string[]) {
    super(`${source}:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`)
    this.name = 'OperatorFileError'
    this.problems = problems
  }
}
