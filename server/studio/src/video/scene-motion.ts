import { clamp01, scatter, smoothStep } from './curves.js'
import type { Direction } from './direction.js'
import type { LayerPlanes } from './layer-planes.js'
import { displaceMesh, type Mesh } from './mesh.js'

/** Gives a layer its own life at that second: clouds drift, water ripples, leaves sway, balloons rise. */
export function moveLayer(mesh: Mesh, layer: LayerPlanes, direction: Direction, seconds: number): void {
  const time = seconds * direction.speed
  const phase = scatter(direction.seed, Math.round(layer.depth * 1000), 3) * 6.283
  const unit = Math.min(mesh.widthPx, mesh.heightPx)
  if (layer.motion === 'drift') drift(mesh, direction, unit, time, phase)
  else if (layer.motion === 'sway') swayLayer(mesh, layer, direction, unit, time, phase)
  else if (layer.motion === 'water') ripple(mesh, layer, direction, unit, time, phase)
  else if (layer.motion === 'rise') rise(mesh, layer, direction, unit, time, phase)
}

/** Air at two speeds, so that clouds not only travel but slowly change; higher air is faster. */
function drift(mesh: Mesh, direction: Direction, unit: number, time: number, phase: number): void {
  // The layer ends: its way is bounded, and approached ever more slowly.
  const way = -direction.sideways * unit * 0.075 * Math.tanh(time / 8)
  displaceMesh(mesh, (across, down, by) => {
    const high = smoothStep(0.75, 0.1, down)
    by.x =
      way * (0.35 + 0.65 * high) + unit * 0.005 * high * Math.sin(across * 6 + down * 5 + time * 0.5 + phase)
    by.y = unit * 0.004 * high * Math.sin(across * 7 - time * 0.42 + phase)
  })
}

/** Rooted at its lower edge, bending more the higher it stands. */
function swayLayer(
  mesh: Mesh,
  layer: LayerPlanes,
  direction: Direction,
  unit: number,
  time: number,
  phase: number,
): void {
  const tall = Math.max(1, layer.bottomPx - layer.topPx)
  displaceMesh(mesh, (across, _down, by, corner) => {
    const height = clamp01((layer.bottomPx - mesh.ys[corner]) / tall)
    const gust = 0.6 + 0.4 * Math.sin(time * 0.7 - across * 2.4 * direction.sideways + phase)
    const swing = Math.sin(time * 1.9 + across * 5 + phase) + 0.35 * Math.sin(time * 4.1 + across * 13)
    by.x = unit * 0.0075 * direction.strength * height ** 1.4 * gust * swing
    by.y = unit * 0.0012 * height * Math.sin(time * 2.7 + across * 9)
  })
}

/** Waves that grow and widen towards the viewer, two trains of them in opposite directions. */
function ripple(
  mesh: Mesh,
  layer: LayerPlanes,
  direction: Direction,
  unit: number,
  time: number,
  phase: number,
): void {
  const far = Math.max(1, layer.heightPx - layer.topPx)
  displaceMesh(mesh, (across, _down, by, corner) => {
    const near = clamp01((mesh.ys[corner] - layer.topPx) / far)
    const wave = 34 / (0.35 + near)
    by.x =
      unit *
      0.0085 *
      direction.strength *
      near *
      (Math.sin(wave + time * 2.2 + across * 4 + phase) +
        0.6 * Math.sin(wave * 1.7 - time * 1.7 + across * 9))
    by.y = unit * 0.0045 * direction.strength * near * Math.sin(wave * 0.8 - time * 2 + across * 7 + phase)
  })
}

/** Goes up slowly and sways on the way. */
function rise(
  mesh: Mesh,
  layer: LayerPlanes,
  direction: Direction,
  unit: number,
  time: number,
  phase: number,
): void {
  const lift = unit * 0.06 * Math.tanh(time / 7)
  const across = unit * 0.008 * Math.sin(time * 0.8 + phase + layer.depth * 9) * direction.strength
  displaceMesh(mesh, (_across, _down, by) => {
    by.x = across
    by.y = lift
  })
}
