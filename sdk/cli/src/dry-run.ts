import { type Estimate, type FetchFunction, Mediagen } from '@mediagen/sdk'
import { CommandError } from './command-error.js'
import type { Context } from './context.js'
import { keysOf } from './generate-several.js'
import type { GenerationOptions } from './generation-options.js'
import { assetPrefix, openImage } from './input-image.js'
import { fromMicros, toMicros } from './max-cost.js'
import type { PlannedRequest } from './submit.js'
import type { DryRun, UnsentRequest } from './unsent-request.js'

/** Creates the client of `--dry-run`. It needs no API key. */
export function createDryRun({ baseUrl }: Pick<Context, 'baseUrl'>): DryRun {
  const requests: UnsentRequest[] = []
  const record: FetchFunction = async (url, { method, headers, body }) => {
    if (method !== 'POST' || body === null) throw new Error(`A dry run sends no ${method} ${url}`)
    const text = typeof body === 'string' ? body : Buffer.from(body).toString()
    requests.push({ method, url, headers: shownHeaders(headers), body: JSON.parse(text) })
    const accepted = { id: 'none', status: 'QUEUED', createdAt: new Date().toISOString() }
    return Response.json(accepted)
  }
  const settings = { apiKey: 'none', fetch: record, requestsPerMinute: Number.POSITIVE_INFINITY }
  return { client: new Mediagen({ ...settings, baseUrl, traceparent: () => undefined }), requests }
}

interface DryGenerations {
  readonly requests: readonly PlannedRequest[]
  /** The input image, as given on the command line. */
  readonly image: string | undefined
  /** The price of each. */
  readonly price: Estimate
}

/** Prints each request and the total price. Throws a CommandError for an image that cannot be read. */
export async function printDryRun(
  context: Context,
  { idempotencyKey, cancelAfter }: GenerationOptions,
  { dryRun, requests, image, price }: DryGenerations & { readonly dryRun: DryRun },
): Promise<void> {
  const { output } = context
  const isUpload = image !== undefined && !image.startsWith(assetPrefix)
  if (isUpload && image !== '-') await openImage(image, context)
  const assetId = isUpload ? `(the upload of ${image})` : (image?.slice(assetPrefix.length) ?? '')
  const keys = requests.length === 1 ? [idempotencyKey] : keysOf(idempotencyKey, requests.length)
  for (const [index, request] of requests.entries()) {
    const key = keys[index]
    await request.submit({ idempotencyKey: key, cancelAfterSeconds: cancelAfter }, assetId)
    const built = dryRun.requests[index]
    if (built === undefined) throw new CommandError('other', 'The request was not built')
    // A new key is another one each time.
    const { 'idempotency-key': sentKey, ...others } = built.headers
    const headers = key === undefined ? others : { ...others, 'idempotency-key': key }
    output.result({ request: { ...built, headers }, upload: isUpload ? image : null, price }, [
      `${built.method} ${built.url}`,
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
      JSON.stringify(built.body),
    ])
  }
  const total = fromMicros(toMicros(price.amount) * BigInt(requests.length))
  if (!output.isJson) output.result({}, [`${total} ${price.currency}`])
  output.info('Nothing was sent')
}

function shownHeaders(headers: ConstructorParameters<typeof Headers>[0]): Record<string, string> {
  const { authorization, ...shown } = Object.fromEntries(new Headers(headers))
  return shown
}
