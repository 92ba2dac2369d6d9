import { easeInOutSine, lerp } from '../../core/interpolation.js'
import { holdCamera, stepCamera } from '../camera.js'
import { unitPx } from '../design-unit.js'
import { gradeYuv } from '../grade.js'
import { createMesh } from '../mesh.js'
import { drawSpot } from '../spots.js'
import type { VideoEffect } from '../video-effect.js'
import { warpYuv } from '../warp.js'

import { black, createWash, fillWash, layWash } from '../wash.js'

const sunlight = { y: 226, u: 104, v: 146 } as const

/**
 * The picture drifts in half shadow while a beam of warm light passes over it, with the ghosts it makes in a
 * lens.
 */
export const lightSweep: VideoEffect = {
  overscan: 1.2,
  begin(still, shot) {
    const mesh = createMesh(shot)
    const beam = createWash(shot)
    const shadow = createWash(shot)
    const { strength, speed, sideways } = shot.direction
    const unit = unitPx(shot)
    return (target, moment) => {
      const part = easeInOutSine(moment.progress)
      const travelled = easeInOutSine(Math.min(1, moment.progress * Math.max(1, speed)))
      const centre = sideways > 0 ? lerp(-0.35, 1.4, travelled) : lerp(1.35, -0.4, travelled)
      holdCamera(mesh, still, shot, moment, {
        centreX: 0.5 + 0.03 * sideways * (part - 0.5),
        centreY: 0.5,
        zoom: 1.12 + 0.05 * part,
      })
      stepCamera(mesh, still, { x: 0.02 * (part - 0.5) * sideways, y: 0, forward: 0 })
      warpYuv(still.planes, target, mesh)
      gradeYuv(target, { contrast: 1.06, saturation: 1.05 })
      const away = (across: number, down: number) => across + (down - 0.5) * 0.45 - centre
      fillWash(shadow, (across, down) => 0.42 * (1 - Math.exp(-((away(across, down) / 0.34) ** 2))))
      fillWash(beam, (across, down) => {
        const far = away(across, down)
        const rays = 0.86 + 0.14 * Math.sin(far * 47 + 3 * Math.sin(far * 13))
        return Math.min(0.8, 0.5 * strength) * Math.exp(-((far / 0.16) ** 2)) * rays
      })
      layWash(target, shadow, black)
      layWash(target, beam, sunlight)
      for (let ghost = 0; ghost < 4; ghost++) {
        const along = 0.25 + ghost * 0.22
        drawSpot(
          target,
          {
            x: lerp(centre, 1 - centre, along) * shot.widthPx,
            y: lerp(0.12, 0.9, along) * shot.heightPx,
            radiusPx: (26 + 22 * ((ghost * 7) % 3)) * unit,
            strength: 0.16 * Math.sin(Math.PI * moment.progress) * Math.min(1.3, strength),
            shape: 'lens',
          },
          { y: 205, u: 112 + 14 * (ghost % 3), v: 140 - 10 * (ghost % 2) },
        )
      }
    }
  },
}
