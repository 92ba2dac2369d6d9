import {
  base64In,
  type Fields,
  isImage,
  numberOf,
  seedIn,
  textOf,
  type Wire,
  type WireResponse,
} from '../wire.ts'
import type { Works } from '../works.ts'

/** The API of AUTOMATIC1111's web UI: one call, the image within its response. */
export const sdapi: Wire = {
  routes: [
    {
      method: 'GET',
      path: /^\/sdapi\/v1\/sd-models$/,
      respond: () => ({ json: [{ title: 'sd.safetensors [1a2b3c]', model_name: 'sd' }] }),
    },
    {
      method: 'POST',
      path: /^\/sdapi\/v1\/txt2img$/,
      on: 'start',
      respond: ({ json }, works) => make(json, works, undefined),
    },
    {
      method: 'POST',
      path: /^\/sdapi\/v1\/img2img$/,
      on: 'start',
      async respond({ json }, works) {
        const images = Array.isArray(json.init_images) ? json.init_images : []
        if (images.length === 0) return { status: 404, json: { detail: 'Init image not found' } }
        const input = base64In(images[0])
        return isImage(input)
          ? make(json, works, input)
          : { status: 500, json: { error: 'HTTPException', detail: 'Invalid encoded image' } }
      },
    },
  ],
}

async function make(fields: Fields, works: Works, input: Uint8Array | undefined): Promise<WireResponse> {
  const { bytes } = await works.makeAtOnce({
    prompt: textOf(fields.prompt),
    ...seedIn(fields.seed),
    widthPx: numberOf(fields.width, 512),
    heightPx: numberOf(fields.height, 512),
    ...(input !== undefined && { input }),
  })
  const info = JSON.stringify({ seed: fields.seed, prompt: fields.prompt })
  return { json: { images: [Buffer.from(bytes).toString('base64')], parameters: fields, info } }
}
