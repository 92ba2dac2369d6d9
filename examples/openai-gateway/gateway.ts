import { type Clock, Mediagen } from '@mediagen/sdk'
import { type Context, Hono, type HonoRequest } from 'hono'
import { createBodies } from './bodies.ts'
import type { Call } from './call.ts'
import { GatewayError, internalErrorCode, type OpenaiError, openaiErrorOf } from './errors.ts'
import { ignoredOf } from './fields.ts'
import { editFields, editImages, generateImages, generationFields } from './images.ts'
import { createKnownKeys } from './known-keys.ts'
import { listModels, retrieveModel } from './models.ts'
import { createPaidOnce } from './paid-once.ts'
import type { Fields } from './read-fields.ts'
import { createVideo, retrieveVideo, videoContent, videoFields } from './videos.ts'

/** Settings of a gateway. */
export interface GatewayOptions {
  /** Where the service is, without `/api`. @default http://127.0.0.1:3000 */
  readonly baseUrl?: string | undefined
  /** The fetch that reaches the service. @default globalThis.fetch */
  readonly fetch?: typeof globalThis.fetch | undefined
  /**
   * How long a client that has gone may take to repeat its request before what still waits in the queue is
   * cancelled, in milliseconds. @default 30000
   */
  readonly graceMs?: number | undefined
  /** What the grace and the time limit of a body go by. @default the computer's clock */
  readonly clock?: Pick<Clock, 'after'> | undefined
}

/** The OpenAI client repeats a request after 8 s at most, unless its caller says otherwise. */
const defaultGraceMs = 30_000
/** The fields of a request that had no effect. */
const ignoredHeader = 'x-mediagen-ignored'
const clientGoneStatus = 499

const systemClock: Pick<Clock, 'after'> = {
  after(ms, callback) {
    const timer = setTimeout(callback, ms)
    return () => clearTimeout(timer)
  },
}

/**
 * An app that speaks OpenAI's images, videos and models APIs and has all media made by mediagen. It keeps no API
 * key: callers send one of the service's. Its own retries and those of the OpenAI client never pay twice.
 */
export function createGateway(options: GatewayOptions = {}): Hono {
  const { baseUrl, fetch, graceMs = defaultGraceMs, clock = systemClock } = options
  const paidOnce = createPaidOnce(clock, graceMs)
  const checkKey = createKnownKeys()
  const withBody = createBodies(clock)
  const app = new Hono()

  const callOf = ({ req }: Context): Call => {
    const apiKey = apiKeyOf(req)
    const asked = {
      apiKey,
      path: req.path,
      idempotencyKey: req.header('idempotency-key'),
      retryCount: Number(req.header('x-stainless-retry-count') ?? 0),
    }
    const cancelAfter = req.header('cancel-after')
    const client = new Mediagen({
      ...(cancelAfter && { headers: { 'Cancel-After': cancelAfter } }),
      ...(baseUrl && { baseUrl }),
      fetch,
      apiKey,
      totalTimeoutMs: 20_000,
      traceparent: () => req.header('traceparent'),
    })
    const { signal } = req.raw
    return { client, signal, payOnce: (content, work) => paidOnce({ client, signal, asked }, content, work) }
  }

  /** A call with a valid key, where the service would be asked too late, or for what it tells everybody. */
  const checked = async (context: Context): Promise<Call> => {
    const call = callOf(context)
    await checkKey(apiKeyOf(context.req), call.client, call.signal)
    return call
  }

  const order =
    <Reply extends object>(
      work: (call: Call, fields: Fields) => Promise<Reply>,
      known: (fields: Fields) => readonly string[],
    ) =>
    async (context: Context) => {
      const call = await checked(context)
      const reply = await withBody(context.req, apiKeyOf(context.req), (fields) => {
        const ignored = ignoredOf(fields, known(fields))
        if (ignored.length > 0) context.header(ignoredHeader, ignored.join(', '))
        return work(call, fields)
      })
      return context.json(reply)
    }

  app.post(
    '/v1/images/generations',
    order(generateImages, () => generationFields),
  )
  app.post(
    '/v1/images/edits',
    order(editImages, () => editFields),
  )
  app.post('/v1/videos', order(createVideo, videoFields))
  app.get('/v1/videos/:id', async (context) =>
    context.json(await retrieveVideo(callOf(context), context.req.param('id'))),
  )
  app.get('/v1/videos/:id/content', (context) => videoContent(callOf(context), context.req.param('id')))

  app.get('/v1/models', async (context) => context.json(await listModels(await checked(context))))
  app.get('/v1/models/:model', async (context) =>
    context.json(await retrieveModel(await checked(context), context.req.param('model'))),
  )

  app.notFound((context) => {
    const { method, path } = context.req
    return respond(
      openaiErrorOf(new GatewayError(404, 'unknown_url', `Unknown request URL: ${method} ${path}.`)),
    )
  })
  app.onError((error, { req }) => {
    if (req.raw.signal.aborted) return new Response(null, { status: clientGoneStatus })
    const known = openaiErrorOf(error)
    if (known.error.code === internalErrorCode) console.error(error)
    return respond(known)
  })
  return app
}

function apiKeyOf(req: HonoRequest): string {
  const apiKey = /^Bearer +([!-~]+)$/i.exec(req.header('authorization') ?? '')?.[1]
  if (apiKey !== undefined) return apiKey
  throw new GatewayError(401, 'invalid_api_key', 'You did not provide an API key.')
}

function respond({ status, headers, error }: OpenaiError): Response {
  return Response.json({ error }, { status, headers })
}
