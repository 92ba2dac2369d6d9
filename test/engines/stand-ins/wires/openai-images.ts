import { type Fields, isImage, sizeIn, textOf, type Wire, type WireResponse } from '../wire.ts'
import type { Works } from '../works.ts'

/**
 * OpenAI's images as its OpenAPI document has them: JSON for generations, a form for edits, base64 for
 * responses.
 */
export const openaiImages: Wire = {
  reject({ headers }) {
    if (/^Bearer \S+$/.test(headers.authorization ?? '')) return undefined
    return fault(401, 'invalid_api_key', 'You did not provide an API key.')
  },
  routes: [
    {
      method: 'GET',
      path: /^\/v1\/models$/,
      respond: () => ({ json: { object: 'list', data: [{ id: 'gpt-image-2', object: 'model' }] } }),
    },
    {
      method: 'POST',
      path: /^\/v1\/images\/generations$/,
      on: 'start',
      respond: ({ json }, works) => make(json, works, undefined),
    },
    {
      method: 'POST',
      path: /^\/v1\/images\/edits$/,
      on: 'start',
      async respond(call, works) {
        const form = await call.form()
        const part = form.get('image') ?? form.get('image[]')
        if (part === null || typeof part === 'string')
          return fault(400, 'missing_required_parameter', 'Missing required parameter: image.')
        const input = new Uint8Array(await part.arrayBuffer())
        const fields = Object.fromEntries([...form].filter(([, value]) => typeof value === 'string'))
        return make(fields, works, input)
      },
    },
  ],
}

async function make(fields: Fields, works: Works, input: Uint8Array | undefined): Promise<WireResponse> {
  const prompt = textOf(fields.prompt)
  if (prompt === '') return fault(400, 'missing_required_parameter', 'Missing required parameter: prompt.')
  if (prompt.includes('forbidden'))
    return fault(400, 'moderation_blocked', 'Your request was rejected by the safety system.')
  if (Number(fields.n ?? 1) > 10) return fault(400, 'integer_above_max_value', 'n must be at most 10.')
  if (input !== undefined && !isImage(input))
    return fault(400, 'invalid_image_file', 'The image could not be read.')
  const { widthPx, heightPx } = sizeIn(fields.size, 1024)
  if (widthPx % 16 !== 0 || heightPx % 16 !== 0)
    return fault(400, 'invalid_value', `Invalid size: ${textOf(fields.size)}.`)
  const order = { prompt, widthPx, heightPx, ...(input !== undefined && { input }) }
  const { bytes } = await works.makeAtOnce(order)
  const b64_json = Buffer.from(bytes).toString('base64')
  return { json: { created: Math.floor(Date.now() / 1000), data: [{ b64_json }] } }
}

function fault(status: number, code: string, message: string): WireResponse {
  return { status, json: { error: { message, type: 'invalid_request_error', param: null, code } } }
}
