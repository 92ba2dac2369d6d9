import { MultiBar } from 'cli-progress'

/** Shows the progress of several tasks. */
export interface Progress {
  /** Runs one task, which reports its state by `step`; returns its result. */
  follow<Result>(name: string, work: (step: (state: string) => void) => Promise<Result>): Promise<Result>
  /** Restores the terminal. */
  stop(): void
}

const nameCharacters = 16
const redrawIntervalMs = 200
/** A task reports its state but no percentage; the bar approaches its end at a typical pace. */
const usualSeconds = 8

/** Bars on a terminal; elsewhere one line per step, for logs. */
export function createProgress(stream: NodeJS.WriteStream): Progress {
  return stream.isTTY ? bars(stream) : lines(stream)
}

function bars(stream: NodeJS.WriteStream): Progress {
  const all = new MultiBar({
    stream,
    format: '  {name} {bar} {seconds}  {state}',
    barCompleteChar: '█',
    barIncompleteChar: '░',
    barsize: 32,
    autopadding: true,
    hideCursor: true,
  })
  return {
    async follow(name, work) {
      const startedAt = Date.now()
      let state = 'waiting'
      const bar = all.create(1, 0, { name: name.padEnd(nameCharacters), state, seconds: '' })
      const draw = (share: number) =>
        bar.update(share, { state: state.padEnd(12), seconds: secondsSince(startedAt) })
      const nearing = () => 0.95 * (1 - Math.exp(-(Date.now() - startedAt) / 1000 / usualSeconds))
      const timer = setInterval(() => draw(nearing()), redrawIntervalMs)
      try {
        const result = await work((next) => {
          state = next
          draw(nearing())
        })
        state = 'done'
        draw(1)
        return result
      } catch (error) {
        state = 'failed'
        draw(nearing())
        throw error
      } finally {
        clearInterval(timer)
        bar.stop()
      }
    },
    stop: () => all.stop(),
  }
}

function lines(stream: NodeJS.WriteStream): Progress {
  return {
    async follow(name, work) {
      const startedAt = Date.now()
      let last = ''
      const tell = (state: string) => {
        if (state !== last)
          stream.write(`  ${name.padEnd(nameCharacters)}${secondsSince(startedAt)}  ${state}\n`)
        last = state
      }
      const result = await work(tell)
      tell('done')
      return result
    },
    stop: () => undefined,
  }
}

function secondsSince(startedAt: number): string {
  return `${((Date.now() - startedAt) / 1000).toFixed(1)} s`.padStart(6)
}
