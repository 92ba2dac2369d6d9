import { expect, test } from 'vitest'
import type { AttemptClock } from './attempt-clock.ts'
import { prepareInput } from './prepare-input.ts'

const never = new AbortController().signal
const silent = () => undefined
const logger = { debug: silent, info: silent, warn: silent, error: silent }

test('the time of an attempt stands still while its input is in line for the decoder, not while it is read', async () => {
  let isPaused = false
  const clock: AttemptClock = {
    deadline: never,
    pause() {
      isPaused = true
      return () => {
        isPaused = false
      }
    },
    stop: silent,
  }
  const unused = () => expect.unreachable('The input is only prepared.')
  const seen: [string, boolean][] = []
  const input = {
    ...{ contentType: 'image/png', widthPx: 4, heightPx: 3, sizeBytes: 100 },
    ...{ bytes: unused, upright: unused, link: unused, release: unused },
    async prepare(_signal: AbortSignal, inLine: <T>(decode: () => Promise<T>) => Promise<T>) {
      seen.push(['read', isPaused])
      await inLine(async () => seen.push(['decoded', isPaused]))
    },
  }
  const job = {
    ...({ taskId: 'task', product: 'image.transform', tier: 'hd', prompt: 'in oil' } as const),
    ...{ widthPx: 4, heightPx: 3, seed: 1, input },
  }
  const signals = { leaseLost: never, stopping: never, deadline: never, ended: never }
  const deps = { logger, sleep: async () => undefined }
  expect(await prepareInput(deps, { job, signals, clock, aside: (_signal, work) => work() })).toBeUndefined()
  expect([...seen, isPaused]).toEqual([['read', false], ['decoded', true], false])
})
