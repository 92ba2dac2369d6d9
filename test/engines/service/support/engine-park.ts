import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished, vi } from 'vitest'
import { stringify } from 'yaml'
import { type ProductName, productNames } from '../../../../server/src/core/domain/products.ts'
import { type StandIn, startStandIn } from '../../stand-ins/stand-in.ts'
import type { WireName } from '../../stand-ins/wires.ts'

/** One engine of the providers file, as an operator writes it. */
interface ParkEngine {
  readonly wire: WireName
  readonly products: readonly ProductName[]
  /** Its entry in the providers file without the name and the URL. */
  readonly entry: Readonly<Record<string, unknown>>
  /** The part of the API's path that belongs in `url`. @default '' */
  readonly path?: string
}

const images = ['image.generate', 'image.transform'] as const
const videos = ['video.generate', 'video.transform'] as const

const namedFields = { prompt: '{{prompt}}', width: '{{width}}', height: '{{height}}', seed: '{{seed}}' }
const ownTask = { ...namedFields, reference: '{{taskId}}', seconds: '{{durationSeconds}}' }
const submission = { path: '/v1/tasks', json: { ...ownTask, image: '{{input}}' } }

/** Eight engines, each of another kind, by their names in the providers file. */
export const parkEngines = {
  'openai-images': {
    wire: 'openai-images',
    products: images,
    path: '/v1',
    entry: { kind: 'openai-images', apiKeyEnv: 'PARK_KEY', model: 'gpt-image-2' },
  },
  sdapi: { wire: 'sdapi', products: images, entry: { kind: 'sdapi' } },
  gemini: {
    wire: 'gemini',
    products: productNames,
    path: '/v1beta',
    entry: { kind: 'gemini', apiKeyEnv: 'PARK_KEY', model: 'any-model' },
  },
  sdcpp: { wire: 'sdcpp', products: videos, entry: { kind: 'sdcpp', options: { mode: 'video', fps: 2 } } },
  comfyui: {
    wire: 'comfyui',
    products: productNames,
    entry: { kind: 'comfyui', model: 'sd_xl_base_1.0.safetensors', options: { fps: 2 } },
  },
  replicate: {
    wire: 'replicate',
    products: productNames,
    entry: { kind: 'replicate', apiKeyEnv: 'PARK_KEY', model: 'acme/model' },
  },
  fal: {
    wire: 'fal',
    products: productNames,
    entry: { kind: 'fal', apiKeyEnv: 'PARK_KEY', model: 'acme/model' },
  },
  own: {
    wire: 'polling',
    products: productNames,
    entry: {
      kind: 'http',
      apiKeyEnv: 'PARK_KEY',
      options: {
        auth: { header: 'x-key' },
        products: Object.fromEntries(
          productNames.map((product) => [
            product,
            product.endsWith('transform') ? submission : { path: '/v1/tasks', json: ownTask },
          ]),
        ),
        job: { id: 'task.id' },
        poll: { path: '/v1/tasks/{{jobId}}' },
        status: {
          pointer: 'task.state',
          values: { waiting: 'queued', working: 'running', ready: 'succeeded', stopped: 'failed' },
          http: { 404: 'lost' },
        },
        result: { url: 'files.0.link' },
        errors: { code: 'error.code', message: 'error.text', codes: { unsafe: 'INVALID_INPUT' } },
        cancel: { method: 'DELETE', path: '/v1/tasks/{{jobId}}', cancelled: [204], finished: [409] },
        find: { path: '/v1/tasks', list: 'tasks', match: { reference: '{{taskId}}' }, id: 'id' },
      },
    },
  },
} as const satisfies Record<string, ParkEngine>

export type EngineName = keyof typeof parkEngines

const engineNames: readonly EngineName[] = [
  'openai-images',
  'sdapi',
  'gemini',
  'sdcpp',
  'comfyui',
  'replicate',
  'fal',
  'own',
]

/** The engines that a product is routed to, the preferred first. */
export type Routing = Partial<
  Record<ProductName, readonly (EngineName | { readonly name: EngineName; readonly weight: number })[]>
>

export interface EnginePark {
  /** The path of the providers file. */
  readonly file: string
  readonly engines: Readonly<Record<EngineName, StandIn>>
  /** Rewrites the file, with all eight engines and these routes. */
  route(routing: Routing, entries?: Partial<Record<EngineName, object>>): Promise<void>
  /** How many jobs with this text in the prompt each engine took; engines with none are left out. */
  submissionsOf(text: string): Partial<Record<EngineName, number>>
}

/** Starts all eight, and writes a providers file that routes each product to every engine that serves it. */
export async function startEnginePark(): Promise<EnginePark> {
  vi.stubEnv('PARK_KEY', 'key-of-the-park')
  const folder = await mkdtemp(join(tmpdir(), 'mediagen-park-'))
  const file = join(folder, 'providers.yaml')
  const started = await Promise.all(
    engineNames.map(async (name) => [name, await startStandIn(parkEngines[name].wire)] as const),
  )
  const engines = allOf(Object.fromEntries(started))
  const park: EnginePark = {
    file,
    engines,
    async route(routing, entries = {}) {
      const providers = engineNames.map((name) => {
        const engine: ParkEngine = parkEngines[name]
        return { name, url: `${engines[name].url}${engine.path ?? ''}`, ...engine.entry, ...entries[name] }
      })
      const routes = Object.entries(routing).map(([product, names]) => ({ product, providers: names }))
      await writeFile(file, stringify({ providers, routes }))
    },
    submissionsOf(text) {
      const counts = started.map(([name, engine]) => [name, engine.submissionsOf(text).length] as const)
      return Object.fromEntries(counts.filter(([, count]) => count > 0))
    },
  }
  await park.route(Object.fromEntries(productNames.map((product) => [product, enginesOf(product)])))
  onTestFinished(async () => {
    vi.unstubAllEnvs()
    await Promise.all(started.map(([, engine]) => engine.close()))
    await rm(folder, { recursive: true, force: true })
  })
  return park
}

/** The engines that serve a product, in the order of the file. */
export function enginesOf(product: ProductName): EngineName[] {
  return engineNames.filter((name) => parkEngines[name].products.some((made) => made === product))
}

function allOf(found: { readonly [name: string]: StandIn }): Record<EngineName, StandIn> {
  const engine = (name: EngineName): StandIn => {
    const standIn = found[name]
    if (standIn === undefined) throw new Error(`The engine ${name} was not started.`)
    return standIn
  }
  return {
    'openai-images': engine('openai-images'),
    sdapi: engine('sdapi'),
    gemini: engine('gemini'),
    sdcpp: engine('sdcpp'),
    comfyui: engine('comfyui'),
    replicate: engine('replicate'),
    fal: engine('fal'),
    own: engine('own'),
  }
}
