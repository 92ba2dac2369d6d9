import type { Raster } from '../core/raster.js'
import { type SceneRequest, stageOf } from './compose-layers.js'
import { rasterFor, type Viewport, viewportOf } from './frame.js'
import { enlarge, type PaintedLayer, paintOver } from './layer.js'
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
  const picture = await flatten(await paintStage(stage, viewport), viewport)
  return finishPicture(stage, viewport, picture)
}

/**
 * Paints the layers over one another. Soft ones of one size are joined before they are enlarged, which is
 * dear, and crisp paint goes straight onto the picture. `layers` is emptied on the way, and its paint reused.
 */
async function flatten(layers: PaintedLayer[], viewport: Viewport): Promise<Raster> {
  let picture: Raster | undefined
  let waiting: Raster | undefined
  const settle = async (): Promise<Raster> => {
    const enlarged = waiting && (await enlarge(waiting, viewport.widthPx, viewport.heightPx))
    waiting = undefined
    // The first layer is opaque.
    if (picture === undefined) picture = enlarged ?? rasterFor(viewport)
    else if (enlarged) paintOver(picture, enlarged)
    return picture
  }
  for (let layer = layers.shift(); layer !== undefined; layer = layers.shift()) {
    const { soft, crisp } = layer
    if (waiting && soft && waiting.widthPx === soft.widthPx && waiting.heightPx === soft.heightPx) {
      paintOver(waiting, soft)
    } else if (soft) {
      if (waiting) await settle()
      waiting = soft
    }
    if (crisp) await crisp(await settle(), viewport)
  }
  return settle()
}
