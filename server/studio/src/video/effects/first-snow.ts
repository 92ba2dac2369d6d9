import { easeInOutSine, lerp } from '../../core/interpolation.js'
import { drawSnow } from '../air.js'
import { holdCamera, stepCamera } from '../camera.js'
import { gradeYuv, partOfGrade } from '../grade.js'
import { createMesh } from '../mesh.js'
import type { VideoEffect } from '../video-effect.js'
import { warpYuv } from '../warp.js'

import { createWash, fillWash, layWash } from '../wash.js'

const winter = { exposure: 1.02, contrast: 0.93, saturation: 0.68, blue: 7, red: -4, lift: 0.02 } as const

/** The air turns cold and snow sets in, thin at first, at every distance from the lens. */
export const firstSnow: VideoEffect = {
  overscan: 1.2,
  begin(still, shot) {
    const mesh = createMesh(shot)
    const { seed, strength, speed, sideways } = shot.direction
    const haze = createWash(shot)
    fillWash(haze, (across, down) => {
      const rim = Math.max(Math.abs(across - 0.5) * 1.6, Math.abs(down - 0.45) * 1.7)
      return 0.4 * Math.max(0, rim - 0.5) + 0.1
    })
    return (target, moment) => {
      const part = easeInOutSine(moment.progress)
      holdCamera(mesh, still, shot, moment, { centreX: 0.5, centreY: 0.5, zoom: 1.06 + 0.1 * part })
      stepCamera(mesh, still, { x: 0.012 * sideways * (part - 0.5), y: 0, forward: 0.05 * part })
      warpYuv(still.planes, target, mesh)
      gradeYuv(target, partOfGrade(winter, lerp(0.35, 1, easeInOutSine(moment.progress * 1.6))))
      layWash(target, haze, { y: 214, u: 132, v: 125 })
      drawSnow(
        target,
        { seed, density: strength * lerp(0.75, 1.15, part), speed, wind: sideways * 0.8 },
        moment.seconds,
      )
    }
  },
}
