import { MultiBar, type SingleBar } from 'cli-progress'
import { type Style, styleOf } from '../../../server/src/commands/look/style.ts'
import { widthOf } from '../../../server/src/commands/look/text.ts'
import { barLine } from './bar-line.js'
import { canRedraw, type Terminal } from './terminal.js'

/** Shows the progress of one operation. */
export interface Progress {
  /**
   * Shows a state and, if known, the completed share, from 0 to 1. A state of unknown duration also has the
   * share that it completes: it is drawn as under way, without a guess how far.
   */
  step(state: string, share?: number, shareAfter?: number): void
  /** Ends it; the bar is full only on success. */
  end(state: string, isWell: boolean): void
}

/** The progress of all operations of a command. */
export interface ProgressBoard {
  add(name: string): Progress
  /** Writes a line, above the bars if there are any. */
  write(line: string): void
}

/** The size of a terminal that does not say its own. */
const [rowsDefault, columnsDefault] = [24, 80]
const colorCodesLengthMax = 16

/**
 * A bar for each operation on a terminal, a line for each new state elsewhere, and nothing if it is quiet.
 */
export function createProgressBoard(
  { stderr: stream, env }: Pick<Terminal, 'stderr' | 'env'>,
  isQuiet: boolean,
): ProgressBoard {
  const write = (line: string) => void stream.write(`${line}\n`)
  if (isQuiet) return { add: () => ({ step: () => undefined, end: () => undefined }), write }
  return canRedraw(stream, env)
    ? createBars(stream, styleOf(stream, env), write)
    : { add: (name) => createLines(name, write), write }
}

interface Drawn {
  readonly line: () => string
  bar: SingleBar | undefined
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
  let stack: MultiBar | undefined
  const running = new Set<Drawn>()
  let nameWidth = 0
  const draw = () => {
    const free = (stream.rows ?? rowsDefault) - 2
    for (const one of [...running].slice(0, Math.max(1, free))) {
      one.bar ??= stack?.create(1, 0, {}, { format: one.line })
    }
  }
  return {
    write: (line) => (stack === undefined ? writeLine(line) : stack.log(`${line}\n`)),
    add(name) {
      const startedAtMs = Date.now()
      let [state, share, shareAfter] = ['waiting', 0, 0]
      let endedAtMs: number | undefined
      const line = () => {
        const seconds = ((endedAtMs ?? Date.now()) - startedAtMs) / 1000
        const facts = { name, nameWidth, state, share, shareAfter, seconds, columns: stream.columns }
        return barLine(facts, style)
      }
      const one: Drawn = { line, bar: undefined }
      nameWidth = Math.max(running.size === 0 ? 0 : nameWidth, widthOf(name))
      stack ??= createStack(stream)
      running.add(one)
      draw()
      return {
        step(next, done = share, after = done) {
          ;[state, share, shareAfter] = [next, done, after]
          stack?.update()
        },
        end(last, isWell) {
          endedAtMs = Date.now()
          ;[state, shareAfter] = [last, 0]
          if (isWell) share = 1
          running.delete(one)
          if (running.size === 0) {
            if (one.bar === undefined) stack?.log(`${line()}\n`)
            stack?.update()
            stack?.stop()
            stack = undefined
            return
          }
          stack?.log(`${line()}\n`)
          if (one.bar !== undefined) stack?.remove(one.bar)
          draw()
        },
      }
    },
  }
}

function createStack(stream: Terminal['stderr']): MultiBar {
  return new MultiBar({
    stream: withRoomForColors(stream),
    hideCursor: true,
    clearOnComplete: false,
    // Every line fits, and what is written above the bars may wrap.
    linewrap: true,
    // A line above the bars moves all of them.
    forceRedraw: true,
    // Whether the stream is a terminal is already known here.
    noTTYOutput: false,
  })
}

/** cli-progress cuts a line by its length, to which the codes of a colour count; every line fits already. */
function withRoomForColors(stream: Terminal['stderr']): Terminal['stderr'] {
  const columns = () => (stream.columns || columnsDefault) + colorCodesLengthMax
  return Object.create(stream, { columns: { get: columns } })
}

function createLines(name: string, write: (line: string) => void): Progress {
  let lastState = ''
  const writeState = (state: string) => {
    if (state !== lastState) write(`${name}: ${state}`)
    lastState = state
  }
  return { step: writeState, end: writeState }
}
