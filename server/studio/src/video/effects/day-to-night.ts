import { easeInOutSine, lerp, smoothstep } from '../../core/interpolation.js'
import { particleHash } from '../../core/random.js'
import { holdCamera, stepCamera } from '../camera.js'
import { unitPx } from '../design-unit.js'
import { type Grade, gradeYuv } from '../grade.js'
import { createMesh } from '../mesh.js'
import { drawSpot } from '../spots.js'
import type { VideoEffect } from '../video-effect.js'
import { warpYuv } from '../warp.js'

import { createWash, fillWash, layWash } from '../wash.js'

const day = { exposure: 1.06, contrast: 1, saturation: 1.06, blue: 0, red: 0, lift: 0 } as const
const evening = { exposure: 0.95, contrast: 1.04, saturation: 1.2, blue: -15, red: 15, lift: 0 } as const
const night = { exposure: 0.36, contrast: 1.02, saturation: 0.5, blue: 17, red: -9, lift: 0.012 } as const

/**
 * Hours pass: daylight warms to evening, evening cools to night, and stars come out where the picture is far
 * away.
 */
export const dayToNight: VideoEffect = {
  overscan: 1.2,
  begin(still, shot) {
    const mesh = createMesh(shot)
    const glow = createWash(shot)
    const { seed, strength, sideways } = shot.direction
    const unit = unitPx(shot)
    return (target, moment) => {
      const part = easeInOutSine(moment.progress)
      const dusk = smoothstep(0.12, 0.5, moment.progress)
      const dark = smoothstep(0.48, 0.88, moment.progress)
      holdCamera(mesh, still, shot, moment, { centreX: 0.5, centreY: 0.5, zoom: lerp(1.14, 1.06, part) })
      stepCamera(mesh, still, { x: 0.02 * sideways * (part - 0.5) * strength, y: 0, forward: 0 })
      warpYuv(still.planes, target, mesh)
      gradeYuv(target, blend(blend(day, evening, dusk), night, dark))
      // The sun goes down on one side and leaves the sky alight there.
      const sunAcross = sideways > 0 ? 0.82 : 0.18
      const sunDown = lerp(0.05, 0.6, moment.progress)
      fillWash(glow, (across, down) => {
        const far = Math.hypot((across - sunAcross) * 1.3, down - sunDown)
        return (
          0.5 * dusk * (1 - dark) * Math.exp(-((far / 0.42) ** 2)) +
          0.3 * dark * smoothstep(0.7, 0, down) ** 2 * 0.4
        )
      })
      layWash(target, glow, { y: lerp(205, 70, dark), u: lerp(92, 146, dark), v: lerp(168, 118, dark) })
      if (dark > 0) drawStars(dark, moment.seconds)

      function drawStars(strengthNow: number, seconds: number): void {
        for (let star = 0; star < 90; star++) {
          const across = particleHash(seed, star, 1)
          const down = particleHash(seed, star, 2) ** 1.6 * 0.5
          const open = smoothstep(0.22, 0.08, still.depth.at(across, down))
          const twinkle = 0.65 + 0.35 * Math.sin(seconds * 3 + star * 2.4)
          if (open <= 0) continue
          drawSpot(
            target,
            {
              x: across * shot.widthPx,
              y: down * shot.heightPx,
              radiusPx: lerp(1.2, 2.6, particleHash(seed, star, 3)) * unit,
              strength: strengthNow * open * twinkle,
              shape: 'soft',
            },
            { y: 228, u: 134, v: 124 },
          )
        }
      }
    }
  },
}

function blend(from: Required<Grade>, to: Required<Grade>, part: number): Required<Grade> {
  return {
    exposure: lerp(from.exposure, to.exposure, part),
    contrast: lerp(from.contrast, to.contrast, part),
    lift: lerp(from.lift, to.lift, part),
    saturation: lerp(from.saturation, to.saturation, part),
    blue: lerp(from.blue, to.blue, part),
    red: lerp(from.red, to.red, part),
  }
}
