import sharp from 'sharp'
import { seedOfText } from './core/random.js'
import type { Raster } from './core/raster.js'
import type { SizePx } from './core/size.js'
import { applyImageEffect } from './image-effects/apply-image-effect.js'
import { decodeInput, InvalidInputError } from './image-effects/decode-input.js'
import type { OnProgress, RenderedMedia, RenderRequest, RenderResult } from './render-request.js'
import { paintLayers } from './scene/compose-layers.js'
import { paintScene } from './scene/paint-scene.js'
import { effectVideo, stillSizeFor } from './video/effect-video.js'
import { sceneVideo } from './video/scene-video.js'
import { framesPerSecond, type VideoLength } from './video/video.js'
import type { YuvPicture } from './video/yuv-picture.js'

const framesPerReport = 6

/**
 * Renders one job in this process: a PNG, a JPEG or an MP4 of exactly the requested size. The same request
 * gives the same bytes. An unreadable input is a result ('INVALID_INPUT'), and so is any fault of ours
 * ('GENERATION_FAILED').
 */
export async function render(request: RenderRequest, onProgress?: OnProgress): Promise<RenderResult> {
  try {
    return { kind: 'succeeded', media: await makeMedia(request, onProgress) }
  } catch (error) {
    if (error instanceof InvalidInputError) {
      return { kind: 'failed', code: 'INVALID_INPUT', message: error.message }
    }
    const reason = error instanceof Error ? error.message : String(error)
    return { kind: 'failed', code: 'GENERATION_FAILED', message: `The studio could not render it: ${reason}` }
  }
}

function makeMedia(request: RenderRequest, onProgress?: OnProgress): Promise<RenderedMedia> {
  switch (request.product) {
    case 'image.generate':
      return paintImage(request)
    case 'image.transform':
      return transformImage(request)
    case 'video.generate':
      return videoScene(request, onProgress)
    case 'video.transform':
      return animatePicture(request, onProgress)
  }
}

async function paintImage(request: RenderRequest): Promise<RenderedMedia> {
  const picture = await paintScene(request)
  // Level 6 without filters takes as long and makes photos half as large again; with them, twice as long.
  const bytes = await sharpOf(picture)
    .removeAlpha()
    .png({ compressionLevel: 2, adaptiveFiltering: true })
    .toBuffer()
  return { contentType: 'image/png', bytes }
}

async function transformImage(request: RenderRequest): Promise<RenderedMedia> {
  const { prompt, effectId } = request
  const input = await decodeFor(request, request)
  const seed = seedOfText(`${effectId ?? ''}\n${prompt}`)
  const picture = await applyImageEffect(effectId, input, { prompt, seed })
  const bytes = await sharpOf(picture).removeAlpha().jpeg({ quality: 92 }).toBuffer()
  return { contentType: 'image/jpeg', bytes }
}

async function videoScene(request: RenderRequest, onProgress?: OnProgress): Promise<RenderedMedia> {
  const video = { ...request, durationSeconds: durationOf(request) }
  return encodeVideo(sceneVideo(video, await paintLayers(request)), video, onProgress)
}

async function animatePicture(request: RenderRequest, onProgress?: OnProgress): Promise<RenderedMedia> {
  const { effectId } = request
  if (effectId === undefined) throw new Error('A video of a picture needs an effect.')
  const video = { ...request, effectId, durationSeconds: durationOf(request) }
  const picture = await decodeFor(request, stillSizeFor(video))
  return encodeVideo(effectVideo(video, picture), video, onProgress)
}

async function encodeVideo(
  frames: Iterable<YuvPicture>,
  { widthPx, heightPx, durationSeconds }: VideoLength,
  onProgress?: OnProgress,
): Promise<RenderedMedia> {
  const told = onProgress ? telling(frames, durationSeconds * framesPerSecond, onProgress) : frames
  // Only videos wait until FFmpeg is loaded, and have it in memory.
  const { encodeMp4 } = await import('./video/encode-mp4.js')
  return { contentType: 'video/mp4', bytes: await encodeMp4(told, { widthPx, heightPx, framesPerSecond }) }
}

/** The frames, and of how many it is after every few. */
function* telling(
  frames: Iterable<YuvPicture>,
  count: number,
  onProgress: OnProgress,
): Generator<YuvPicture, void, undefined> {
  let drawn = 0
  for (const frame of frames) {
    yield frame
    drawn += 1
    if (drawn % framesPerReport === 0) onProgress(drawn / count)
  }
}

function sharpOf(picture: Raster) {
  const { rgba, widthPx: width, heightPx: height } = picture
  return sharp(rgba, { raw: { width, height, channels: 4 } })
}

function decodeFor(
  { input, inputOrientation }: RenderRequest,
  { widthPx, heightPx }: SizePx,
): Promise<Raster> {
  if (input === undefined) throw new Error('A transformation needs an input.')
  return decodeInput(input, { widthPx, heightPx, fit: 'cover', orientation: inputOrientation })
}

function durationOf(request: RenderRequest): number {
  if (request.durationSeconds === undefined) throw new Error('A video needs a duration.')
  return request.durationSeconds
}
