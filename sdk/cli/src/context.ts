import { type Hooks, logHooks, Mediagen, type MediagenOptions } from '@mediagen/sdk'
import { CommandError } from './command-error.js'
import { causeOf } from './error-message.js'
import type { Output } from './output.js'
import { createRequestLog, joinHooks } from './request-log.js'
import { listenForStop, type Stop } from './stop.js'
import type { Terminal } from './terminal.js'

/** The options that every command takes. */
export interface GlobalOptions {
  readonly json?: boolean
  readonly quiet?: boolean
  readonly verbose?: boolean
  readonly log?: string
  readonly baseUrl?: string
}

/** What every command works with. */
export interface Context {
  readonly client: Mediagen
  readonly output: Output
  readonly stop: Stop
  readonly terminal: Terminal
  /** The address of the service; undefined for the SDK's default. */
  readonly baseUrl: string | undefined
  /** The arguments that a follow-up command needs to reach the same service. */
  readonly sameService: readonly string[]
  /** Ends the context: stops listening for signals and completes the log. */
  release(): void
}

/** Creates the context of one command. Throws a CommandError for an invalid URL, key or log. */
export function createContext(
  terminal: Terminal,
  output: Output,
  { baseUrl, verbose = false, log: logPath }: GlobalOptions,
): Context {
  const { env } = terminal
  const address = baseUrl ?? (env.MEDIAGEN_BASE_URL || undefined)
  const apiKey = env.MEDIAGEN_API_KEY?.trim() || undefined
  // Retries and waits for the rate limit are always reported, to explain the delay; --verbose logs every
  // response.
  const info = (line: string) => output.info(line.replace(/^mediagen: /, ''))
  const logger = { debug: info, info, warn: info }
  const log = logPath === undefined ? undefined : createRequestLog(logPath, output.log)
  const every = logHooks({ logger })
  const { onRateLimit } = every
  const shown = verbose ? every : { onRetry: noteRetry(info), onRateLimit }
  const hooks = joinHooks(shown, log?.hooks)
  // The variable that tools such as otel-cli set for the programs that they run.
  const traceparent = () => env.TRACEPARENT
  const client = createClient({ apiKey, baseUrl: address, hooks, traceparent })
  const stop = listenForStop(terminal)
  return {
    client,
    output,
    stop,
    release() {
      stop.release()
      log?.close()
    },
    terminal,
    baseUrl: address,
    sameService: baseUrl === undefined ? [] : ['--base-url', baseUrl],
  }
}

/** Explains a delay in one line; that of --verbose has the request. */
function noteRetry(info: (line: string) => void): NonNullable<Hooks['onRetry']> {
  return ({ url, reason, pauseMs }) => {
    const what = reason instanceof Error ? `No response (${causeOf(reason)})` : `HTTP ${reason.status}`
    info(`${what} from ${new URL(url).origin}; next try in ${(pauseMs / 1000).toFixed(1)} s.`)
  }
}

/** The SDK rejects only options that came from the command line or the environment: a usage error. */
function createClient(options: MediagenOptions): Mediagen {
  try {
    return new Mediagen(options)
  } catch (cause) {
    throw new CommandError('usage', cause instanceof Error ? cause.message : String(cause), { cause })
  }
}
