import { SingleBar } from 'cli-progress'
import type { Terminal } from './terminal.js'

/** Shows how far one piece of work is. */
export interface Progress {
  /** Says where it is, and how far, from 0 to 1, where that is known. */
  step(state: string, share?: number): void
  /** Ends it; the bar is full only where it went well. */
  end(state: string, isWell: boolean): void
}

const redrawIntervalMs = 100

/**
 * A bar on a terminal, a line for each new state elsewhere, and nothing without a stream. A task reports its
 * state but no percentage: without a share the bar advances by the expected duration.
 */
export function createProgress(
  stream: Terminal['stderr'] | undefined,
  name: string,
  expectedSeconds: number,
): Progress {
  if (stream === undefined) return { step: () => undefined, end: () => undefined }
  return stream.isTTY ? bar(stream, name, expectedSeconds) : lines(stream, name)
}

function bar(stream: Terminal['stderr'], name: string, expectedSeconds: number): Progress {
  const startedAtMs = Date.now()
  const drawn = new SingleBar({
    stream,
    format: '  {name} {bar} {seconds}  {state}',
    barCompleteChar: '█',
    barIncompleteChar: '░',
    barsize: 32,
    hideCursor: true,
    clearOnComplete: false,
    linewrap: false,
    // A stream that is given to us counts as a terminal only where it is one, which has been looked at.
    noTTYOutput: false,
  })
  let state = 'waiting'
  let known: number | undefined
  const seconds = () => (Date.now() - startedAtMs) / 1000
  const draw = (share: number) => {
    drawn.update(share, { name, state: state.padEnd(12), seconds: `${seconds().toFixed(1)} s`.padStart(7) })
  }
  const redraw = () => draw(known ?? 0.95 * (1 - Math.exp(-seconds() / expectedSeconds)))
  drawn.start(1, 0, { name, state, seconds: '' })
  const timer = setInterval(redraw, redrawIntervalMs)
  return {
    step(next, share) {
      state = next
      known = share
      redraw()
    },
    end(last, isWell) {
      clearInterval(timer)
      state = last
      if (isWell) draw(1)
      else redraw()
      drawn.stop()
    },
  }
}

function lines(stream: Terminal['stderr'], name: string): Progress {
  let lastState = ''
  const writeState = (state: string) => {
    if (state !== lastState) stream.write(`${name}: ${state}\n`)
    lastState = state
  }
  return { step: writeState, end: writeState }
}
