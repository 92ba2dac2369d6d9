import type { Context, GlobalOptions } from './context.js'

/** What a command does, with its options and its arguments. */
export type Work<Options extends GlobalOptions> = (
  context: Context,
  options: Options,
  ...args: string[]
) => Promise<void>

/** Makes of that what commander calls. */
export type RunWith = <Options extends GlobalOptions>(
  work: Work<Options>,
) => (...received: unknown[]) => Promise<void>
