import type { Administration } from '../use-cases/administer-accounts.js'

/** What a command answers: one JSON document for programs, and the same as lines for people. */
export interface CommandAnswer {
  readonly json: unknown
  readonly text: string
  /** @default 0 */
  readonly exitCode?: number
}

/** What a command does, with its options and its arguments. */
export type Work<Options extends object> = (
  accounts: Administration,
  options: Options,
  ...args: string[]
) => Promise<CommandAnswer>

/** How the database of a command is opened. */
export interface OpenOptions {
  /** Whether the command may be the first of an installation, whose database it then makes. @default false */
  readonly mayBeFirst?: boolean
}

/** Makes of a command's work what commander calls. */
export type RunWith = <Options extends object>(
  work: Work<Options>,
  open?: OpenOptions,
) => (...received: unknown[]) => Promise<void>

/** The command line is right, but the state of the account or of this machine forbids it. */
export class RefusedError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'RefusedError'
  }
}
