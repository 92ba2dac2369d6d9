import type { Picture, Plane } from '../../core/picture.js'
import type { SizePx } from '../../core/size.js'

/**
 * A bell-shaped blur made of three box blurs: the time does not grow with the radius. Edges repeat outwards.
 */
export function blurPlane(plane: Plane, sigmaPx: number): Plane {
  const { widthPx, heightPx } = plane
  return { widthPx, heightPx, values: blurValues(plane.values, { widthPx, heightPx, sigmaPx }) }
}

/** Blurs all three channels alike; see {@link blurPlane}. */
export function blurPicture(picture: Picture, sigmaPx: number): Picture {
  const { widthPx, heightPx } = picture
  const [reds, greens, blues] = picture.channels
  const blurred = (values: Float32Array) => blurValues(values, { widthPx, heightPx, sigmaPx })
  return { widthPx, heightPx, channels: [blurred(reds), blurred(greens), blurred(blues)] }
}

interface BlurSize extends SizePx {
  readonly sigmaPx: number
}

const passes = 3

function blurValues(source: Float32Array, { widthPx, heightPx, sigmaPx }: BlurSize): Float32Array {
  // Three boxes of radius r have the variance of a bell curve with sigma² = r(r + 1).
  const radiusPx = Math.round((Math.sqrt(1 + 4 * sigmaPx * sigmaPx) - 1) / 2)
  let current = source
  if (radiusPx < 1) return source.slice()
  let spare = new Float32Array(source.length)
  for (let pass = 0; pass < passes; pass++) {
    const across = pass === 0 ? new Float32Array(source.length) : spare
    boxRows(current, across, widthPx, heightPx, Math.min(radiusPx, widthPx - 1))
    const down = pass === 0 ? spare : current
    boxColumns(across, down, widthPx, heightPx, Math.min(radiusPx, heightPx - 1))
    current = down
    spare = across
  }
  return current
}

function boxRows(
  from: Float32Array,
  to: Float32Array,
  widthPx: number,
  heightPx: number,
  radiusPx: number,
): void {
  const scale = 1 / (2 * radiusPx + 1)
  for (let y = 0; y < heightPx; y++) {
    const start = y * widthPx
    const last = start + widthPx - 1
    const first = from[start]
    const final = from[last]
    let sum = first * (radiusPx + 1)
    for (let x = 0; x < radiusPx; x++) sum += from[start + x]
    for (let x = 0; x < widthPx; x++) {
      const entering = x + radiusPx < widthPx ? from[start + x + radiusPx] : final
      const leaving = x - radiusPx - 1 >= 0 ? from[start + x - radiusPx - 1] : first
      sum += entering
      if (x > 0) sum -= leaving
      else sum -= first
      to[start + x] = sum * scale
    }
  }
}

function boxColumns(
  from: Float32Array,
  to: Float32Array,
  widthPx: number,
  heightPx: number,
  radiusPx: number,
): void {
  const scale = 1 / (2 * radiusPx + 1)
  const sums = new Float64Array(widthPx)
  for (let x = 0; x < widthPx; x++) sums[x] = from[x] * (radiusPx + 1)
  for (let y = 0; y < radiusPx; y++) {
    for (let x = 0; x < widthPx; x++) sums[x] += from[y * widthPx + x]
  }
  for (let y = 0; y < heightPx; y++) {
    const entering = Math.min(heightPx - 1, y + radiusPx) * widthPx
    const leaving = Math.max(0, y - radiusPx - 1) * widthPx
    for (let x = 0, index = y * widthPx; x < widthPx; x++, index++) {
      const sum = sums[x] + from[entering + x] - from[leaving + x]
      sums[x] = sum
      to[index] = sum * scale
    }
  }
}
