import { createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'

/**
 * One line of a history, in the form that Jepsen's tools and elle-cli read. An operation is an `invoke` and at
 * most one of the others by the same process: `ok`, it happened; `fail`, it certainly did not; `info`, nobody
 * knows, as after a lost response.
 */
export interface HistoryLine {
  /** The place of the line in the history; a smaller one was written earlier. */
  readonly index: number
  /** Does one operation at a time; `nemesis` is what disturbs the service, whose lines are all `info`. */
  readonly process: number | 'nemesis'
  readonly type: 'invoke' | 'ok' | 'fail' | 'info'
  /** What the operation does. */
  readonly f: string
  readonly value: unknown
  /** Nanoseconds on a monotonic clock. */
  readonly time: number
}

/** An operation with both of its ends. */
export interface Operation<Asked = unknown, Found = unknown> {
  readonly process: number
  readonly type: 'ok' | 'fail' | 'info'
  readonly f: string
  readonly asked: Asked
  /** Undefined if nobody knows. */
  readonly found: Found | undefined
  /** Index of its invocation. */
  readonly start: number
  /** Index of its end; infinite if nobody knows when it took effect, if ever. */
  readonly end: number
}

/** Pairs the lines of a history. An operation without an end, or whose end is unknown, ends never. */
export function operationsOf(lines: readonly HistoryLine[]): Operation[] {
  const open = new Map<number, HistoryLine>()
  const operations: Operation[] = []
  for (const line of lines) {
    const { process } = line
    if (process === 'nemesis') continue
    const invocation = open.get(process)
    if (line.type === 'invoke') {
      if (invocation !== undefined) throw new Error(`Process ${process} does two operations at once.`)
      open.set(process, line)
      continue
    }
    if (invocation === undefined) throw new Error(`Line ${line.index} ends an operation that did not begin.`)
    open.delete(process)
    operations.push({
      process,
      type: line.type,
      f: invocation.f,
      asked: invocation.value,
      found: line.type === 'info' ? undefined : line.value,
      start: invocation.index,
      end: line.type === 'info' ? Number.POSITIVE_INFINITY : line.index,
    })
  }
  for (const [process, { f, value, index }] of open)
    operations.push({
      process,
      type: 'info',
      f,
      asked: value,
      found: undefined,
      start: index,
      end: Number.POSITIVE_INFINITY,
    })
  return operations.sort((a, b) => a.start - b.start)
}

/** How an operation ended. */
export type Outcome = Pick<HistoryLine, 'type' | 'value'> & { readonly type: 'ok' | 'fail' | 'info' }

/** Writes down what several clients of one program do, in the order in which it happens there. */
export class Recorder {
  readonly lines: HistoryLine[] = []
  readonly #free: number[] = []
  #processes = 0

  /**
   * Records one operation. A process that got no answer is never used again, as its operation may still take
   * effect. An error is recorded as `info` and thrown again.
   */
  async record<O extends Outcome>(f: string, asked: unknown, run: () => Promise<O>): Promise<O> {
    const process = this.#free.pop() ?? this.#processes++
    this.#write({ process, type: 'invoke', f, value: asked })
    try {
      const outcome = await run()
      this.#write({ process, type: outcome.type, f, value: outcome.value })
      if (outcome.type !== 'info') this.#free.push(process)
      return outcome
    } catch (error) {
      this.#write({ process, type: 'info', f, value: asked })
      throw error
    }
  }

  /** Records something that takes no time. */
  note(f: string, value: unknown): void {
    const process = this.#free.pop() ?? this.#processes++
    this.#write({ process, type: 'invoke', f, value })
    this.#write({ process, type: 'ok', f, value: null })
    this.#free.push(process)
  }

  /** Records that a fault begins or ends, so that a reader sees which one was in force. */
  disturb(f: string, value: 'begins' | 'ends'): void {
    this.#write({ process: 'nemesis', type: 'info', f, value })
  }

  #write(line: Omit<HistoryLine, 'index' | 'time'>): void {
    this.lines.push({ index: this.lines.length, ...line, time: Number(globalThis.process.hrtime.bigint()) })
  }
}

/** Writes a history as one JSON array, which elle-cli reads. */
export async function writeHistory(path: string, lines: readonly HistoryLine[]): Promise<void> {
  const file = createWriteStream(path)
  for (const [index, line] of lines.entries())
    file.write(`${index === 0 ? '[' : ',\n'}${JSON.stringify(line)}`)
  file.end(lines.length === 0 ? '[]\n' : ']\n')
  await finished(file)
}
