import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { untilStopped } from './until-stopped.ts'

let logged: string[] = []
const logger = pino({ base: null, timestamp: false }, { write: (line) => logged.push(line) })
const signals = ['SIGTERM', 'SIGINT'] as const

let others: NodeJS.SignalsListener[]
beforeEach(() => {
  vi.useFakeTimers()
  logged = []
  others = signals.flatMap((signal) => process.listeners(signal))
})
afterEach(() => {
  for (const signal of signals)
    for (const listener of process.listeners(signal))
      if (!others.includes(listener)) process.off(signal, listener)
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** A service that is asked to stop and needs an hour for it; returns the codes that it exits with. */
async function stopping() {
  const codes: unknown[] = []
  vi.spyOn(process, 'exit').mockImplementation((code) => codes.push(code) as never)
  void untilStopped(logger, () => new Promise(() => undefined), { workerDrainMs: 3_600_000 })
  process.emit('SIGTERM', 'SIGTERM')
  await vi.advanceTimersByTimeAsync(0)
  return codes
}

test.each(signals)(
  'a signal that arrives twice, the second as %s, leaves the drain its time',
  async (signal) => {
    const codes = await stopping()
    await vi.advanceTimersByTimeAsync(500)
    process.emit(signal, signal)
    expect(codes).toEqual([])
  },
)

test.each(signals)('a later %s ends the process at once', async (signal) => {
  const codes = await stopping()
  await vi.advanceTimersByTimeAsync(1_500)
  process.emit(signal, signal)
  expect(codes).toEqual([1])
})

test('the log says what is waited for, how long at most, and how to end at once', async () => {
  await stopping()
  expect(logged.map((line) => JSON.parse(line))).toEqual([
    {
      level: 30,
      signal: 'SIGTERM',
      waitSecondsMax: 3600,
      msg: 'stopping: waiting for requests and tasks under way; a second signal ends at once',
    },
  ])
})
