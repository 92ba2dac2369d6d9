import { logHooks, Mediagen, type MediagenOptions } from '@mediagen/sdk'
import { CommandError } from './command-error.js'
import type { Output } from './output.js'
import { listenForStop, type Stop } from './stop.js'
import type { Terminal } from './terminal.js'

/** The options that every command takes. */
export interface GlobalOptions {
  readonly json?: boolean
  readonly quiet?: boolean
  readonly verbose?: boolean
  readonly baseUrl?: string
}

/** What every command works with. */
export interface Context {
  readonly client: Mediagen
  readonly output: Output
  readonly stop: Stop
  readonly terminal: Terminal
  /** The arguments that a follow-up command needs to reach the same service. */
  readonly sameService: readonly string[]
}

/**
 * Makes the context of one command; `stop.release()` ends it. Throws a CommandError for an address that is
 * none.
 */
export function createContext(
  terminal: Terminal,
  output: Output,
  { baseUrl, verbose = false }: GlobalOptions,
): Context {
  const { env } = terminal
  const address = baseUrl ?? (env.MEDIAGEN_BASE_URL || undefined)
  if (address !== undefined && !(URL.canParse(address) && /^https?:/i.test(address))) {
    throw new CommandError(
      'usage',
      `The service has no address such as ${address}; it begins with http or https`,
    )
  }
  // Somebody who waits longer than usual is told why, and with --verbose all that goes over the wire.
  const { info } = output
  const logger = { debug: info, info, warn: info }
  const hooks = logHooks({ level: verbose ? 'info' : 'warn', logger })
  return {
    client: createClient({ apiKey: env.MEDIAGEN_API_KEY || undefined, baseUrl: address, hooks }),
    output,
    stop: listenForStop(terminal),
    terminal,
    sameService: baseUrl === undefined ? [] : ['--base-url', baseUrl],
  }
}

/** What the SDK does not take comes from the command or its environment. */
function createClient(options: MediagenOptions): Mediagen {
  try {
    return new Mediagen(options)
  } catch (cause) {
    throw new CommandError('usage', cause instanceof Error ? cause.message : String(cause), { cause })
  }
}
