import { clamp, lerp } from '../../core/interpolation.js'
import { blankPicture, type Picture, type Plane } from '../../core/picture.js'

/** The value between pixels, bilinear; positions outside read the nearest border. */
export function sampleAt(plane: Plane, x: number, y: number): number {
  const { widthPx, heightPx, values } = plane
  const left = clamp(x, 0, widthPx - 1)
  const top = clamp(y, 0, heightPx - 1)
  const column = left | 0
  const row = top | 0
  const east = column < widthPx - 1 ? 1 : 0
  const south = row < heightPx - 1 ? widthPx : 0
  const at = row * widthPx + column
  const across = left - column
  const upper = values[at] * (1 - across) + values[at + east] * across
  const lower = values[at + south] * (1 - across) + values[at + south + east] * across
  return lerp(upper, lower, top - row)
}

/** Takes each pixel from where `from` says (it writes the position into `point`), bilinear. */
export function displace(
  picture: Picture,
  from: (point: { x: number; y: number }, index: number) => void,
): Picture {
  const { widthPx, heightPx } = picture
  const result = blankPicture(widthPx, heightPx)
  const sources = picture.channels.map((values): Plane => ({ widthPx, heightPx, values }))
  const point = { x: 0.5, y: 0.5 }
  for (let y = 0, index = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++, index++) {
      point.x = x
      point.y = y
      from(point, index)
      for (let channel = 0; channel < 3; channel++) {
        result.channels[channel][index] = sampleAt(sources[channel], point.x, point.y)
      }
    }
  }
  return result
}

/** A smaller (or equal) picture in which each pixel is the mean of the area it stands for. */
export function downscale(picture: Picture, widthPx: number, heightPx: number): Picture {
  const result = blankPicture(widthPx, heightPx)
  for (const [channel, values] of picture.channels.entries()) {
    const target = result.channels[channel]
    for (let y = 0; y < heightPx; y++) {
      const top = Math.floor((y * picture.heightPx) / heightPx)
      const bottom = Math.max(top + 1, Math.floor(((y + 1) * picture.heightPx) / heightPx))
      for (let x = 0; x < widthPx; x++) {
        const left = Math.floor((x * picture.widthPx) / widthPx)
        const right = Math.max(left + 1, Math.floor(((x + 1) * picture.widthPx) / widthPx))
        let sum = 0
        for (let row = top; row < bottom; row++) {
          for (let at = row * picture.widthPx + left; at < row * picture.widthPx + right; at++)
            sum += values[at]
        }
        target[y * widthPx + x] = sum / ((bottom - top) * (right - left))
      }
    }
  }
  return result
}

/** A plane stretched to another size, bilinear. */
export function resize(plane: Plane, widthPx: number, heightPx: number): Plane {
  const values = new Float32Array(widthPx * heightPx)
  const scaleX = plane.widthPx / widthPx
  const scaleY = plane.heightPx / heightPx
  for (let y = 0, index = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++, index++) {
      values[index] = sampleAt(plane, (x + 0.5) * scaleX - 0.5, (y + 0.5) * scaleY - 0.5)
    }
  }
  return { widthPx, heightPx, values }
}
