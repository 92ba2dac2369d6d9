import type { Raster } from '../../raster.js'
import type { Stage } from '../composition.js'
import type { Viewport } from '../frame.js'
import { finishPhoto } from './photo.js'

/** Turns the painted picture into one that is made with the scene's medium. Opaque in, opaque out. */
export async function finishPicture(stage: Stage, viewport: Viewport, picture: Raster): Promise<Raster> {
  return finishPhoto(stage, viewport, picture)
}
