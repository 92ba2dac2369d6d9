import type { Administration } from '../use-cases/administer-accounts.js'

/** What a command answers: one JSON document for programs, and the same as lines for people. */
export interface CommandAnswer {
  readonly json: unknown
  readonly text: string
  /** @default 0 */
  readonly exitCode?: number
}

export interface AdminCommand {
  readonly name: string
  /** The arguments after the name, for the help. */
  readonly usage: string
  readonly summary: string
  /** Options that take a value, beside `--json`. */
  readonly options: readonly string[]
  run(accounts: Administration, given: GivenArguments): Promise<CommandAnswer>
}

export interface GivenArguments {
  readonly positionals: readonly string[]
  readonly options: Readonly<Record<string, string | undefined>>
}

/** The command line is right, but the state of the account forbids it; the message names the option. */
export class RefusedError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'RefusedError'
  }
}

/** The command line is wrong; the message says how it should be. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'UsageError'
  }
}
