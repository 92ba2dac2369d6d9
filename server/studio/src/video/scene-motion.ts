import { clamp01, smoothstep } from '../core/interpolation.js'
import { particleHash } from '../core/random.js'
import type { Direction } from './direction.js'
import { displaceMesh, type Mesh } from './mesh.js'
import type { YuvLayer } from './yuv-layer.js'

/** Gives a layer its own life at that second: clouds drift, water ripples, leaves sway, balloons rise. */
export function moveLayer(mesh: Mesh, layer: YuvLayer, direction: Direction, seconds: number): void {
  const motion = {
    layer,
    direction,
    shortEdgePx: Math.min(mesh.widthPx, mesh.heightPx),
    time: seconds * direction.speed,
    phase: particleHash(direction.seed, Math.round(layer.depth * 1000), 3) * 6.283,
  }
  if (layer.motion === 'drift') drift(mesh, motion)
  else if (layer.motion === 'sway') swayLayer(mesh, motion)
  else if (layer.motion === 'water') ripple(mesh, motion)
  else if (layer.motion === 'rise') rise(mesh, motion)
}

/** A layer at one moment of its motion. */
interface LayerMotion {
  readonly layer: YuvLayer
  readonly direction: Direction
  readonly shortEdgePx: number
  /** Seconds at the speed of the video. */
  readonly time: number
  /** Tells the layers of a scene apart, in radians. */
  readonly phase: number
}

/** Air at two speeds, so that clouds not only travel but slowly change; higher air is faster. */
function drift(mesh: Mesh, { direction, shortEdgePx, time, phase }: LayerMotion): void {
  // The layer ends: its way is bounded, and approached ever more slowly.
  const way = -direction.sideways * shortEdgePx * 0.075 * Math.tanh(time / 8)
  displaceMesh(mesh, (across, down, by) => {
    const high = smoothstep(0.75, 0.1, down)
    by.x =
      way * (0.35 + 0.65 * high) +
      shortEdgePx * 0.005 * high * Math.sin(across * 6 + down * 5 + time * 0.5 + phase)
    by.y = shortEdgePx * 0.004 * high * Math.sin(across * 7 - time * 0.42 + phase)
  })
}

/** Rooted at its lower edge, bending more the higher it stands. */
function swayLayer(mesh: Mesh, { layer, direction, shortEdgePx, time, phase }: LayerMotion): void {
  const tall = Math.max(1, layer.bottomPx - layer.topPx)
  displaceMesh(mesh, (across, _down, by, corner) => {
    const height = clamp01((layer.bottomPx - mesh.ys[corner]) / tall)
    const gust = 0.6 + 0.4 * Math.sin(time * 0.7 - across * 2.4 * direction.sideways + phase)
    const swing = Math.sin(time * 1.9 + across * 5 + phase) + 0.35 * Math.sin(time * 4.1 + across * 13)
    by.x = shortEdgePx * 0.0075 * direction.strength * height ** 1.4 * gust * swing
    by.y = shortEdgePx * 0.0012 * height * Math.sin(time * 2.7 + across * 9)
  })
}

/** Waves that grow and widen towards the viewer, two trains of them in opposite directions. */
function ripple(mesh: Mesh, { layer, direction, shortEdgePx, time, phase }: LayerMotion): void {
  const far = Math.max(1, layer.heightPx - layer.topPx)
  displaceMesh(mesh, (across, _down, by, corner) => {
    const near = clamp01((mesh.ys[corner] - layer.topPx) / far)
    const wave = 34 / (0.35 + near)
    by.x =
      shortEdgePx *
      0.0085 *
      direction.strength *
      near *
      (Math.sin(wave + time * 2.2 + across * 4 + phase) +
        0.6 * Math.sin(wave * 1.7 - time * 1.7 + across * 9))
    by.y =
      shortEdgePx * 0.0045 * direction.strength * near * Math.sin(wave * 0.8 - time * 2 + across * 7 + phase)
  })
}

/** Goes up slowly and sways on the way. */
function rise(mesh: Mesh, { layer, direction, shortEdgePx, time, phase }: LayerMotion): void {
  const lift = shortEdgePx * 0.06 * Math.tanh(time / 7)
  const across = shortEdgePx * 0.008 * Math.sin(time * 0.8 + phase + layer.depth * 9) * direction.strength
  displaceMesh(mesh, (_across, _down, by) => {
    by.x = across
    by.y = lift
  })
}
