import { type Style, styleOf } from '../../../server/src/commands/look/style.ts'
import { widthOf } from '../../../server/src/commands/look/text.ts'
import { barLine } from './bar-line.js'
import { createLogUpdate } from './log-update.js'
import { canRedraw, type Terminal } from './terminal.js'

/** Shows the progress of one operation. */
export interface Progress {
  /**
   * Shows a state and, if known, the completed share, from 0 to 1. A state of unknown duration also has the
   * share that it completes: it is drawn as under way, without a guess how far. A note stands behind the state, where there
   * is room.
   */
  step(state: string, share?: number, shareAfter?: number, note?: string): void
  /** Ends it; the bar is full only on success. */
  end(state: string, isWell: boolean): void
}

/** The progress of all operations of a command. */
export interface ProgressBoard {
  add(name: string): Progress
  /** Writes a line, above the bars if there are any. */
  write(line: string): void
}

/** The height of a terminal that does not say its own. */
const rowsDefault = 24
const redrawMs = 100

/**
 * A bar for each operation on a terminal, a line for each new state elsewhere, and nothing if it is quiet.
 */
export function createProgressBoard(
  { stderr: stream, env }: Pick<Terminal, 'stderr' | 'env'>,
  isQuiet: boolean,
): ProgressBoard {
  const write = (line: string) => void stream.write(`${line}\n`)
  if (isQuiet) return { add: () => ({ step: () => undefined, end: () => undefined }), write }
  // A terminal without a size, such as a pseudo-terminal that nobody has set one for, has no place for bars.
  const hasSize = stream.columns !== 0 && stream.rows !== 0
  return canRedraw(stream, env) && hasSize
    ? createBars(stream, styleOf(stream, env), write)
    : { add: (name) => createLines(name, write), write }
}

/**
 * Bars, as many as the terminal has rows: the others are drawn as soon as earlier ones have ended, which
 * scroll up. A stack of bars higher than the terminal could not be redrawn in place.
 */
function createBars(
  stream: Terminal['stderr'],
  style: Style,
  writeLine: (line: string) => void,
): ProgressBoard {
  const drawing = createLogUpdate(stream)
  const running = new Set<() => string>()
  let nameWidth = 0
  let noteWidth = 0
  let redraws: NodeJS.Timeout | undefined
  const draw = () => {
    const free = (stream.rows ?? rowsDefault) - 2
    drawing(
      [...running]
        .slice(0, Math.max(1, free))
        .map((line) => line())
        .join('\n'),
    )
  }
  /** Writes a line where the bars are, which move below it; the terminal wraps it if need be. */
  const write = (line: string) => {
    if (running.size > 0) drawing.clear()
    writeLine(line)
    if (running.size > 0) draw()
  }
  return {
    write,
    add(name) {
      const startedAtMs = Date.now()
      let [state, share, shareAfter, note] = ['waiting', 0, 0, '']
      const line = () => {
        const seconds = (Date.now() - startedAtMs) / 1000
        const { columns } = stream
        return barLine(
          { name, nameWidth, state, share, shareAfter, note, noteWidth, seconds, columns },
          style,
        )
      }
      if (running.size === 0) [nameWidth, noteWidth] = [0, 0]
      nameWidth = Math.max(nameWidth, widthOf(name))
      running.add(line)
      redraws ??= setInterval(draw, redrawMs).unref()
      draw()
      return {
        step(next, done = share, after = done, behind = '') {
          ;[state, share, shareAfter, note] = [next, done, after, behind]
          noteWidth = Math.max(noteWidth, widthOf(note))
          draw()
        },
        end(last, isWell) {
          ;[state, shareAfter, note] = [last, 0, '']
          if (isWell) share = 1
          drawing.clear()
          writeLine(line())
          running.delete(line)
          if (running.size > 0) return draw()
          clearInterval(redraws)
          redraws = undefined
          drawing.done()
        },
      }
    },
  }
}

function createLines(name: string, write: (line: string) => void): Progress {
  let lastState = ''
  const writeState = (state: string, note = '') => {
    if (state !== lastState) write(`${name}: ${state}${note && `, ${note}`}`)
    lastState = state
  }
  return { step: (state, _share, _after, note) => writeState(state, note), end: (state) => writeState(state) }
}
