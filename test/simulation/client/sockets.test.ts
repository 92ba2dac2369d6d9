import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import {
  Mediagen,
  SubmitAmbiguousError,
  type TaskHandle,
  UploadRejectedError,
} from '../../../sdk/src/index.ts'
import { wrongBytes, wrongError } from './judge.ts'
import { pictureOf } from './run.ts'
import { seed, sequencesAsked, withinTime } from './run-settings.ts'
import { startWireServer, type WireFault, wireFault } from './wire-server.ts'

/** Real time is dear: one of these stands for two hundred on the virtual clock. */
const sequences = Math.ceil((sequencesAsked ?? 16_000) / 200)
const shortRunMs = 4_000
const settings = { timeoutMs: 200, transferTimeoutMs: 300, totalTimeoutMs: 15_000, maxRetries: 2 }
/** Without faults nothing but a busy machine takes time. */
const patient = { timeoutMs: 10_000, transferTimeoutMs: 10_000, totalTimeoutMs: 20_000 }
/** Long enough for every step on a busy machine. */
const stepMs = 40_000
const waitMs = 3_000
const courses = [{ queuedMs: 4, processingMs: 8, fails: false, saysSize: true, sizeBytes: 200_000 }]

interface SocketPlan {
  readonly kind: 'generate' | 'transform' | 'stream'
  readonly faults: readonly WireFault[]
  /** How the wall clock is set while it runs; the client's own is monotonic. */
  readonly clockMs: number
}

const socketPlan: fc.Arbitrary<SocketPlan> = fc.record({
  kind: fc.constantFrom('generate', 'transform', 'stream'),
  faults: fc.array(wireFault, { maxLength: 9, size: 'max' }),
  clockMs: fc.constantFrom(0, -7_200_000, 7_200_000),
})

test('over real sockets that break, stall and inform, an order is charged once at most, no byte is wrong and nothing hangs', async () => {
  process.stdout.write(
    `socket faults seed: ${seed} (npm run simulation -- --sequences ${200 * sequences} --seed ${seed})\n`,
  )
  const server = await startWireServer(courses)
  onTestFinished(() => server.close())
  const unhandled: unknown[] = []
  const onRejection = (reason: unknown) => unhandled.push(reason)
  process.on('unhandledRejection', onRejection)
  onTestFinished(() => void process.off('unhandledRejection', onRejection))
  const { now } = Date
  onTestFinished(() => {
    Date.now = now
  })
  const counts = { sequences: 0, resolved: 0, rejected: 0 }

  /** Resolves to what became of it, which must be the SDK's own error if it is one. */
  async function step<Value>(
    what: string,
    work: Promise<Value>,
  ): Promise<{ value?: Value; error?: unknown }> {
    let timer: ReturnType<typeof setTimeout> | undefined
    const hangs = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`${what} hangs`)), stepMs)
    })
    try {
      const value = await Promise.race([work, hangs])
      counts.resolved += 1
      return { value }
    } catch (error) {
      expect(wrongError(error, undefined), what).toBeUndefined()
      counts.rejected += 1
      return { error }
    } finally {
      clearTimeout(timer)
    }
  }

  async function run({ kind, faults, clockMs }: SocketPlan): Promise<void> {
    const service = server.begin(faults)
    const client = new Mediagen({ apiKey: 'key', baseUrl: server.url, random: () => 0, ...settings })
    const prompt = 'order 0'
    Date.now = now
    const placing =
      kind === 'transform'
        ? client.images.transform({ file: pictureOf(counts.sequences % 256), prompt })
        : client.images.generate({ prompt })
    if (clockMs !== 0) Date.now = () => now() + clockMs
    const placed = await step('order', placing)
    if (placed.value !== undefined) await finish(placed.value, kind === 'stream')
    server.heal()
    const accepted = service.acceptedFor(prompt)
    expect(accepted.length, 'charged').toBeLessThanOrEqual(1)
    if (placed.error instanceof SubmitAmbiguousError) {
      const found = await step('retry()', placed.error.retry({ timeoutMs: 10_000 }))
      expect(found.error, 'retry() without a fault').toBeUndefined()
      expect(service.acceptedFor(prompt)).toMatchObject([{ id: found.value?.id }])
    } else if (placed.value === undefined && !(placed.error instanceof UploadRejectedError))
      expect(accepted, `told ${placed.error}`).toEqual([])
    for (const { id } of service.tasks.values()) {
      const later = new Mediagen({ apiKey: 'key', baseUrl: server.url, ...patient })
      const isWhole = await finish(later.tasks.resume(id), false, 20_000)
      expect(isWhole, 'after the faults').toBe(true)
    }
    expect(service.acceptedFor(prompt).length, 'charged').toBeLessThanOrEqual(1)
    expect(unhandled).toEqual([])
    counts.sequences += 1

    /** Waits for a task and reads its file; returns whether it got all of it. */
    async function finish(handle: TaskHandle, isStream: boolean, timeoutMs = waitMs): Promise<boolean> {
      const task = service.tasks.get(handle.id) ?? expect.fail(`${handle.id} is no task`)
      const { value: finished } = await step('wait()', handle.wait({ timeoutMs }))
      if (finished === undefined) return false
      expect(service.statusOf(task)).toBe('SUCCEEDED')
      const given: Uint8Array[] = []
      const read = async () => {
        if (!isStream) return void given.push(await finished.download())
        const reader = (await finished.stream()).getReader()
        for (let next = await reader.read(); !next.done; next = await reader.read()) given.push(next.value)
      }
      const { error } = await step('download()', read())
      const isWhole = error === undefined
      expect(wrongBytes(new Uint8Array(Buffer.concat(given)), task, isWhole)).toBeUndefined()
      return isWhole
    }
  }

  const property = fc.asyncProperty(socketPlan, withinTime(shortRunMs, run))
  await fc.assert(property, { seed, numRuns: sequences })
  process.stdout.write(`socket faults: ${JSON.stringify({ ...counts, ...server.met })}\n`)
  expect(counts.sequences).toBeGreaterThan(0)
}, 3_600_000)
