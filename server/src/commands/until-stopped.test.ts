import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { untilStopped } from './until-stopped.ts'

const logger = pino({ level: 'silent' })
const signals = ['SIGTERM', 'SIGINT'] as const

let others: NodeJS.SignalsListener[]
beforeEach(() => {
  vi.useFakeTimers()
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
