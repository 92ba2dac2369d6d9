import { Mediagen } from '@mediagen/sdk'
import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { LRUCache } from 'lru-cache'
import { GatewayError, type OpenaiError, openaiErrorOf } from './errors.ts'
import { editImages, generateImages, type Images } from './images.ts'
import { createRetryKeys, type Retry, rememberedMs, requestsMax } from './retry-keys.ts'
import { createVideo, retrieveVideo, videoContent } from './videos.ts'

/** Settings of a gateway. */
export interface GatewayOptions {
  /** Where the service is, without `/api`. @default http://127.0.0.1:3000 */
  readonly baseUrl?: string | undefined
}

/** A form with one picture of 20 MB, which is the most that the service takes. */
const bodyBytesMax = 21 * 1024 * 1024

/** The service, and the request that is served. */
export interface Call {
  readonly client: Mediagen
  readonly signal: AbortSignal
  /** The idempotency key of a generation, from what identifies it. */
  keyFor(...content: readonly unknown[]): Promise<string>
  /** The upload of a file for the generation of this key: repeated, it must have the same input. */
  uploadOnce(key: string, file: File): Promise<string>
}

/**
 * An app that speaks OpenAI's images and videos APIs and has them made by mediagen. It keeps no API key:
 * callers send one of the service's. Its own retries and those of the OpenAI client never pay twice.
 */
export function createGateway({ baseUrl }: GatewayOptions = {}): Hono {
  const retryKeys = createRetryKeys()
  const uploads = new LRUCache<string, Promise<string>>({ max: requestsMax, ttl: rememberedMs })
  const app = new Hono()
  app.use(bodyLimit({ maxSize: bodyBytesMax, onError: tooLarge }))

  const callOf = ({ req }: Context): Call => {
    const apiKey = /^Bearer +(\S+)$/i.exec(req.header('authorization') ?? '')?.[1]
    if (apiKey === undefined)
      throw new GatewayError(401, 'invalid_api_key', 'You did not provide an API key.')
    const retry: Retry = {
      idempotencyKey: req.header('idempotency-key'),
      retryCount: Number(req.header('x-stainless-retry-count') ?? 0),
    }
    const client = new Mediagen({ ...(baseUrl && { baseUrl }), apiKey, totalTimeoutMs: 20_000 })
    return {
      client,
      signal: req.raw.signal,
      keyFor: (...content) => retryKeys(retry, [apiKey, req.path, ...content]),
      uploadOnce(key, file) {
        const upload = uploads.get(key) ?? client.uploads.file(file).then(({ id }) => id)
        uploads.set(key, upload)
        upload.catch(() => uploads.delete(key))
        return upload
      },
    }
  }

  app.post('/v1/images/generations', async (context) =>
    context.json<Images>(await generateImages(callOf(context), await fieldsOf(context))),
  )
  app.post('/v1/images/edits', async (context) =>
    context.json<Images>(await editImages(callOf(context), await fieldsOf(context))),
  )
  app.post('/v1/videos', async (context) =>
    context.json(await createVideo(callOf(context), await fieldsOf(context))),
  )
  app.get('/v1/videos/:id', async (context) =>
    context.json(await retrieveVideo(callOf(context), context.req.param('id'))),
  )
  app.get('/v1/videos/:id/content', (context) => videoContent(callOf(context), context.req.param('id')))

  app.notFound((context) => {
    const { method, path } = context.req
    return answer(
      openaiErrorOf(new GatewayError(404, 'unknown_url', `Unknown request URL: ${method} ${path}.`)),
    )
  })
  app.onError((error) => answer(openaiErrorOf(error)))
  return app
}

/** The fields of a JSON body or of a form. */
async function fieldsOf({ req }: Context): Promise<Fields> {
  const isForm = (req.header('content-type') ?? '').startsWith('multipart/form-data')
  const value: unknown = await (isForm ? req.parseBody({ all: true }) : req.json()).catch(() => undefined)
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new GatewayError(400, 'invalid_request', 'The body is neither a JSON object nor a form.')
  return { ...value }
}

/** What a caller sent, by name. */
export type Fields = Readonly<Record<string, unknown>>

function tooLarge(): Response {
  return answer(openaiErrorOf(new GatewayError(413, 'request_too_large', 'The body is larger than 21 MB.')))
}

function answer({ status, headers, error }: OpenaiError): Response {
  return Response.json({ error }, { status, headers })
}
