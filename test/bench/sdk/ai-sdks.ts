import { createMediagen } from '@mediagen/ai-sdk'
import { importRival } from '../rivals/import-rival.ts'
import { createMediagenWire } from './mediagen.ts'
import { replicate } from './replicate.ts'
import type { AnyFetch, SdkClient, SdkUnderTest } from './sdk-under-test.ts'
import type { Job } from './stand-in.ts'

interface ImageCall {
  readonly model: object
  readonly prompt: string
  readonly providerOptions?: Readonly<Record<string, Headers>>
}

interface VideoCall {
  readonly model: object
  readonly prompt: string
  readonly abortSignal?: AbortSignal
  readonly poll?: { readonly timeoutMs: number }
  download(): Promise<{ readonly data: Uint8Array; readonly mediaType: string }>
}

/** The part of the AI SDK that is measured. */
interface Ai {
  generateImage(call: ImageCall): Promise<{ readonly responses: readonly { readonly headers?: Headers }[] }>
  experimental_generateVideo(call: VideoCall): Promise<unknown>
}

type Headers = Readonly<Record<string, string>>

/** A provider's models of images and of videos. */
interface Models {
  readonly image: object
  readonly video: object
  /** How an image is given a key of the caller's; absent where the provider has no setting for it. */
  readonly withKey?: (idempotencyKey: string) => { readonly providerOptions: Record<string, Headers> }
}

interface Provider {
  image(id: string): object
  video(id: string): object
}

const resultBytes = 1000
const file = {
  kind: 'other',
  method: 'GET',
  path: /^\/result$/,
  body: () => ({}),
  fileBytes: resultBytes,
} as const
const model = 'fal-ai/model'

/**
 * What the AI SDK makes of a provider: an order is that of an image, a wait that for a video. The files of videos
 * are not downloaded, for the AI SDK takes none from a loopback address.
 */
async function clientOf({ image, video, withKey }: Models): Promise<SdkClient> {
  const { generateImage, experimental_generateVideo } = await importRival<Ai>('ai')
  const videoOf = (prompt: string) => ({
    ...{ model: video, prompt },
    download: async () => ({ data: new Uint8Array(resultBytes), mediaType: 'video/mp4' }),
  })
  return {
    submit: (prompt, key) =>
      generateImage({ model: image, prompt, ...(key !== undefined && withKey?.(key)) }),
    generate: (prompt, abortSignal) =>
      experimental_generateVideo({ ...videoOf(prompt), ...(abortSignal && { abortSignal }) }),
    waitAtMost: (prompt, timeoutMs) =>
      experimental_generateVideo({ ...videoOf(prompt), poll: { timeoutMs } }),
    async requestIdOf(prompt) {
      const { responses } = await generateImage({ model: image, prompt })
      return responses[0]?.headers?.['x-request-id']
    },
  }
}

const mediagen: SdkUnderTest = {
  name: 'mediagen',
  packageName: '@mediagen/ai-sdk',
  construct: `import { createMediagen } from '@mediagen/ai-sdk'
    globalThis.models = createMediagen({ apiKey: 'key' })`,
  unsuccessfulEnds: ['failed', 'cancelled'],
  takesIdempotencyKey: true,
  wire: createMediagenWire(resultBytes),
  async open(baseURL) {
    const provider = createMediagen({ apiKey: 'key', baseURL })
    return clientOf({
      ...{ image: provider.image('image.generate'), video: provider.video('video.generate') },
      withKey: (idempotencyKey) => ({ providerOptions: { mediagen: { idempotencyKey } } }),
    })
  },
}

/** Its addresses are fixed, so that its custom fetch turns them to the stand-in. */
const vercelFal: SdkUnderTest = {
  name: 'fal',
  packageName: '@ai-sdk/fal',
  construct: `import { createFal } from '@ai-sdk/fal'
    globalThis.models = createFal({ apiKey: 'key' })`,
  unsuccessfulEnds: ['failed'],
  takesIdempotencyKey: false,
  wire: {
    routes: [
      {
        kind: 'submit',
        method: 'POST',
        path: /^\/fal-ai\/image$/,
        body: () => ({ images: [{ url: 'https://fal.run/result', content_type: 'image/png' }] }),
      },
      {
        kind: 'submit',
        method: 'POST',
        path: /^\/fal-ai\/model$/,
        body: ({ id }) => ({
          request_id: id,
          response_url: `https://queue.fal.run/${model}/requests/${id}`,
        }),
      },
      {
        kind: 'poll',
        method: 'GET',
        path: /^\/fal-ai\/model\/requests\/(\w+)$/,
        status: ({ state }) => (state === 'succeeded' ? 200 : state === 'running' ? 400 : 422),
        body: falVideoOf,
      },
      file,
    ],
    errorBody: (status) => ({ error: { message: `status ${status}`, code: status } }),
  },
  async open(url) {
    const { createFal } = await importRival<{
      createFal(options: { apiKey: string; fetch: AnyFetch }): Provider
    }>('@ai-sdk/fal')
    const toStandIn: AnyFetch = (input, init) => {
      const { pathname, search } = new URL(input instanceof Request ? input.url : input)
      return fetch(`${url}${pathname}${search}`, init)
    }
    const provider = createFal({ apiKey: 'key', fetch: toStandIn })
    return clientOf({ image: provider.image('fal-ai/image'), video: provider.video(model) })
  },
}

function falVideoOf({ state }: Job): object {
  if (state === 'succeeded') return { video: { url: 'https://fal.run/result', content_type: 'video/mp4' } }
  if (state === 'running') return { detail: 'Request is still in progress' }
  return { error: { message: 'The request has failed.', code: 422 } }
}

const vercelReplicate: SdkUnderTest = {
  name: 'replicate',
  packageName: '@ai-sdk/replicate',
  construct: `import { createReplicate } from '@ai-sdk/replicate'
    globalThis.models = createReplicate({ apiToken: 'key' })`,
  unsuccessfulEnds: ['failed', 'cancelled'],
  takesIdempotencyKey: false,
  wire: {
    ...replicate.wire,
    routes: [
      ...replicate.wire.routes.map((route) => ({
        ...route,
        body: (job: Job) => withUrls(route.body(job), job),
      })),
      file,
    ],
  },
  async open(baseURL) {
    const { createReplicate } = await importRival<{
      createReplicate(options: { apiToken: string; baseURL: string }): Provider
    }>('@ai-sdk/replicate')
    const provider = createReplicate({ apiToken: 'key', baseURL })
    return clientOf({ image: provider.image('owner/model'), video: provider.video('owner/model') })
  },
}

function withUrls(prediction: object, { id, state, url }: Job): object {
  const output = state === 'succeeded' ? `${url}/result` : null
  return { ...prediction, output, urls: { get: `${url}/predictions/${id}` } }
}

/** Providers of Vercel's AI SDK, used through it; ours is the first. */
export const aiSdks: readonly SdkUnderTest[] = [mediagen, vercelFal, vercelReplicate]
