import type { GenerationJob, JobInput } from '../../../server/src/core/ports/generation-job.ts'
import type { GeneratedMedia } from '../../../server/src/core/ports/provider.ts'

/** An image that a caller might have uploaded: 4 by 3 pixels, PNG. */
export const inputPng: Uint8Array = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAQAAAADCAIAAAA7ljmRAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAEElEQVQImWMwTpsJRww4OQATIg5ZjfXbrwAAAABJRU5ErkJggg==',
  'base64',
)

const input: JobInput = {
  contentType: 'image/png',
  widthPx: 4,
  heightPx: 3,
  sizeBytes: inputPng.byteLength,
  bytes: async () => inputPng,
  upright: async () => ({ contentType: 'image/png', bytes: inputPng }),
  link: async () => 'https://store.example/inputs/1?signature=x',
}

const shared = {
  taskId: '019c1f5e-7a4b-7c3d-8e9f-0a1b2c3d4e5f',
  prompt: 'a lighthouse at dawn',
  negativePrompt: 'people',
  seed: 1_234_567,
} as const

/** A job of each product, as the worker would pass it to an adapter. */
export const jobs = {
  'image.generate': { ...shared, product: 'image.generate', tier: '1k', widthPx: 1024, heightPx: 576 },
  'image.transform': {
    ...shared,
    product: 'image.transform',
    tier: 'hd',
    widthPx: 1280,
    heightPx: 960,
    input,
    effect: {
      id: 'oil-painting',
      instruction: 'Repaint it in oil.',
      negativePrompt: 'photograph',
      strength: 0.6,
    },
  },
  'video.generate': {
    ...shared,
    product: 'video.generate',
    tier: '720p',
    widthPx: 1280,
    heightPx: 720,
    durationSeconds: 5,
  },
  'video.transform': {
    ...shared,
    product: 'video.transform',
    tier: '720p',
    widthPx: 960,
    heightPx: 720,
    durationSeconds: 5,
    input,
    effect: { id: 'slow-zoom', instruction: 'Bring it to life.', motion: 'The camera moves in slowly.' },
  },
} as const satisfies Record<string, GenerationJob>

/** All bytes of a result. */
export async function bytesOf(media: GeneratedMedia): Promise<Buffer> {
  if ('bytes' in media) return Buffer.from(media.bytes)
  const parts: Uint8Array[] = []
  for await (const part of media.stream(new AbortController().signal)) parts.push(Uint8Array.from(part))
  return Buffer.concat(parts)
}

/** The single result of an outcome that has one. */
export function mediaOf(outcome: {
  readonly kind: string
  readonly outputs?: readonly GeneratedMedia[]
}): GeneratedMedia {
  const [media] = outcome.outputs ?? []
  if (media === undefined) throw new Error(`There is no result: ${JSON.stringify(outcome)}`)
  return media
}
