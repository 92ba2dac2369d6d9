import { easeInOutSine, lerp } from '../../core/interpolation.js'
import { unitPx } from '../design-unit.js'
import { drawMapped } from '../row-map.js'
import { sway } from '../sway.js'
import type { VideoEffect } from '../video-effect.js'
import { createWash, fillWash, layWash } from '../wash.js'

const deep = { y: 62, u: 140, v: 118 } as const

/** The lower part of the picture becomes a lake that mirrors the upper part in slow ripples. */
export const risingWater: VideoEffect = {
  overscan: 1.15,
  begin(still, shot) {
    const { planes } = still
    const { seed, strength, speed, sideways } = shot.direction
    const phase = (seed % 997) / 997
    const tint = createWash(shot)
    const scale = planes.heightPx / 1.08 / shot.heightPx
    const left = (planes.widthPx - shot.widthPx * scale) / 2
    const unit = unitPx(shot)
    return (target, moment) => {
      const time = moment.seconds * speed
      const shoreFraction = lerp(0.76, 0.64, easeInOutSine(moment.progress))
      const shore = shot.heightPx * shoreFraction
      // The picture is lowered far enough that its subject stands above the shore.
      const lowest = planes.heightPx * lerp(0.86, 0.8, easeInOutSine(moment.progress))
      const driftX = left + planes.widthPx * 0.012 * sway(time * 0.6, phase)
      drawMapped(planes, target, (row, map) => {
        const depth = Math.max(0, row - shore) / (shot.heightPx - shore)
        const away = Math.abs(row - shore)
        const waves = depth === 0 ? 0 : (1.5 + 13 * depth) * unit * strength
        const beat = 46 / (0.12 + depth)
        const pull = Math.sin(beat * 0.9 + time * 3.1 + phase * 6) + 0.5 * Math.sin(beat * 2.1 - time * 2.3)
        const mirrored =
          row < shore ? lowest - away * scale : lowest - away * scale * 0.96 + waves * 1.3 * pull
        const slide = waves * 0.8 * Math.sin(beat * 1.3 - time * 2.6 * sideways + phase)
        for (let column = 0; column < shot.widthPx; column++) {
          const across = column / shot.widthPx
          const cross = waves === 0 ? 0 : waves * 0.5 * Math.sin(across * 19 + beat * 0.4 + time * 1.7)
          map.xs[column] = Math.max(0, driftX + column * scale + slide + cross)
          map.ys[column] = Math.max(0, mirrored + cross)
        }
      })
      fillWash(tint, (across, down) => {
        if (down < shoreFraction) return 0
        const depth = (down - shoreFraction) / (1 - shoreFraction)
        return 0.2 + 0.3 * depth + 0.06 * Math.sin(across * 9 + 30 / (0.2 + depth) + time * 2)
      })
      layWash(target, tint, deep)
    }
  },
}
