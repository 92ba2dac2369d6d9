import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { expireResults } from '../../server/src/use-cases/sweeps/retention.ts'
import { sweepObjects } from '../../server/src/use-cases/sweeps/sweep-objects.ts'
import type { RunDependencies } from '../../server/src/worker/run-dependencies.ts'
import { runTask } from '../../server/src/worker/run-task.ts'
import { startTestService, type TestAccount, type TestService } from '../support/service.ts'
import { acceptImage, expectCharged, pollTask } from './support/tasks.ts'

const dayMs = 86_400_000
const never = new AbortController().signal

/** Noise, which no format makes small. */
let picture: Uint8Array
let service: TestService
let account: TestAccount
beforeAll(async () => {
  const raw = { width: 600, height: 300, channels: 3 } as const
  picture = await sharp(randomBytes(600 * 300 * 3), { raw })
    .png()
    .toBuffer()
})
beforeEach(async () => {
  service = await startTestService()
  account = await service.createAccount()
  // Of the decoder: a busy machine takes as long as it does.
  limitThumbnails(never)
})

function limitThumbnails(signal: AbortSignal): void {
  const limits = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(signal)
  onTestFinished(() => limits.mockRestore())
}

/** A task whose engine makes the picture. */
async function makeImage(deps: Partial<RunDependencies> = {}, bytes = picture): Promise<string> {
  service.provider.mockPoll({ kind: 'succeeded', outputs: [{ contentType: 'image/png', bytes }] })
  const id = await acceptImage(account)
  await runTask({ ...service.run, ...deps }, await service.claimOne(), never)
  return id
}

const fileOf = async (id: string) => (await pollTask(account, id)).output.images[0]
const results = () => service.storedKeys('results/')

describe('the thumbnail of an image', () => {
  test('is a small WebP in its shape, with a link of its own that is as good as that of the image', async () => {
    const id = await makeImage()
    const { url, sizeBytes, thumbnailUrl } = await fileOf(id)
    const response = await fetch(thumbnailUrl)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/webp'])
    const bytes = Buffer.from(await response.arrayBuffer())
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 480, height: 240 })
    expect(bytes.length).toBeLessThan(sizeBytes / 4)
    // Both expire, and neither opens the other.
    const [own, other] = [new URL(thumbnailUrl), new URL(url)]
    expect((await fetch(`${other.origin}${other.pathname}${own.search}`)).status).toBe(403)
    service.advance(3_600_001)
    expect((await fetch(thumbnailUrl)).status).toBe(403)
    expect((await fetch((await fileOf(id)).thumbnailUrl)).status).toBe(200)
  })

  test('says that it is generated, like the image', async () => {
    const bytes = Buffer.from(
      await (await fetch((await fileOf(await makeImage())).thumbnailUrl)).arrayBuffer(),
    )
    expect(bytes.toString('latin1')).toContain('trainedAlgorithmicMedia')
  })

  test('is in lists, and there is none of a small image', async () => {
    const small = await sharp({ create: { width: 900, height: 900, channels: 3, background: 'teal' } })
      .png()
      .toBuffer()
    const [large, plain] = [await makeImage(), await makeImage({}, small)]
    const { tasks } = (await account.call('GET', '/api/v1/tasks')).body
    const linked = tasks.filter(
      (task: { output: { images: object[] } }) => 'thumbnailUrl' in (task.output.images[0] ?? {}),
    )
    expect(linked.map((task: { id: string }) => task.id)).toEqual([large])
    expect(await service.storedKeys(`results/${plain}/`)).toHaveLength(1)
  })

  test.each(['the decoder fails', 'the decoder stands still', 'the store refuses it'])(
    'is left out where %s, and the result is charged without it',
    async (what) => {
      const { finisher, objectStore } = service.run
      // Nobody waits for its time.
      if (what === 'the decoder stands still') limitThumbnails(AbortSignal.abort(new Error('too late')))
      const stuck = async (_image: unknown, signal: AbortSignal) => {
        signal.throwIfAborted()
        return new Promise<never>(() => undefined)
      }
      const deps: Partial<RunDependencies> =
        what === 'the store refuses it'
          ? {
              objectStore: {
                ...objectStore,
                put: async (object, signal) => {
                  if (object.key.endsWith('.webp')) throw new Error('store full')
                  return objectStore.put(object, signal)
                },
              },
            }
          : {
              finisher: {
                ...finisher,
                thumbnail:
                  what === 'the decoder fails' ? () => Promise.reject(new Error('no memory')) : stuck,
              },
            }
      const id = await makeImage(deps)
      expect(await fileOf(id)).not.toHaveProperty('thumbnailUrl')
      await expectCharged(account, id)
      expect(await results()).toHaveLength(1)
    },
  )

  test('is left out of a result that no decoder reads', async () => {
    const id = await makeImage({}, Buffer.concat([picture.subarray(0, 60_000), Buffer.alloc(1_000)]))
    expect(await fileOf(id)).not.toHaveProperty('thumbnailUrl')
  })

  test('stays for as long as the image, and goes with it', async () => {
    const [expired, deleted] = [await makeImage(), await makeImage()]
    service.advance(dayMs)
    expect(await sweepObjects(service.parts)).toBe(0)
    expect(await results()).toHaveLength(4)
    await account.call('DELETE', `/api/v1/tasks/${deleted}/result`)
    expect(await service.storedKeys(`results/${deleted}/`)).toEqual([])
    const { thumbnailUrl } = await fileOf(expired)
    await expireResults(service.parts, 0)
    expect(await results()).toEqual([])
    expect((await fetch(thumbnailUrl)).status).toBe(404)
    await service.expectBooksToAgree()
  })
})
