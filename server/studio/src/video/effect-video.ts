import type { Raster } from '../core/raster.js'
import type { SizePx } from '../core/size.js'
import { drawWeather } from './air.js'
import { guessDepth } from './depth.js'
import { readDirection } from './direction.js'
import { findVideoEffect } from './effects/registry.js'
import { gradeYuv, lightGrades } from './grade.js'
import { videoFrames } from './video.js'
import { type YuvPicture, yuvFromRaster } from './yuv-picture.js'

export interface EffectVideoRequest extends SizePx {
  readonly effectId: string
  readonly prompt: string
  readonly durationSeconds: number
}

/**
 * The size of the picture that `effectVideo` requires: the video's shape, somewhat larger, both sides even.
 */
export function stillSizeFor(request: EffectVideoRequest): SizePx {
  const { overscan } = findVideoEffect(request.effectId)
  return {
    widthPx: Math.ceil((request.widthPx * overscan) / 2) * 2,
    heightPx: Math.ceil((request.heightPx * overscan) / 2) * 2,
  }
}

/**
 * The frames of a video made from a picture by an effect. The prompt adds weather, light, speed and direction
 * to what the effect does. Deterministic; every frame is the same buffer, valid until the next. Throws on an
 * unknown effect.
 */
export function effectVideo(request: EffectVideoRequest, picture: Raster): Iterable<YuvPicture> {
  const effect = findVideoEffect(request.effectId)
  const direction = readDirection(request.prompt, request.effectId)
  const planes = yuvFromRaster(picture)
  const drawFrame = effect.begin({ planes, depth: guessDepth(planes) }, { ...request, direction })
  const light = lightGrades[direction.light]
  const air = {
    seed: direction.seed,
    density: direction.strength,
    speed: direction.speed,
    wind: direction.sideways,
  }
  return videoFrames(request, (target, moment) => {
    drawFrame(target, moment)
    if (direction.light !== 'plain') gradeYuv(target, light)
    drawWeather(target, direction.weather, air, moment.seconds)
  })
}
