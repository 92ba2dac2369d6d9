import type { Context, GlobalOptions } from './context.js'

/** The implementation of a command. Its arguments are text, and lists of it where a command takes several. */
export type CommandHandler<Options extends GlobalOptions> = (
  context: Context,
  options: Options,
  ...args: never[]
) => Promise<void>

/** Wraps a handler as a commander action. */
export type CreateAction = <Options extends GlobalOptions>(
  handler: CommandHandler<Options>,
) => (...received: unknown[]) => Promise<void>
