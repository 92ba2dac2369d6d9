import { easeInOutSine, lerp } from '../../core/interpolation.js'
import { drawMapped } from '../row-map.js'
import type { VideoEffect } from '../video-effect.js'

/** Mirrors fold the picture into a turning star; its middle wanders around the subject. */
export const kaleidoscope: VideoEffect = {
  overscan: 1.1,
  begin(still, shot) {
    const { planes, depth } = still
    const { seed, strength, speed, sideways } = shot.direction
    const wedge = Math.PI / (strength > 1 ? 8 : strength < 1 ? 4 : 6)
    const folded = foldTable(shot.widthPx, shot.heightPx, wedge)
    const reach = (0.62 * Math.max(planes.widthPx, planes.heightPx)) / folded.farPx
    return (target, moment) => {
      const turn = sideways * (0.2 + 0.12 * speed) * moment.seconds + (seed % 628) / 100
      const wander = moment.seconds * 0.45 * speed + (seed % 89)
      const zoom = reach * lerp(1.1, 0.75, easeInOutSine(moment.progress))
      const cos = Math.cos(turn) * zoom
      const sin = Math.sin(turn) * zoom
      const middleX = planes.widthPx * (depth.focusX + 0.08 * Math.sin(wander))
      const middleY = planes.heightPx * (depth.focusY + 0.08 * Math.cos(wander * 0.83))
      drawMapped(planes, target, (row, map) => {
        const start = row * shot.widthPx
        for (let column = 0; column < shot.widthPx; column++) {
          const x = folded.xs[start + column]
          const y = folded.ys[start + column]
          map.xs[column] = mirrored(middleX + x * cos - y * sin, planes.widthPx - 2)
          map.ys[column] = mirrored(middleY + x * sin + y * cos, planes.heightPx - 2)
        }
      })
    }
  },
}

/**
 * Where each pixel of the video falls once all mirrors have folded it into the first wedge. The same for
 * every frame.
 */
function foldTable(widthPx: number, heightPx: number, wedge: number) {
  const xs = new Float32Array(widthPx * heightPx)
  const ys = new Float32Array(widthPx * heightPx)
  const farPx = Math.hypot(widthPx, heightPx) / 2
  for (let row = 0; row < heightPx; row++) {
    for (let column = 0; column < widthPx; column++) {
      const right = column - widthPx / 2
      const down = row - heightPx / 2
      const radius = Math.hypot(right, down)
      const angle = Math.atan2(down, right) + Math.PI * 2
      const within = angle % (wedge * 2)
      const folded = within > wedge ? wedge * 2 - within : within
      xs[row * widthPx + column] = radius * Math.cos(folded)
      ys[row * widthPx + column] = radius * Math.sin(folded)
    }
  }
  return { xs, ys, farPx }
}

/**
 * Beyond an edge the picture runs backwards, as in one more mirror. Good for up to one size beyond on either
 * side.
 */
function mirrored(value: number, size: number): number {
  const inside = Math.abs(value)
  return inside > size ? Math.abs(size * 2 - inside) : inside
}
