import type { Context } from '../core/http.js'
import { createPollLine, type PollLine, type PollLineOptions } from './poll-line.js'

/** The most waits of a line: by the contract, one request names at most this many tasks. */
const waitsMax = 100
/** How long a service that does not list tasks by their ids is not asked to. */
const unlistedMs = 600_000

/** The lines of one client. */
interface Lines {
  readonly open: Set<{ readonly line: PollLine; waits: number }>
  unlistedUntilMs: number
}

const linesOf = new WeakMap<Context, Lines>()

/**
 * Takes a wait into the first line of its client that has room, or into one of its own if it `isAlone` or the
 * service does not list tasks by their ids. The wait has to end its place.
 */
export function joinLine(
  context: Context,
  { isAlone, ...options }: { readonly isAlone: boolean } & Omit<PollLineOptions, 'onUnlisted'>,
): PollLine {
  const { clock } = context.transport
  const lines: Lines = linesOf.get(context) ?? { open: new Set(), unlistedUntilMs: 0 }
  linesOf.set(context, lines)
  if (isAlone || clock.now() < lines.unlistedUntilMs) return createPollLine(context, options)
  const onUnlisted = () => {
    lines.unlistedUntilMs = clock.now() + unlistedMs
  }
  const found = [...lines.open].find(({ waits }) => waits < waitsMax)
  const place = found ?? { line: createPollLine(context, { ...options, onUnlisted }), waits: 0 }
  lines.open.add(place)
  place.waits += 1
  return {
    ask: place.line.ask,
    end() {
      place.waits -= 1
      if (place.waits > 0) return
      lines.open.delete(place)
      place.line.end()
    },
  }
}
