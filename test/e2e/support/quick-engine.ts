import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import sharp from 'sharp'
import { productNames } from '../../../server/src/core/domain/products.ts'
import { type Medium, makeMedium } from '../../engines/stand-ins/media.ts'
import { type LocalServer, listenLocally } from '../../support/listen-locally.ts'

interface QuickOrder {
  readonly prompt?: string
  readonly seed: number
  readonly widthPx: number
  readonly heightPx: number
  readonly seconds?: number
  readonly image?: string
}

/** An engine that responds with real media of the requested size and length, for which the studio would take seconds. */
export function startQuickEngine(): Promise<LocalServer> {
  return listenLocally(
    createServer(async (request, response) => {
      const { contentType, bytes } = await mediumOf((await json(request)) as QuickOrder)
      const file = Buffer.from(bytes).toString('base64')
      response.setHeader('Content-Type', 'application/json').end(JSON.stringify({ contentType, file }))
    }),
  )
}

/** As the studio's: an image is a PNG, and a JPEG if it was made from another one. */
async function mediumOf({ prompt = '', seconds, image, ...order }: QuickOrder): Promise<Medium> {
  if (seconds !== undefined) {
    const video = { frames: seconds * framesPerSecond, framesPerSecond, container: 'mp4' } as const
    return makeMedium({ ...order, prompt, video })
  }
  const medium = await makeMedium({ ...order, prompt })
  if (image === undefined) return medium
  return { contentType: 'image/jpeg', bytes: await sharp(medium.bytes).jpeg().toBuffer() }
}

const framesPerSecond = 2

/** The providers file that sends every product to it. */
export function quickProviders(url: string): string {
  const order = { prompt: '{{prompt}}', seed: '{{seed}}', widthPx: '{{width}}', heightPx: '{{height}}' }
  const fields = { ...order, seconds: '{{durationSeconds}}', image: '{{input}}' }
  const products = Object.fromEntries(productNames.map((product) => [product, { path: '/', json: fields }]))
  const options = { auth: 'none', products, result: { base64: 'file' } }
  return JSON.stringify({
    providers: [{ name: 'quick', kind: 'http', url, options }],
    routes: productNames.map((product) => ({ product, providers: ['quick'] })),
  })
}
