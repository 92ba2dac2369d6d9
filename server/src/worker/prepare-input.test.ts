import { expect, test } from 'vitest'
import type { AttemptClock } from './attempt-clock.ts'
import { prepareInput } from './prepare-input.ts'

const never = new AbortController().signal
const silent = () => undefined
const logger = { debug: silent, info: silent, warn: silent, error: silent }

test('the time of an attempt stands still while its input waits for the decoder', async () => {
  let isPaused = false
  const clock: AttemptClock = {
    deadline: never,
    async pausedFor(work) {
      isPaused = true
      const outcome = await work()
      isPaused = false
      return outcome
    },
    stop: silent,
  }
  const unused = () => expect.unreachable('The input is only prepared.')
  let wasPaused: boolean | undefined
  const input = {
    ...{ contentType: 'image/png', widthPx: 4, heightPx: 3, sizeBytes: 100 },
    ...{ bytes: unused, upright: unused, link: unused, release: unused },
    async prepare() {
      await Promise.resolve()
      wasPaused = isPaused
    },
  }
  const job = {
    ...({ taskId: 'task', product: 'image.transform', tier: 'hd', prompt: 'in oil' } as const),
    ...{ widthPx: 4, heightPx: 3, seed: 1, input },
  }
  const signals = { leaseLost: never, stopping: never, deadline: never, ended: never }
  expect(await prepareInput({ logger }, { job, signals, clock })).toBeUndefined()
  expect([wasPaused, isPaused]).toEqual([true, false])
})
