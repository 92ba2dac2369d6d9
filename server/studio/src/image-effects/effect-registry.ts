import type { Picture } from '../core/picture.js'
import type { ImageEffectId } from '../effect-ids.js'
import { comicBook } from './effects/comic-book.js'
import { crossStitch } from './effects/cross-stitch.js'
import { cyberpunk } from './effects/cyberpunk.js'
import { goldenHour } from './effects/golden-hour.js'
import { linocut } from './effects/linocut.js'
import { lowPoly } from './effects/low-poly.js'
import { noir } from './effects/noir.js'
import { oilPainting } from './effects/oil-painting.js'
import { paperCut } from './effects/paper-cut.js'
import { pencilSketch } from './effects/pencil-sketch.js'
import { pixelArt } from './effects/pixel-art.js'
import { popArt } from './effects/pop-art.js'
import { rainyDay } from './effects/rainy-day.js'
import { snowfall } from './effects/snowfall.js'
import { stainedGlass } from './effects/stained-glass.js'
import { tiltShift } from './effects/tilt-shift.js'
import { vintageFilm } from './effects/vintage-film.js'
import { watercolour } from './effects/watercolour.js'

/** Makes a new picture of the same size. The same picture and seed always give the same result. */
type ImageEffect = (input: Picture, seed: number) => Picture

/** The technique behind each image effect of `catalogue/effects.yaml`, by its id. */
export const imageEffects = {
  'oil-painting': oilPainting,
  watercolour,
  'pencil-sketch': pencilSketch,
  'comic-book': comicBook,
  linocut,
  'pop-art': popArt,
  'low-poly': lowPoly,
  'pixel-art': pixelArt,
  'stained-glass': stainedGlass,
  'cross-stitch': crossStitch,
  'paper-cut': paperCut,
  'vintage-film': vintageFilm,
  noir,
  cyberpunk,
  'tilt-shift': tiltShift,
  'golden-hour': goldenHour,
  snowfall,
  'rainy-day': rainyDay,
} as const satisfies Record<ImageEffectId, ImageEffect>
