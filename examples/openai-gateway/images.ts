import type { FinishedTask } from '@mediagen/sdk'
import { GatewayError } from './errors.ts'
import {
  effectOf,
  fileField,
  numberField,
  ratioOf,
  refuseOthers,
  sizeField,
  textField,
  tierOf,
} from './fields.ts'
import type { Call, Fields } from './gateway.ts'

/** OpenAI's answer to a request for images. */
export interface Images {
  readonly created: number
  readonly data: readonly { readonly b64_json?: string; readonly url?: string }[]
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
const count = { min: 1, max: 10, byDefault: 1 }
/** Results are PNG, in one piece. */
const allowed = {
  output_format: ['png'],
  stream: ['false'],
  background: ['auto', 'opaque'],
  response_format: ['b64_json', 'url'],
  mask: [],
}

/** `POST /v1/images/generations`: waits until all images are there. */
export async function generateImages(call: Call, fields: Fields): Promise<Images> {
  refuseOthers(fields, allowed)
  const size = sizeField(fields)
  const request = {
    prompt: promptOf(fields),
    ...(size && {
      aspectRatio: ratioOf(size, ratios),
      resolution: tierOf(Math.max(size.widthPx, size.heightPx), longEdges),
    }),
  }
  const key = await call.keyFor(fields)
  return all(fields, async (index) => {
    const generation = await call.client.images.generate(request, { idempotencyKey: `${key}-${index}` })
    return generation.wait({ signal: call.signal })
  })
}

/** `POST /v1/images/edits`: the first image of a form, changed by the prompt and the effect of `model`. */
export async function editImages(call: Call, fields: Fields): Promise<Images> {
  refuseOthers(fields, allowed)
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
  const key = await call.keyFor(others, file)
  const assetId = await call.uploadOnce(key, file)
  return all(fields, async (index) => {
    const generation = await call.client.images.transform(
      { assetId, ...change },
      { idempotencyKey: `${key}-${index}` },
    )
    return generation.wait({ signal: call.signal })
  })
}

async function all(fields: Fields, make: (index: number) => Promise<FinishedTask>): Promise<Images> {
  const indexes = Array.from({ length: numberField(fields, 'n', count) }, (_, index) => index)
  const tasks = await Promise.all(indexes.map(make))
  const asUrl = textField(fields, 'response_format') === 'url'
  const data = tasks.map(async (task) => {
    if (asUrl) return { url: task.files[0]?.url ?? '' }
    return { b64_json: Buffer.from(await task.download()).toString('base64') }
  })
  return { created: Math.floor(Date.now() / 1000), data: await Promise.all(data) }
}

function promptOf(fields: Fields): string {
  const prompt = textField(fields, 'prompt')
  if (prompt !== undefined) return prompt
  throw new GatewayError(400, 'missing_required_parameter', 'prompt is missing.', 'prompt')
}
