import { type Plane, planeFrom } from '../../core/picture.js'
import { blurPlane } from './blur.js'
import { sobel } from './edges.js'

/**
 * The direction in which shapes run at each pixel: a unit vector along the nearest contours, never across
 * them.
 */
export interface Flow {
  readonly alongX: Plane
  readonly alongY: Plane
  /** 0 where no direction stands out, 1 beside a straight edge. */
  readonly certainty: Plane
}

/** Reads the directions from the lightness by its structure tensor, averaged over `sigmaPx`. */
export function flowOf(lightness: Plane, sigmaPx: number): Flow {
  const { widthPx, heightPx } = lightness
  const { right, down } = sobel(lightness)
  const product = (a: Plane, b: Plane) =>
    blurPlane(
      planeFrom(lightness, (index) => a.values[index] * b.values[index]),
      sigmaPx,
    ).values
  const xx = product(right, right)
  const yy = product(down, down)
  const xy = product(right, down)
  const alongX = new Float32Array(xx.length)
  const alongY = new Float32Array(xx.length)
  const certainty = new Float32Array(xx.length)
  for (let index = 0; index < xx.length; index++) {
    const a = xx[index]
    const b = xy[index]
    const c = yy[index]
    const spread = Math.sqrt((a - c) * (a - c) + 4 * b * b)
    const angle = 0.5 * Math.atan2(2 * b, a - c) + Math.PI / 2
    alongX[index] = Math.cos(angle)
    alongY[index] = Math.sin(angle)
    certainty[index] = spread / (a + c + 1e-5)
  }
  const plane = (values: Float32Array): Plane => ({ widthPx, heightPx, values })
  return { alongX: plane(alongX), alongY: plane(alongY), certainty: plane(certainty) }
}

/**
 * Averages the values along the flow, `reachPx` to both sides: noise becomes hatching, lines become smooth.
 */
export function lineIntegral(flow: Flow, plane: Plane, reachPx: number): Plane {
  const { widthPx, heightPx, values } = plane
  const alongX = flow.alongX.values
  const alongY = flow.alongY.values
  const steps = Math.max(1, Math.round(reachPx))
  const smeared = new Float32Array(values.length)
  for (let y = 0, index = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++, index++) {
      let sum = values[index]
      let count = 1
      for (let side = -1; side <= 1; side += 2) {
        let atX = x + 0.5
        let atY = y + 0.5
        let stepX = alongX[index] * side
        let stepY = alongY[index] * side
        for (let step = 0; step < steps; step++) {
          atX += stepX
          atY += stepY
          if (atX < 0 || atY < 0 || atX >= widthPx || atY >= heightPx) break
          const at = (atY | 0) * widthPx + (atX | 0)
          sum += values[at]
          count++
          const nextX = alongX[at]
          const nextY = alongY[at]
          // A contour has no forward and backward: keep going the way we came.
          const turn = nextX * stepX + nextY * stepY < 0 ? -1 : 1
          stepX = nextX * turn
          stepY = nextY * turn
        }
      }
      smeared[index] = sum / count
    }
  }
  return { widthPx, heightPx, values: smeared }
}
