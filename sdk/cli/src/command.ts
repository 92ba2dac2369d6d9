import type { Context, GlobalOptions } from './context.js'

/** The implementation of a command. */
export type CommandHandler<Options extends GlobalOptions> = (
  context: Context,
  options: Options,
  ...args: string[]
) => Promise<void>

/** Wraps a handler as an action of commander. */
export type CreateAction = <Options extends GlobalOptions>(
  handler: CommandHandler<Options>,
) => (...received: unknown[]) => Promise<void>
