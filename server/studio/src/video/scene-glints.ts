import { particleHash } from '../core/random.js'
import type { PlacedLayer } from './compose-frame.js'
import { unitPx } from './design-unit.js'
import { cellPx, type Mesh } from './mesh.js'
import { drawSpot } from './spots.js'
import type { YuvLayer } from './yuv-layer.js'
import type { YuvPicture } from './yuv-picture.js'

/** A point of a layer whose light comes and goes: a star, or sun on a wave. */
export interface Glint {
  /** Which layer it sits on, and where, in that layer's pixels. */
  readonly layer: number
  readonly x: number
  readonly y: number
  readonly kind: 'star' | 'wave'
  readonly phase: number
}

const glintsMax = 220

/**
 * Finds the stars of twinkling layers (points brighter than all around them) and picks places on open water.
 */
export function findGlints(layers: readonly YuvLayer[], seed: number): Glint[] {
  const found: Glint[] = []
  layers.forEach((layer, index) => {
    if (layer.motion === 'twinkle') found.push(...stars(layer, index, seed))
    else if (layer.motion === 'water') found.push(...waves(layer, index, seed))
  })
  return found.filter(({ layer, x, y }) => !hidden(layers, layer, x, y))
}

/** Draws every glint where its layer now stands. */
export function drawGlints(
  target: YuvPicture,
  glints: readonly Glint[],
  layers: readonly PlacedLayer[],
  seconds: number,
): void {
  const unit = unitPx(target)
  for (const glint of glints) {
    const layer = layers[glint.layer]
    const pulse = Math.sin(seconds * (glint.kind === 'star' ? 2.2 : 3.4) + glint.phase * 6.283)
    if (pulse <= 0.1) continue
    const place = placeOf(layer.mesh, glint)
    if (place === undefined) continue
    drawSpot(
      target,
      {
        ...place,
        radiusPx: (glint.kind === 'star' ? 2 + 2 * glint.phase : 2.4) * unit,
        strength: (glint.kind === 'star' ? 0.75 : 0.5) * pulse * pulse,
        shape: 'soft',
      },
      { y: 230, u: 128, v: 128 },
    )
  }
}

function stars(layer: YuvLayer, index: number, seed: number): Glint[] {
  const { y, widthPx, heightPx } = layer
  const reach = Math.max(3, Math.round(widthPx / 400))
  const found: Glint[] = []
  for (let row = reach; row < heightPx - reach && found.length < glintsMax; row += 2) {
    for (let column = reach; column < widthPx - reach; column += 2) {
      const at = row * widthPx + column
      const here = brightnessAt(y[at])
      if (here < 110) continue
      const around = Math.max(
        brightnessAt(y[at - reach]),
        brightnessAt(y[at + reach]),
        brightnessAt(y[at - reach * widthPx]),
        brightnessAt(y[at + reach * widthPx]),
      )
      if (here - around < 45) continue
      const phase = particleHash(seed, at, 5)
      if (phase < 0.6) found.push({ layer: index, x: column, y: row, kind: 'star', phase: phase / 0.6 })
    }
  }
  return found
}

function waves(layer: YuvLayer, index: number, seed: number): Glint[] {
  const found: Glint[] = []
  const high = layer.heightPx - layer.topPx
  for (let wave = 0; wave < glintsMax; wave++) {
    const x = Math.floor(particleHash(seed, wave, 1) * layer.widthPx)
    const y = Math.floor(layer.topPx + particleHash(seed, wave, 2) * high)
    const at = y * layer.widthPx + x
    // Light comes off water that is itself light: the mirrored sky and sun, not the mirrored hills.
    const bright = coverAt(layer.y[at]) > 250 ? brightnessAt(layer.y[at]) : 0
    if (bright > 90 + 60 * particleHash(seed, wave, 3)) {
      found.push({ layer: index, x, y, kind: 'wave', phase: particleHash(seed, wave, 4) })
    }
  }
  return found
}

function hidden(layers: readonly YuvLayer[], index: number, x: number, y: number): boolean {
  return layers.some((layer, other) => other > index && coverAt(layer.y[y * layer.widthPx + x]) > 20)
}

/**
 * Where a point of a layer shows in the picture: the mesh turned around, exact where it is but turned and
 * scaled.
 */
function placeOf(mesh: Mesh, glint: Glint): { x: number; y: number } | undefined {
  const last = mesh.columns * mesh.rows - 1
  const x0 = mesh.xs[0]
  const y0 = mesh.ys[0]
  const acrossPx = (mesh.xs[mesh.columns - 1] - x0) / ((mesh.columns - 1) * cellPx)
  const downPx = (mesh.ys[last] - mesh.ys[mesh.columns - 1]) / ((mesh.rows - 1) * cellPx)
  if (acrossPx <= 0 || downPx <= 0) return undefined
  const x = (glint.x - x0) / acrossPx
  const y = (glint.y - y0) / downPx
  return x < 0 || y < 0 || x >= mesh.widthPx || y >= mesh.heightPx ? undefined : { x, y }
}

function brightnessAt(sample: number): number {
  return sample & 255
}

function coverAt(sample: number): number {
  return sample >> 8
}
