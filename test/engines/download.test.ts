import { describe, expect, onTestFinished, test } from 'vitest'
import { createSemaphores } from '../../server/src/core/async/semaphore.ts'
import { type GeneratedMedia, UnusableMediaError } from '../../server/src/core/ports/provider.ts'
import { createEngineHttp } from '../../server/src/engines/shared/calls/engine-http.ts'
import { mediaAt } from '../../server/src/engines/shared/media/download.ts'
import { storeResults } from '../../server/src/worker/results/store-results.ts'
import { type CounterpartResponse, startCounterpart } from './support/counterpart.ts'
import { patient } from './support/engine.ts'
import { bytesOf, jobs } from './support/job.ts'

const bytesMax = 100_000

/** A result at an engine, of which no more than `bytesMax` may be read. */
async function resultAt(response: CounterpartResponse): Promise<GeneratedMedia> {
  const { url } = await startCounterpart(() => response)
  const http = createEngineHttp({ url })
  onTestFinished(() => http.close())
  return mediaAt(http, `${url}/result`, { allowedHosts: [], bytesMax })
}

describe('a download', () => {
  test.each([
    ['has no end', 'endless'],
    ['says that it is too large', { bytes: Buffer.alloc(bytesMax + 1) }],
  ] as const)('that %s is aborted at its limit and is not retried', async (_name, response) => {
    const media = await resultAt(response)
    const read: number[] = []
    const drained = (async () => {
      if ('bytes' in media) expect.unreachable()
      for await (const part of media.stream(patient)) read.push(part.byteLength)
    })()
    await expect(drained).rejects.toThrow(UnusableMediaError)
    expect(read.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThanOrEqual(bytesMax)
  })

  test.each([403, 404, 410])('that gets %d is not retried', async (status) => {
    await expect(bytesOf(await resultAt({ status }))).rejects.toThrow(UnusableMediaError)
  })

  test.each<CounterpartResponse>([
    { status: 429 },
    { status: 500 },
    { status: 503 },
    { bytes: Buffer.alloc(50_000), truncateAt: 20_000 },
  ])('that gets %j fails, and may be retried', async (response) => {
    const error = await bytesOf(await resultAt(response)).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(Error)
    expect(error).not.toBeInstanceOf(UnusableMediaError)
  })

  test('of exactly its limit is complete', async () => {
    const bytes = Buffer.alloc(bytesMax, 'x')
    expect(await bytesOf(await resultAt({ bytes }))).toEqual(bytes)
  })

  test('without an end fails its task with GENERATION_FAILED, after one try', async () => {
    const nothing = () => expect.unreachable('An endless result reached the store.')
    const { widthPx, heightPx, prompt } = jobs['image.generate']
    const stored = await storeResults(
      {
        objectStore: { ...unusedStore, put: nothing },
        finisher: {
          finish: nothing,
          upright: nothing,
          thumbnail: async () => undefined,
          poster: async () => undefined,
          missingForVideos: async () => undefined,
          close: nothing,
        },
        gates: { forTask: () => [] },
        resultTurns: createSemaphores(1),
        logger: { debug: nothing, info: nothing, warn: nothing, error: nothing },
        sleep: nothing,
      },
      {
        task: {
          id: 'task',
          accountId: 'account',
          epoch: 1,
          type: 'image.generate',
          parameters: { prompt, widthPx, heightPx },
        },
        provider: { name: 'engine', results: 'raw' },
        outputs: [await resultAt('endless')],
        fetchMsMax: 30_000,
        clock: { pause: () => () => undefined },
      },
      patient,
    )
    expect(stored).toMatchObject({ kind: 'failed', failure: { code: 'GENERATION_FAILED' } })
  })
})

const unused = () => expect.unreachable('The object store is not asked.')

const unusedStore = {
  signUpload: unused,
  signDownload: unused,
  head: unused,
  readRange: unused,
  read: unused,
  copy: unused,
  delete: unused,
  list: unused,
  check: unused,
}
