import type { Renderer, RenderRequest, RenderResult } from '@mediagen/studio'
import * as studio from '@mediagen/studio'
import sharp from 'sharp'
import { describe, expect, test, vi } from 'vitest'
import type { GenerationJob } from '../../core/ports/generation-job.ts'
import { createStudioProvider } from './studio-provider.ts'

/** A renderer whose jobs end when the test says so. */
function manualRenderer() {
  const requests: RenderRequest[] = []
  const signals: AbortSignal[] = []
  const settlers: ((result: RenderResult) => void)[] = []
  const reports: (((share: number) => void) | undefined)[] = []
  let closed = false
  const renderer: Renderer = {
    render(request, signal, onProgress) {
      requests.push(request)
      reports.push(onProgress)
      signals.push(signal)
      return new Promise((resolve) => settlers.push(resolve))
    },
    async close() {
      closed = true
    },
  }
  const settle = async (index: number, result: RenderResult) => {
    await vi.waitFor(() => expect(settlers.length).toBeGreaterThan(index), 20_000)
    settlers[index]?.(result)
  }
  const report = async (index: number, share: number) => {
    await vi.waitFor(() => expect(reports.length).toBeGreaterThan(index), 20_000)
    reports[index]?.(share)
  }
  return { renderer, requests, signals, settle, report, isClosed: () => closed }
}

const job = (changes: Partial<GenerationJob> = {}): GenerationJob => ({
  taskId: 'task-1',
  product: 'image.generate',
  tier: '1k',
  prompt: 'a lake',
  widthPx: 64,
  heightPx: 64,
  seed: 1,
  ...changes,
})

const png: RenderResult = {
  kind: 'succeeded',
  media: { contentType: 'image/png', bytes: new Uint8Array([1]) },
}
const never = new AbortController().signal
const now = { waitMsMax: 0, signal: never }
const soon = { waitMsMax: 60_000, signal: never }
const handle = { taskId: 'task-1' }

describe('the studio provider', () => {
  test('describes itself and serves everything', () => {
    const provider = createStudioProvider({ studio, renderer: manualRenderer().renderer })
    expect([provider.name, provider.submission]).toEqual(['studio', 'idempotent'])
    expect(provider.serves('video.transform', 'fhd')).toBe(true)
  })

  test('an image is passed with the orientation that its sizes are based on', async () => {
    const stored = { create: { width: 40, height: 30, channels: 3, background: '#204080' } } as const
    for (const orientation of [1, 6]) {
      const { renderer, requests, settle } = manualRenderer()
      const bytes = await sharp(stored).withMetadata({ orientation }).jpeg().toBuffer()
      const input = { contentType: 'image/jpeg', widthPx: 30, heightPx: 40, sizeBytes: bytes.length }
      const link = async () => 'unused'
      const unused = () => Promise.reject(new Error('not needed'))
      const provider = createStudioProvider({ studio, renderer })
      await provider.start(
        job({
          product: 'image.transform',
          input: { ...input, bytes: async () => bytes, upright: unused, link },
        }),
        never,
      )
      await settle(0, png)
      const { input: passed, inputOrientation } = requests[0] ?? {}
      expect(inputOrientation).toBe(orientation)
      expect(await sharp(passed).raw().toBuffer()).toEqual(await sharp(bytes).raw().toBuffer())
      expect((await sharp(passed).metadata()).exif).toBeUndefined()
    }
  })

  test('a file that would hold the renderer without need is an invalid input, and reaches none', async () => {
    const { renderer, requests } = manualRenderer()
    const plain = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#204080' } })
      .jpeg()
      .toBuffer()
    const scan = plain.subarray(plain.lastIndexOf(Buffer.from([0xff, 0xda])), -2)
    const bytes = Buffer.concat([plain.subarray(0, -2), ...Array<Buffer>(100).fill(scan), plain.subarray(-2)])
    const input = { contentType: 'image/jpeg', widthPx: 40, heightPx: 30, sizeBytes: bytes.length }
    const unused = () => Promise.reject(new Error('not needed'))
    const provider = createStudioProvider({ studio, renderer })
    await provider.start(
      job({
        product: 'image.transform',
        input: { ...input, bytes: async () => bytes, upright: unused, link: unused },
      }),
      never,
    )
    expect(await provider.poll(handle, soon)).toEqual({
      kind: 'failed',
      code: 'INVALID_INPUT',
      message: 'A JPEG image of more than 100 scans.',
    })
    expect(requests).toHaveLength(0)
  })

  test('a job is pending until it is done, and a held poll returns immediately when it ends', async () => {
    const { renderer, settle } = manualRenderer()
    const provider = createStudioProvider({ studio, renderer })
    expect(await provider.start(job(), never)).toEqual({ kind: 'started', job: handle })
    expect(await provider.poll(handle, now)).toEqual({ kind: 'pending' })
    const response = provider.poll(handle, soon)
    await settle(0, png)
    expect(await response).toEqual({
      kind: 'succeeded',
      outputs: [{ contentType: 'image/png', bytes: new Uint8Array([1]) }],
    })
  })

  test('a job says how far it is as soon as its renderer does', async () => {
    const { renderer, settle, report } = manualRenderer()
    const provider = createStudioProvider({ studio, renderer })
    await provider.start(job({ product: 'video.generate', durationSeconds: 4 }), never)
    expect(await provider.poll(handle, now)).toEqual({ kind: 'pending' })
    await report(0, 0.25)
    expect(await provider.poll(handle, now)).toEqual({ kind: 'pending', progress: 0.25 })
    await settle(0, png)
    expect((await provider.poll(handle, soon)).kind).toBe('succeeded')
  })

  test('a result is returned once; then the job is forgotten', async () => {
    const { renderer, settle } = manualRenderer()
    const provider = createStudioProvider({ studio, renderer })
    await provider.start(job(), never)
    await settle(0, png)
    expect((await provider.poll(handle, soon)).kind).toBe('succeeded')
    expect(await provider.poll(handle, now)).toEqual({ kind: 'lost' })
  })

  test('starting the same task twice renders it once', async () => {
    const { renderer, requests, settle } = manualRenderer()
    const provider = createStudioProvider({ studio, renderer })
    await provider.start(job(), never)
    expect(await provider.start(job(), never)).toEqual({ kind: 'started', job: handle })
    await settle(0, png)
    expect(requests).toHaveLength(1)
  })

  test('a job of another process or of a crashed renderer is lost, and can be started again', async () => {
    const { renderer, settle, requests } = manualRenderer()
    const provider = createStudioProvider({ studio, renderer })
    expect(await provider.poll(handle, now)).toEqual({ kind: 'lost' })
    await provider.start(job(), never)
    await settle(0, { kind: 'lost' })
    expect(await provider.poll(handle, soon)).toEqual({ kind: 'lost' })
    await provider.start(job(), never)
    await settle(1, png)
    expect((await provider.poll(handle, soon)).kind).toBe('succeeded')
    expect(requests).toHaveLength(2)
  })

  test('a failure keeps its code and its message', async () => {
    const { renderer, settle } = manualRenderer()
    const provider = createStudioProvider({ studio, renderer })
    const failed = { kind: 'failed', code: 'INVALID_INPUT', message: 'No image.' } as const
    await provider.start(job(), never)
    await settle(0, failed)
    expect(await provider.poll(handle, soon)).toEqual(failed)
  })

  test.each([
    ['image.transform', 'push-in'],
    ['video.transform', 'noir'],
    ['video.transform', 'nothing'],
  ] as const)('%s refuses the effect %s, which it lacks', async (product, id) => {
    const { renderer, requests } = manualRenderer()
    const provider = createStudioProvider({ studio, renderer })
    const response = await provider.start(job({ product, effect: { id, instruction: '' } }), never)
    expect(response.kind).toBe('rejected')
    expect(requests).toHaveLength(0)
  })

  test('the renderer gets the effect, the duration and the bytes of the input', async () => {
    const { renderer, requests, settle } = manualRenderer()
    const provider = createStudioProvider({ studio, renderer })
    const bytes = Buffer.from([1, 2, 3])
    const input = {
      contentType: 'image/png',
      widthPx: 9,
      heightPx: 9,
      sizeBytes: 3,
      bytes: async () => bytes,
      upright: () => Promise.reject(new Error('not needed')),
      link: () => Promise.reject(new Error('not needed')),
    }
    const effect = { id: 'orbit', instruction: 'Swing around it.' }
    await provider.start(job({ product: 'video.transform', effect, input, durationSeconds: 8 }), never)
    await settle(0, png)
    expect(requests[0]).toEqual({
      product: 'video.transform',
      prompt: 'a lake',
      effectId: 'orbit',
      widthPx: 64,
      heightPx: 64,
      durationSeconds: 8,
      input: bytes,
    })
  })

  test('a job whose input is temporarily unreadable is lost, not failed', async () => {
    const provider = createStudioProvider({ studio, renderer: manualRenderer().renderer })
    const input = {
      contentType: 'image/png',
      widthPx: 9,
      heightPx: 9,
      sizeBytes: 3,
      bytes: () => Promise.reject(new Error('store away')),
      upright: () => Promise.reject(new Error('store away')),
      link: () => Promise.reject(new Error('store away')),
    }
    expect((await provider.start(job({ product: 'image.transform', input }), never)).kind).toBe('started')
    expect(await provider.poll(handle, soon)).toEqual({ kind: 'lost' })
  })

  test('cancel stops the work, and cancelling what is unknown does nothing', async () => {
    const { renderer, signals } = manualRenderer()
    const provider = createStudioProvider({ studio, renderer })
    await provider.start(job(), never)
    await vi.waitFor(() => expect(signals).toHaveLength(1), 20_000)
    expect(await provider.cancel?.(handle, never)).toBe('cancelled')
    expect(await provider.cancel?.({ taskId: 'unknown' }, never)).toBe('unknown')
    expect(signals[0]?.aborted).toBe(true)
    expect(await provider.poll(handle, now)).toEqual({ kind: 'lost' })
  })

  test('a poll returns immediately when its caller aborts', async () => {
    const provider = createStudioProvider({ studio, renderer: manualRenderer().renderer })
    await provider.start(job(), never)
    const caller = new AbortController()
    const response = provider.poll(handle, { waitMsMax: 60_000, signal: caller.signal })
    caller.abort()
    expect(await response).toEqual({ kind: 'pending' })
  })

  test('a result that is never fetched is dropped after its time', async () => {
    vi.useFakeTimers()
    try {
      const provider = createStudioProvider({
        studio,
        renderer: { render: async () => png, close: async () => {} },
        resultMsMax: 600_000,
      })
      await provider.start(job(), never)
      await vi.advanceTimersByTimeAsync(600_001)
      expect(await provider.poll(handle, now)).toEqual({ kind: 'lost' })
    } finally {
      vi.useRealTimers()
    }
  })

  test('close stops every job and the renderer', async () => {
    const { renderer, signals, isClosed } = manualRenderer()
    const provider = createStudioProvider({ studio, renderer })
    await provider.start(job(), never)
    await vi.waitFor(() => expect(signals).toHaveLength(1), 20_000)
    await provider.close?.()
    expect(signals[0]?.aborted).toBe(true)
    expect(isClosed()).toBe(true)
  })
})
