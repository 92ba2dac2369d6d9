import { closeSync, openSync, readdirSync, readSync } from 'node:fs'
import { join } from 'node:path'

/** How one job was run. Times are of the system's clock, in milliseconds. */
export interface JobRuns {
  ended: number
  firstBegunMs: number
  firstEndedMs: number
}

/** What the worker processes have written about their runs. */
export interface RunRecord {
  /** Every job that has run, by its key. */
  readonly jobs: ReadonlyMap<string, JobRuns>
  /** Runs to the end since the last `forget`, and when the first of them ended. */
  readonly seen: { readonly count: number; readonly firstMs: number }
  /** Reads what has been written since. */
  read(): void
  forget(): void
}

const chunkBytes = 1 << 20

export function createRunRecord(folder: string): RunRecord {
  const offsets = new Map<string, number>()
  const rests = new Map<string, string>()
  const jobs = new Map<string, JobRuns>()
  const buffer = Buffer.alloc(chunkBytes)
  const seen = { count: 0, firstMs: Number.POSITIVE_INFINITY }

  function take(line: string): void {
    const [what, key = '', time] = line.split(' ')
    const timeMs = Number(time)
    const runs = jobs.get(key) ?? { ended: 0, firstBegunMs: timeMs, firstEndedMs: timeMs }
    jobs.set(key, runs)
    if (what === 'begin') return
    if (runs.ended === 0) runs.firstEndedMs = timeMs
    runs.ended += 1
    seen.count += 1
    seen.firstMs = Math.min(seen.firstMs, timeMs)
  }

  function readFile(name: string): void {
    const file = openSync(join(folder, name), 'r')
    try {
      for (;;) {
        const offset = offsets.get(name) ?? 0
        const bytes = readSync(file, buffer, 0, chunkBytes, offset)
        if (bytes === 0) return
        offsets.set(name, offset + bytes)
        const lines = ((rests.get(name) ?? '') + buffer.toString('latin1', 0, bytes)).split('\n')
        rests.set(name, lines.pop() ?? '')
        for (const line of lines) take(line)
      }
    } finally {
      closeSync(file)
    }
  }

  return {
    jobs,
    seen,
    read() {
      for (const name of readdirSync(folder)) readFile(name)
    },
    forget() {
      jobs.clear()
      Object.assign(seen, { count: 0, firstMs: Number.POSITIVE_INFINITY })
    },
  }
}
