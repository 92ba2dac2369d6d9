import { execFile } from 'node:child_process'
import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { Mediagen, SubmitAbortedError } from '../src/index.js'
import { createMockService } from '../src/testing/index.js'

/** More than a transformation of a file with its result has. */
const stepsMax = 100

describe('an abort', () => {
  test('at any step of a generation rejects before anything else happens, and leaves no limit of time', async () => {
    const reason = new Error('the person left')
    let submitsAborted = 0
    let step = 0
    for (; step < stepsMax; step += 1) {
      const { work, aborted, openLimits } = stage(step, reason)
      let outcome: unknown
      const settled = work.then(
        () => 'done',
        (error: unknown) => {
          outcome = error
        },
      )
      if ((await Promise.race([settled, aborted])) === 'done') break
      // Within the turn of the event loop in which the signal aborted: no timer, no response comes in
      // between.
      await new Promise((resolve) => setImmediate(resolve))
      if (outcome instanceof SubmitAbortedError) submitsAborted += 1
      expect(outcome instanceof SubmitAbortedError ? outcome.cause : outcome).toBe(reason)
      expect(openLimits()).toBe(0)
    }
    expect(submitsAborted).toBeGreaterThan(0)
    expect(step).toBeGreaterThan(15)
    expect(step).toBeLessThan(stepsMax)
  })

  test('of a wait rejects in less than 20 ms, and a process that waited ends by itself', async () => {
    // Accepts connections and never responds, so that whatever the client left open would stay so.
    const server = createServer(() => undefined)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('no port')
    const code = `import { Mediagen } from '@mediagen/sdk'
      const client = new Mediagen({ apiKey: 'any', baseUrl: 'http://127.0.0.1:${address.port}' })
      let took = Infinity
      let reasons = []
      // The best of some: other work on the machine is not the client's.
      for (let round = 0; round < 5; round += 1) {
        const controller = new AbortController()
        const pending = [
          client.tasks.wait('task-1', { signal: controller.signal }),
          client.account({ signal: controller.signal }),
          client.images.generate({ prompt: 'x' }, { signal: controller.signal }),
        ].map((call) => call.catch((error) => error))
        await new Promise((resolve) => setTimeout(resolve, 100))
        const startedAt = performance.now()
        controller.abort(new Error('left'))
        reasons = await Promise.all(pending)
        took = Math.min(took, performance.now() - startedAt)
      }
      const timers = process.getActiveResourcesInfo().filter((name) => name === 'Timeout')
      console.log(JSON.stringify({ took, reasons: reasons.map(({ message, cause }) => cause?.message ?? message), timers }))`
    try {
      const { stdout } = await promisify(execFile)(
        process.execPath,
        ['--input-type=module', '--eval', code],
        {
          cwd: fileURLToPath(new URL('..', import.meta.url)),
          timeout: 20_000,
        },
      )
      const { took, ...rest }: { took: number } = JSON.parse(stdout)
      expect(took).toBeLessThan(20)
      expect(rest).toEqual({ reasons: ['left', 'left', 'left'], timers: [] })
    } finally {
      server.closeAllConnections()
      server.close()
    }
  })
})

/**
 * A transformation of a file, waited for and downloaded, whose signal aborts when its step with that number
 * comes.
 */
function stage(step: number, reason: Error) {
  const service = createMockService()
  const controller = new AbortController()
  const limits = new Set<object>()
  let steps = 0
  const take = () => {
    steps += 1
    if (steps > step) controller.abort(reason)
  }
  const file = new Uint8Array(100)
  file.set([
    0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 64, 0, 0, 0,
    64,
  ])
  const client = new Mediagen({
    apiKey: 'any',
    baseUrl: service.baseUrl,
    async fetch(input, init) {
      take()
      const response = await service.fetch(new Request(input, { ...init, signal: null }))
      take()
      return response
    },
    clock: {
      now: service.clock.now,
      async delay(ms, signal) {
        signal?.throwIfAborted()
        take()
        signal?.throwIfAborted()
        await service.clock.delay(ms)
        take()
        signal?.throwIfAborted()
      },
      after(ms, callback) {
        const limit = { ms }
        limits.add(limit)
        const lift = service.clock.after(ms, callback)
        return () => {
          limits.delete(limit)
          lift()
        }
      },
    },
  })
  const { signal } = controller
  const aborted = new Promise((resolve) => signal.addEventListener('abort', resolve))
  const run = async () => {
    const generation = await client.images.transform({ file, prompt: 'x' }, { signal, maxCost: '9' })
    const result = await generation.wait({ signal })
    await result.download({ signal })
  }
  return { work: run(), aborted, openLimits: () => limits.size }
}
