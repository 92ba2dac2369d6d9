import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { Mediagen } from '@mediagen/sdk'
import sharp from 'sharp'
import { createMachine } from '../../e2e/support/service-process.ts'
import { listenLocally } from '../../support/listen-locally.ts'

/** Where every client tells its story: one service, and the engine of its images. */
export interface Stage {
  /** The address of the service. */
  readonly url: string
  /** A new account of 10 USD. */
  createAccount(): Promise<Account>
  /** Has the engine keep further images until `release`. */
  hold(): void
  release(): void
  close(): Promise<void>
}

/** What a program needs of an account, and the account as its owner sees it. */
export interface Account {
  readonly environment: { readonly MEDIAGEN_API_KEY: string; readonly MEDIAGEN_BASE_URL: string }
  readonly owner: Mediagen
}

const sidePx = 64

/** The colour that the engine paints a prompt in, so that an image shows which order it is the result of. */
export function colourOf(prompt: string): { r: number; g: number; b: number } {
  const [r = 0, g = 0, b = 0] = createHash('sha256').update(prompt).digest()
  return { r, g, b }
}

/** Starts the service, which pages of the origins may use. */
export async function startStage(origins: readonly string[]): Promise<Stage> {
  let gate = Promise.resolve()
  let release = () => {}
  const painter = await listenLocally(
    createServer(async (request, response) => {
      const { prompt } = Object(await json(request))
      await gate
      const background = colourOf(prompt)
      const image = sharp({ create: { width: sidePx, height: sidePx, channels: 3, background } })
      const painted = await image.png().toBuffer()
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ data: [{ b64_json: painted.toString('base64') }] }))
    }),
  )
  const machine = await createMachine({ CORS_ORIGINS: origins.join(), WORKER_CONCURRENCY: '4' })
  const file = join(machine.folder, 'providers.yaml')
  // JSON is YAML.
  const providers = [
    { name: 'painter', kind: 'openai-images', url: `${painter.url}/v1`, model: 'any' },
    { name: 'studio', kind: 'studio' },
  ]
  const routes = [
    { product: 'image.generate', providers: ['painter'] },
    ...['image.transform', 'video.generate'].map((product) => ({ product, providers: ['studio'] })),
  ]
  await writeFile(file, JSON.stringify({ providers, routes }))
  await machine.start('serve', { PROVIDERS_FILE: file })
  return {
    url: machine.baseUrl,
    async createAccount() {
      const { apiKey } = await machine.createAccount('10.00')
      const owner = new Mediagen({ apiKey, baseUrl: machine.baseUrl })
      return { environment: { MEDIAGEN_API_KEY: apiKey, MEDIAGEN_BASE_URL: machine.baseUrl }, owner }
    },
    hold() {
      gate = new Promise((resolve) => {
        release = resolve
      })
    },
    release: () => release(),
    async close() {
      release()
      await machine.remove()
      await painter.close()
    },
  }
}
