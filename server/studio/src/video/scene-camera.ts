import { easeInOutSine, lerp } from '../core/interpolation.js'
import { particleHash } from '../core/random.js'
import type { Direction } from './direction.js'
import { aimMesh, type Mesh } from './mesh.js'
import { sway } from './sway.js'
import type { Moment } from './video-effect.js'
import type { YuvLayer } from './yuv-layer.js'

/** Where a camera stands in a scene: offsets as a share of the picture, and how far it has come forward. */
export interface ScenePose {
  readonly x: number
  readonly y: number
  /** 0 shows just the picture; 0.3 has come close. */
  readonly forward: number
  readonly rollRadians: number
}

export type ScenePath = (moment: Moment) => ScenePose

/** The camera's way through a scene: the move that the words name, or one that the prompt's seed picks. */
export function scenePath(direction: Direction, durationSeconds: number): ScenePath {
  const { seed, sideways, strength, speed } = direction
  const move = direction.move === 'unnamed' ? picked(seed) : direction.move
  // A longer video goes farther, but not in proportion: the scene ends somewhere.
  const reach = Math.min(1.5, strength * Math.sqrt(speed) * Math.sqrt(durationSeconds / 5) ** 0.7)
  const phase = (seed % 1013) / 1013
  return (moment) => {
    const part = easeInOutSine(moment.progress)
    const place = part * 2 - 1
    const hold = {
      x: 0.003 * sway(moment.seconds, phase),
      y: 0.003 * sway(moment.seconds * 0.9, phase + 0.4),
    }
    const rollRadians = 0.002 * sway(moment.seconds * 0.7, phase + 0.7)
    const pose = poseOf(move, place, part, reach, sideways)
    return { x: hold.x + pose.x, y: hold.y + pose.y, forward: pose.forward, rollRadians }
  }
}

function picked(seed: number): Direction['move'] {
  const moves = ['in', 'pan', 'in', 'up', 'pan', 'out'] as const
  return moves[Math.floor(particleHash(seed, 0, 77) * moves.length)]
}

function poseOf(move: Direction['move'], place: number, part: number, reach: number, sideways: number) {
  const across = Math.min(0.12, 0.095 * reach) * sideways
  const down = Math.min(0.1, 0.08 * reach)
  const near = 0.3 * reach
  switch (move) {
    case 'in':
      return { x: across * 0.35 * place, y: -down * 0.15 * place, forward: near * part }
    case 'out':
      return { x: across * 0.35 * place, y: down * 0.15 * place, forward: near * (1 - part) }
    case 'pan':
      return { x: across * place, y: 0, forward: 0.08 + 0.03 * part }
    case 'up':
      return { x: across * 0.2 * place, y: down * lerp(1.1, -0.5, part), forward: 0.1 + 0.04 * part }
    case 'down':
      return { x: across * 0.2 * place, y: down * lerp(-1.1, 0.3, part), forward: 0.1 + 0.04 * part }
    case 'still':
      return { x: 0, y: 0, forward: 0.03 }
    case 'unnamed':
      return { x: across * 0.4 * place, y: 0, forward: near * 0.4 * part }
  }
}

/**
 * Points a mesh at one layer as the camera sees it from there: near layers move and grow more than far ones.
 */
export function aimAtLayer(mesh: Mesh, layer: YuvLayer, pose: ScenePose): void {
  const follow = lerp(0.5, 1, layer.depth)
  const whole = layer.widthPx / mesh.widthPx
  aimMesh(mesh, layer, {
    centreX: 0.5 + (pose.x * follow) / whole,
    centreY: 0.5 + (pose.y * follow * mesh.heightPx) / layer.heightPx,
    zoom: Math.max(1, whole * (1 + pose.forward * lerp(0.45, 1, layer.depth))),
    rollRadians: pose.rollRadians,
  })
}
