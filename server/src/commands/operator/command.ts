import type { Administration } from '../../operator/administration.ts'
import type { Block } from '../look/blocks.ts'

/** A command's result: one JSON document for programs, and the same for people. */
export interface CommandResult {
  readonly json: unknown
  readonly text: readonly Block[]
  /** @default 0 */
  readonly exitCode?: number
}

/** The command failed, or found a disagreement. */
export const exitFailed = 1
/** The command line is wrong. */
export const exitCommandLine = 2

/** What a command does, with its options and its arguments. */
export type Work = (
  accounts: Administration,
  options: Readonly<Record<string, unknown>>,
  ...args: readonly unknown[]
) => Promise<CommandResult>

/** How a command opens its database. */
export interface OpenOptions {
  /**
   * Whether the command may be the first of an installation, and then creates its database. @default false
   */
  readonly mayBeFirst?: boolean
}

/** Wraps a command's work as commander calls it. */
export type RunWith = (work: Work, open?: OpenOptions) => (...received: unknown[]) => Promise<void>

/** The command line is valid, but the state of the account or of this machine forbids the command. */
export class CommandError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'CommandError'
  }
}

/** The command line is wrong in a way that its parser does not see: options that are missing, or do not go together. */
export class CommandLineError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'CommandLineError'
  }
}
