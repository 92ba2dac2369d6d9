import type { Raster } from '../core/raster.js'
import { type SceneRequest, stageOf } from './compose-layers.js'
import { rasterFor, viewportOf } from './frame.js'
import { paintOver, realiseLayer } from './layer.js'
import { finishPicture } from './medium/finish-picture.js'
import { paintStage } from './paint-stage.js'

/**
 * Paints what the prompt says, without what the negative prompt says, in just that size. The same request
 * gives the same bytes; another prompt gives another picture. Opaque. Never throws for a prompt; sizes must
 * be whole and positive.
 */
export async function paintScene(request: SceneRequest): Promise<Raster> {
  const stage = stageOf(request)
  const viewport = viewportOf(request.widthPx, request.heightPx, 0)
  const picture = rasterFor(viewport)
  for (const layer of await paintStage(stage, viewport))
    paintOver(picture, await realiseLayer(layer, viewport))
  return finishPicture(stage, viewport, picture)
}
