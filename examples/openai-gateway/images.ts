import type { Generation, PricingInput } from '@mediagen/sdk'
import { checkAffordable } from './affordable.ts'
import type { Call } from './call.ts'
import { GatewayError } from './errors.ts'
import {
  effectOf,
  fileField,
  numberField,
  ratioOf,
  rejectOthers,
  sizeField,
  textField,
  tierOf,
} from './fields.ts'
import type { Order } from './paid-once.ts'
import type { Fields } from './read-fields.ts'

/** OpenAI's response to a request for images. */
export interface Images {
  readonly created: number
  readonly data: readonly Image[]
}

interface Image {
  readonly b64_json?: string
  readonly url?: string
}

const ratios = ['1:1', '9:16', '16:9', '4:3', '3:4', '3:2', '2:3', '2:1', '1:2'] as const
const longEdges = [
  ['1k', 1024],
  ['2k', 2048],
  ['4k', 4096],
] as const
const shortEdges = [
  ['hd', 720],
  ['fhd', 1080],
] as const
const counts = { min: 1, max: 10, byDefault: 1 }
/** The only values that what the service makes can match. */
const allowed = {
  output_format: ['png'],
  stream: ['false'],
  background: ['auto', 'opaque'],
  response_format: ['b64_json', 'url'],
  mask: [],
}

/** Not `output_format`: `png` is let through as OpenAI's default, but the engine chooses the format. */
const common = ['prompt', 'size', 'n', 'stream', 'background', 'response_format', 'mask']
/** The fields that have an effect; others are ignored. */
export const generationFields = common
export const editFields = [...common, 'image', 'image[]', 'model']

/** `POST /v1/images/generations`: waits until all images are there. */
export async function generateImages(call: Call, fields: Fields): Promise<Images> {
  rejectOthers(fields, allowed)
  const size = sizeField(fields)
  const request = {
    prompt: promptOf(fields),
    ...(size && {
      aspectRatio: ratioOf(size, ratios),
      resolution: tierOf(Math.max(size.widthPx, size.heightPx), longEdges),
    }),
  }
  const wanted = wantedOf(fields)
  return call.payOnce([fields], async (order) => {
    await checkUnpaid(call, order, { product: 'image.generate', ...request }, wanted.count)
    return all(call, order, wanted, (idempotencyKey) =>
      call.client.images.generate(request, { idempotencyKey }),
    )
  })
}

/** `POST /v1/images/edits`: the first image of a form, changed by the prompt and the effect of `model`. */
export async function editImages(call: Call, fields: Fields): Promise<Images> {
  rejectOthers(fields, allowed)
  const file = fileField(fields, 'image', 'image[]')
  if (file === undefined)
    throw new GatewayError(400, 'missing_required_parameter', 'image is missing.', 'image')
  const size = sizeField(fields)
  const effectId = effectOf(fields)
  const change = {
    prompt: promptOf(fields),
    ...(effectId && { effectId }),
    ...(size && {
      aspectRatio: ratioOf(size, ['16:9', '9:16', '4:3', '3:4', '3:2', '2:3', '1:1']),
      resolution: tierOf(Math.min(size.widthPx, size.heightPx), shortEdges),
    }),
  }
  const { image: _image, 'image[]': _images, ...others } = fields
  const wanted = wantedOf(fields)
  return call.payOnce([others, file], async (order) => {
    await checkUnpaid(call, order, { product: 'image.transform', ...change }, wanted.count)
    const assetId = await order.upload(file)
    return all(call, order, wanted, (idempotencyKey) =>
      call.client.images.transform({ assetId, ...change }, { idempotencyKey }),
    )
  })
}

/** How many images a caller wants, and in what form. */
interface Wanted {
  readonly count: number
  readonly asUrl: boolean
}

function wantedOf(fields: Fields): Wanted {
  const isDallE = /^dall-e-[23]$/.test(textField(fields, 'model') ?? '')
  // As OpenAI does: only these models respond with links unless they are asked for the image itself.
  const format = textField(fields, 'response_format') ?? (isDallE ? 'url' : 'b64_json')
  return { count: numberField(fields, 'n', counts), asUrl: format === 'url' }
}

/** A repetition is not checked: its first try may have spent the balance on the very same images. */
async function checkUnpaid(
  { client, signal }: Call,
  { mayBePaid }: Order,
  input: PricingInput,
  count: number,
) {
  if (!mayBePaid && count > 1) await checkAffordable(client, input, count, signal)
}

/**
 * Sends one generation after the other until one is rejected, and responds with every image that comes of
 * them; throws the first error where none does.
 */
async function all(
  { signal }: Call,
  order: Order,
  { count, asUrl }: Wanted,
  send: (idempotencyKey: string) => Promise<Generation>,
): Promise<Images> {
  const made: { generation: Generation; image: Promise<PromiseSettledResult<Image>> }[] = []
  let rejection: unknown
  for (let index = 0; index < count && rejection === undefined; index += 1) {
    try {
      const generation = await order.submit(() => send(`${order.key}-${index}`))
      made.push({ generation, image: settled(imageOf(generation, asUrl, signal)) })
    } catch (error) {
      rejection = error
    }
  }
  const ends = await Promise.all(made.map(({ image }) => image))
  signal.throwIfAborted()
  const data = ends.flatMap((end) => (end.status === 'fulfilled' ? [end.value] : []))
  if (data.length === 0) throw ends.find((end) => end.status === 'rejected')?.reason ?? rejection
  // What took too long is not in the response, and is not paid either if it still waits.
  for (const [index, { generation }] of made.entries())
    if (ends[index]?.status === 'rejected') generation.cancel().catch(() => undefined)
  return { created: Math.floor(Date.now() / 1000), data }
}

async function settled<Value>(promise: Promise<Value>): Promise<PromiseSettledResult<Value>> {
  const [end] = await Promise.allSettled([promise])
  return end
}

async function imageOf(generation: Generation, asUrl: boolean, signal: AbortSignal): Promise<Image> {
  const task = await generation.wait({ signal })
  if (asUrl) return { url: task.files[0]?.url ?? '' }
  return { b64_json: Buffer.from(await task.download({ signal })).toString('base64') }
}

function promptOf(fields: Fields): string {
  const prompt = textField(fields, 'prompt')
  if (prompt !== undefined) return prompt
  throw new GatewayError(400, 'missing_required_parameter', 'prompt is missing.', 'prompt')
}
