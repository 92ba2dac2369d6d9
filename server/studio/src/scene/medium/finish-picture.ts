import type { Raster } from '../../core/raster.js'
import type { Stage } from '../composition.js'
import type { Viewport } from '../frame.js'
import { finishInk, finishPencil, finishWatercolour } from './drawn.js'
import { finishLowPoly, finishPixel } from './faceted.js'
import { finishOil } from './oil.js'
import { finishPhoto, neonLook, printLook, tintSepia, vintageLook } from './photo.js'
import { finishComic, finishPaperCut, finishWoodblock } from './printed.js'

/**
 * Turns the painted picture into one that is made with the scene's medium, in place where it can. Opaque in,
 * opaque out.
 */
export async function finishPicture(stage: Stage, viewport: Viewport, picture: Raster): Promise<Raster> {
  switch (stage.description.medium) {
    case 'photo':
      return finishPhoto(stage, viewport, picture)
    case 'neon':
      return finishPhoto(stage, viewport, picture, neonLook)
    case 'vintage':
      return finishPhoto(stage, viewport, tintSepia(picture), vintageLook)
    case 'oil':
      return finishOil(stage, viewport, await finishPhoto(stage, viewport, picture, printLook))
    case 'watercolour':
      return finishWatercolour(stage, viewport, picture)
    case 'pencil':
      return finishPencil(stage, viewport, picture)
    case 'ink':
      return finishInk(stage, viewport, picture)
    case 'pixel':
      return finishPixel(viewport, await finishPhoto(stage, viewport, picture, printLook))
    case 'low-poly':
      return finishLowPoly(stage, viewport, await finishPhoto(stage, viewport, picture, printLook))
    case 'woodblock':
      return finishWoodblock(stage, viewport, picture)
    case 'comic':
      return finishComic(stage, viewport, picture)
    case 'paper-cut':
      return finishPaperCut(stage, viewport, picture)
  }
}
