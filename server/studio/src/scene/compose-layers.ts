import { lerp } from '../core/interpolation.js'
import { createRaster, type Raster } from '../core/raster.js'
import type { SizePx } from '../core/size.js'
import { composeStage, type Stage } from './composition.js'
import { describeScene } from './describe-scene.js'
import { type Viewport, viewportOf } from './frame.js'
import { enlarge, type Motion, paintOver, realiseLayer } from './layer.js'
import { finishPicture } from './medium/finish-picture.js'
import { paintStage } from './paint-stage.js'

/** What is to be painted, and in how many pixels. */
export interface SceneRequest extends SizePx {
  readonly prompt: string
  readonly negativePrompt?: string
}

/** One sheet of the scene, for a camera that moves past it. */
export interface SceneLayer {
  readonly name: string
  /** 0 far to 1 near. */
  readonly depth: number
  /**
   * The picture and `overscan` of its width and height more on each side; transparent where farther layers
   * show.
   */
  readonly raster: Raster
  readonly overscan: number
  readonly motion: Motion
}

/** Each layer is larger than the picture by this share on every side. */
export const layerOverscan = 0.1

/**
 * Paints the scene of `paintScene` as layers, back to front; painted over one another they are that picture
 * (with more around it). The first layer is opaque. Deterministic; never throws for a prompt.
 */
export async function paintLayers(request: SceneRequest): Promise<SceneLayer[]> {
  const viewport = viewportOf(request.widthPx, request.heightPx, layerOverscan)
  const stage = stageOf(request)
  const layers: SceneLayer[] = []
  const flat = createRaster(viewport.widthPx, viewport.heightPx)
  for (const painted of await paintStage(stage, viewport)) {
    const raster = await realiseLayer(painted, viewport)
    paintOver(flat, raster)
    layers.push({
      name: painted.name,
      depth: painted.depth,
      motion: painted.motion,
      raster,
      overscan: layerOverscan,
    })
  }
  await projectFinish(stage, viewport, flat, layers)
  return layers
}

/** The stage of a request: equal prompts and shapes give equal stages at every resolution. */
export function stageOf(request: SceneRequest): Stage {
  return composeStage(
    describeScene(request.prompt, request.negativePrompt),
    request.widthPx,
    request.heightPx,
  )
}

/**
 * A finish (brush strokes, paper, grading) belongs to the whole picture. Every layer takes its colours from
 * the finished picture where it is seen, and its own colours, moved by as much as the finish moved them
 * nearby, where it is hidden.
 */
async function projectFinish(
  stage: Stage,
  viewport: Viewport,
  flat: Raster,
  layers: readonly SceneLayer[],
): Promise<void> {
  const before = await blurred(flat)
  const finished = await finishPicture(stage, viewport, flat)
  const after = await blurred(finished)
  const seen = new Float32Array(viewport.widthPx * viewport.heightPx).fill(1)
  for (const layer of [...layers].reverse()) {
    const { rgba } = layer.raster
    for (let pixel = 0; pixel < seen.length; pixel++) {
      const at = pixel * 4
      const alpha = rgba[at + 3] / 255
      if (alpha === 0) continue
      const visible = alpha * seen[pixel]
      seen[pixel] -= visible
      const share = Math.min(1, visible * 12)
      for (let channel = at; channel < at + 3; channel++) {
        const graded = rgba[channel] + (after.rgba[channel] - before.rgba[channel]) * 0.8
        rgba[channel] = lerp(graded, finished.rgba[channel], share)
      }
    }
  }
}

async function blurred(raster: Raster): Promise<Raster> {
  const widthPx = Math.max(2, Math.round(raster.widthPx / 48))
  const heightPx = Math.max(2, Math.round(raster.heightPx / 48))
  return enlarge(await enlarge(raster, widthPx, heightPx), raster.widthPx, raster.heightPx)
}
