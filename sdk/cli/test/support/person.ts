import { EventEmitter, once } from 'node:events'
import { PassThrough } from 'node:stream'
import { run } from '../../src/run.js'
import type { StopSignal, Terminal } from '../../src/terminal.js'
import type { Stage } from './command.ts'

interface Seat {
  readonly columns?: number
  readonly rows?: number
  /** Variables of the environment. */
  readonly more?: Record<string, string>
  /** Whether standard output goes to another program. */
  readonly isPiped?: boolean
}

/** A terminal with a user, who types and reads. */
export function sitAt({ env }: Pick<Stage, 'env'>, { more = {}, isPiped = false, ...size }: Seat = {}) {
  const signals = new EventEmitter()
  const stream = () => Object.assign(new PassThrough(), { isTTY: true, columns: 120, rows: 24, ...size })
  const [stdin, stdout, stderr] = [stream(), Object.assign(stream(), { isTTY: !isPiped }), stream()]
  let [seen, printed] = ['', '']
  stderr.on('data', (chunk: Buffer) => {
    seen += chunk.toString()
    signals.emit('seen')
  })
  stdout.on('data', (chunk: Buffer) => {
    printed += chunk.toString()
    signals.emit('seen')
  })
  const terminal: Terminal = {
    env: { ...env, ...more },
    stdin,
    stdout,
    stderr,
    onStop(listener: (signal: StopSignal) => void) {
      signals.on('stop', listener)
      return () => signals.off('stop', listener)
    },
  }
  return {
    start: (...args: string[]) => run(args, terminal),
    pressCtrlC: () => signals.emit('stop', 'SIGINT'),
    type: (text: string) => stdin.write(text),
    /** What is on standard error. */
    seen: () => seen,
    /** What is on standard output. */
    printed: () => printed,
    async sees(text: string) {
      while (!seen.includes(text) && !printed.includes(text)) await once(signals, 'seen')
    },
  }
}
