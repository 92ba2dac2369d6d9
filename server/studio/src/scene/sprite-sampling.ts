import { createRaster, type Raster } from '../core/raster.js'

/** The sprite at half, quarter, ... of its size, so that far copies are smooth. */
export function halvings(raster: Raster): Raster[] {
  const levels = [raster]
  for (let last = raster; last.widthPx > 8 && last.heightPx > 8; ) {
    last = halve(last)
    levels.push(last)
  }
  return levels
}

function halve(raster: Raster): Raster {
  const half = createRaster(raster.widthPx >> 1, raster.heightPx >> 1)
  const { rgba } = raster
  for (let row = 0, at = 0; row < half.heightPx; row++) {
    for (let column = 0; column < half.widthPx; column++, at += 4) {
      const a = (row * 2 * raster.widthPx + column * 2) * 4
      const c = a + raster.widthPx * 4
      const [wa, wb, wc, wd] = [rgba[a + 3], rgba[a + 7], rgba[c + 3], rgba[c + 7]]
      const sum = wa + wb + wc + wd
      if (sum === 0) continue
      for (let channel = 0; channel < 3; channel++) {
        half.rgba[at + channel] =
          (rgba[a + channel] * wa +
            rgba[a + 4 + channel] * wb +
            rgba[c + channel] * wc +
            rgba[c + 4 + channel] * wd) /
          sum
      }
      half.rgba[at + 3] = sum / 4
    }
  }
  return half
}

/** Blends the four pixels about a place, weighted by their opacity; outside is transparent. */
export function takeSample(raster: Raster, x: number, y: number, out: Float32Array): void {
  const column = Math.floor(x)
  const row = Math.floor(y)
  const u = x - column
  const v = y - row
  const { widthPx, heightPx, rgba } = raster
  const at = (row * widthPx + column) * 4
  const hasLeft = column >= 0 && column < widthPx
  const hasRight = column >= -1 && column < widthPx - 1
  const hasTop = row >= 0 && row < heightPx
  const hasBottom = row >= -1 && row < heightPx - 1
  const wa = hasLeft && hasTop ? rgba[at + 3] * (1 - u) * (1 - v) : 0
  const wb = hasRight && hasTop ? rgba[at + 7] * u * (1 - v) : 0
  const under = at + widthPx * 4
  const wc = hasLeft && hasBottom ? rgba[under + 3] * (1 - u) * v : 0
  const wd = hasRight && hasBottom ? rgba[under + 7] * u * v : 0
  const alpha = wa + wb + wc + wd
  out[3] = alpha
  if (alpha <= 0) return
  const toMean = 1 / alpha
  for (let channel = 0; channel < 3; channel++) {
    let sum = 0
    if (wa > 0) sum += rgba[at + channel] * wa
    if (wb > 0) sum += rgba[at + 4 + channel] * wb
    if (wc > 0) sum += rgba[under + channel] * wc
    if (wd > 0) sum += rgba[under + 4 + channel] * wd
    out[channel] = sum * toMean
  }
}
