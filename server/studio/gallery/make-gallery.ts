import { createHash } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import sharp, { type Sharp } from 'sharp'
import { stringify } from 'yaml'
import type { GalleryExample } from '../../contract/src/generated/models.ts'
import type { Raster } from '../src/core/raster.ts'
import { categories, type ExampleText, examples } from './examples.ts'
import { type CatalogueEffect, catalogueFolder, type GalleryFile } from './gallery-file.ts'
import { type PaintScene, type SceneName, scenes } from './scenes.ts'

/** The parts of the built server that render images. */
export interface Studio {
  readonly paintScene: PaintScene
  readonly render: (request: StudioRequest) => Promise<StudioResult>
}

interface StudioRequest {
  readonly product: 'image.transform' | 'video.transform'
  readonly effectId: string
  readonly prompt: string
  readonly widthPx: number
  readonly heightPx: number
  readonly durationSeconds?: number
  readonly input: Uint8Array
}

type StudioResult =
  | {
      readonly kind: 'succeeded'
      readonly media: { readonly contentType: string; readonly bytes: Uint8Array }
    }
  | { readonly kind: 'failed' | 'lost'; readonly message?: string }

const imageLongEdgePx = 640
const videoLongEdgePx = 360
/**
 * Grain in every frame is what H.264 cannot compress: such videos are made smaller to stay within the budget.
 */
const grainyVideoLongEdgePx = 240
const grainyEffects: ReadonlySet<string> = new Set(['film-reel'])
const videoSeconds = 5
const posterAtSecondsDefault = 2.4
const blurredLongEdgePx = 32

/** Regenerates every file of the gallery and writes `gallery.yaml`; returns the number of examples. */
export async function makeGallery(
  effects: readonly CatalogueEffect[],
  studio: Studio,
  stillAt: (video: Uint8Array, atSeconds: number) => Promise<Raster>,
): Promise<number> {
  await rm(new URL('gallery/', catalogueFolder), { recursive: true, force: true })
  await mkdir(new URL('gallery/', catalogueFolder), { recursive: true })
  const album = new Album()
  const inputs = new Map<SceneName, Uint8Array>()
  const entries: GalleryExample[] = []
  for (const effect of effects) {
    const text = examples[effect.id]
    if (text === undefined) throw new Error(`examples.ts says nothing of the effect ${effect.id}.`)
    const input = inputs.get(text.scene) ?? (await photograph(text.scene, studio.paintScene))
    inputs.set(text.scene, input)
    entries.push(
      effect.surface === 'image'
        ? await imageExample(effect, text, input, { studio, album })
        : await videoExample(effect, text, input, { studio, album, stillAt }),
    )
    console.log(`${effect.id}: ${text.title}`)
  }
  const file: GalleryFile = { examples: entries, files: album.files }
  const head =
    '# Made by `node server/studio/gallery/main.ts`; change server/studio/gallery/examples.ts and run it again.\n'
  await writeFile(
    new URL('gallery.yaml', catalogueFolder),
    head + stringify(file, { lineWidth: 110, aliasDuplicateObjects: false }),
  )
  return entries.length
}

/** Keeps files under an id made from their content: one content has one id, however often it is shown. */
class Album {
  readonly files: Record<string, { file: string; contentType: string }> = {}

  async add(name: string, contentType: string, bytes: Uint8Array): Promise<{ assetId: string }> {
    const assetId = createHash('sha256').update(bytes).digest('hex').slice(0, 32)
    if (this.files[assetId] === undefined) {
      const file = `gallery/${name}`
      await writeFile(new URL(file, catalogueFolder), bytes)
      this.files[assetId] = { file, contentType }
    }
    return { assetId }
  }
}

async function photograph(name: SceneName, paintScene: PaintScene): Promise<Uint8Array> {
  const { widthPx, heightPx, make } = scenes[name]
  return jpegOf(sharpOf(await make(paintScene, { widthPx, heightPx })), 82)
}

async function imageExample(
  effect: CatalogueEffect,
  text: ExampleText,
  input: Uint8Array,
  { studio, album }: { studio: Studio; album: Album },
): Promise<GalleryExample> {
  const size = sizeOf(effect, text.scene, imageLongEdgePx)
  const rendered = await rendering(studio, {
    product: 'image.transform',
    effectId: effect.id,
    prompt: '',
    ...size,
    input,
  })
  const output = await jpegOf(sharp(rendered), 78)
  return {
    ...describing(effect, text),
    surface: 'IMAGE',
    request: { effectId: effect.id },
    input: await album.add(`input-${text.scene}.jpg`, 'image/jpeg', input),
    poster: null,
    output: await album.add(`${effect.id}.jpg`, 'image/jpeg', output),
    blurredPoster: null,
    blurredOutput: await album.add(`${effect.id}-blurred.jpg`, 'image/jpeg', await blurred(output)),
    width: size.widthPx,
    height: size.heightPx,
  }
}

async function videoExample(
  effect: CatalogueEffect,
  text: ExampleText,
  input: Uint8Array,
  {
    studio,
    album,
    stillAt,
  }: { studio: Studio; album: Album; stillAt: (video: Uint8Array, atSeconds: number) => Promise<Raster> },
): Promise<GalleryExample> {
  const size = sizeOf(
    effect,
    text.scene,
    grainyEffects.has(effect.id) ? grainyVideoLongEdgePx : videoLongEdgePx,
  )
  const video = await rendering(studio, {
    product: 'video.transform',
    effectId: effect.id,
    prompt: '',
    ...size,
    durationSeconds: videoSeconds,
    input,
  })
  const poster = await jpegOf(
    sharpOf(await stillAt(video, text.posterAtSeconds ?? posterAtSecondsDefault)),
    80,
  )
  const blurredPoster = await album.add(`${effect.id}-blurred.jpg`, 'image/jpeg', await blurred(poster))
  return {
    ...describing(effect, text),
    surface: 'VIDEO',
    request: { effectId: effect.id, durationSeconds: videoSeconds },
    input: await album.add(`input-${text.scene}.jpg`, 'image/jpeg', input),
    poster: await album.add(`${effect.id}-poster.jpg`, 'image/jpeg', poster),
    output: await album.add(`${effect.id}.mp4`, 'video/mp4', video),
    blurredPoster,
    blurredOutput: blurredPoster,
    width: size.widthPx,
    height: size.heightPx,
  }
}

function describing(effect: CatalogueEffect, text: ExampleText) {
  const { title, caption, scene } = text
  return {
    id: `${scene}-${effect.id}`,
    title,
    caption,
    parameter: 'effectId',
    category: categories[text.category],
  } as const
}

async function rendering(studio: Studio, request: StudioRequest): Promise<Uint8Array> {
  const result = await studio.render(request)
  if (result.kind !== 'succeeded') throw new Error(`${request.effectId}: ${result.message ?? result.kind}`)
  return result.media.bytes
}

/** The effect's own shape if it has one, otherwise the picture's; both sides even, as videos require. */
function sizeOf(
  effect: CatalogueEffect,
  scene: SceneName,
  longEdgePx: number,
): { widthPx: number; heightPx: number } {
  const [across = 1, down = 1] = (effect.defaults.aspectRatio ?? '').split(':').map(Number)
  const { widthPx, heightPx } = scenes[scene]
  const shape = effect.defaults.aspectRatio === undefined ? widthPx / heightPx : across / down
  const even = (value: number) => Math.round(value / 2) * 2
  return shape >= 1
    ? { widthPx: longEdgePx, heightPx: even(longEdgePx / shape) }
    : { widthPx: even(longEdgePx * shape), heightPx: longEdgePx }
}

function sharpOf({ rgba, widthPx, heightPx }: Raster) {
  return sharp(rgba, { raw: { width: widthPx, height: heightPx, channels: 4 } }).removeAlpha()
}

function jpegOf(picture: Sharp, quality: number): Promise<Uint8Array> {
  return picture.jpeg({ quality, mozjpeg: true }).toBuffer()
}

/** A placeholder of under a kilobyte that a page may stretch while the real file loads. */
function blurred(picture: Uint8Array): Promise<Uint8Array> {
  const tiny = sharp(picture)
    .resize({ width: blurredLongEdgePx, height: blurredLongEdgePx, fit: 'inside' })
    .blur(1.2)
  return jpegOf(tiny, 60)
}
