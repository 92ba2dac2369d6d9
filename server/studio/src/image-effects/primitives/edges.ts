import type { Plane } from '../../core/picture.js'
import { blurPlane } from './blur.js'

/** How steeply the values rise at each pixel, to the right and downwards (Sobel, per pixel). */
interface Slopes {
  readonly right: Plane
  readonly down: Plane
}

/** The slope at every pixel; the border repeats outwards. */
export function sobel(plane: Plane): Slopes {
  const { widthPx, heightPx, values } = plane
  const right = new Float32Array(values.length)
  const down = new Float32Array(values.length)
  for (let y = 0, index = 0; y < heightPx; y++) {
    const above = Math.max(0, y - 1) * widthPx
    const here = y * widthPx
    const below = Math.min(heightPx - 1, y + 1) * widthPx
    for (let x = 0; x < widthPx; x++, index++) {
      const west = x > 0 ? x - 1 : 0
      const east = x < widthPx - 1 ? x + 1 : x
      const northWest = values[above + west]
      const northEast = values[above + east]
      const southWest = values[below + west]
      const southEast = values[below + east]
      right[index] =
        (northEast + southEast - northWest - southWest + 2 * (values[here + east] - values[here + west])) / 8
      down[index] =
        (southWest + southEast - northWest - northEast + 2 * (values[below + x] - values[above + x])) / 8
    }
  }
  return { right: { widthPx, heightPx, values: right }, down: { widthPx, heightPx, values: down } }
}

/** The length of the slope at every pixel: 0 on flat ground, near 0.5 at a hard black and white border. */
export function edgeStrengthOf(plane: Plane): Plane {
  const { right, down } = sobel(plane)
  const strength = new Float32Array(plane.values.length)
  for (let index = 0; index < strength.length; index++) {
    strength[index] = Math.sqrt(right.values[index] ** 2 + down.values[index] ** 2)
  }
  return { widthPx: plane.widthPx, heightPx: plane.heightPx, values: strength }
}

/** Drawn contours, 0 where there is ink and 1 on bare paper. */
export function inkLines(
  plane: Plane,
  options: {
    /** Roughly the half width of a line. */
    readonly sigmaPx: number
    /**
     * How dark the darkest side of an edge must be against its surroundings before ink flows; smaller draws
     * more.
     */
    readonly threshold: number
    /** How suddenly ink turns to paper: 10 is soft pencil, 60 is a pen. */
    readonly hardness: number
  },
): Plane {
  const near = blurPlane(plane, options.sigmaPx)
  const wide = blurPlane(plane, options.sigmaPx * 1.7)
  const paper = new Float32Array(plane.values.length)
  for (let index = 0; index < paper.length; index++) {
    const difference = near.values[index] - wide.values[index] + options.threshold
    paper[index] = difference >= 0 ? 1 : Math.max(0, 1 + difference * options.hardness)
  }
  return { widthPx: plane.widthPx, heightPx: plane.heightPx, values: paper }
}
