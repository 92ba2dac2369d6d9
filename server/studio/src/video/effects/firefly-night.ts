import { easeInOutSine, lerp } from '../../core/interpolation.js'
import { drawFireflies } from '../air.js'
import { holdCamera, stepCamera } from '../camera.js'
import { gradeYuv, partOfGrade } from '../grade.js'
import { createMesh } from '../mesh.js'
import type { VideoEffect } from '../video-effect.js'
import { warpYuv } from '../warp.js'

import { black, layWash, vignette } from '../wash.js'

const dusk = { exposure: 0.44, contrast: 1.06, saturation: 0.68, blue: 11, red: -5 } as const

/** Dusk falls over the picture and fireflies come out between the camera and the scene. */
export const fireflyNight: VideoEffect = {
  overscan: 1.2,
  begin(still, shot) {
    const mesh = createMesh(shot)
    const { seed, strength, speed, sideways } = shot.direction
    const rim = vignette(shot, 0.5)
    return (target, moment) => {
      const part = easeInOutSine(moment.progress)
      holdCamera(mesh, still, shot, moment, { centreX: 0.5, centreY: 0.5, zoom: lerp(1.06, 1.15, part) })
      stepCamera(mesh, still, { x: 0.02 * sideways * (part - 0.5), y: 0, forward: 0.03 * part })
      warpYuv(still.planes, target, mesh)
      gradeYuv(target, partOfGrade(dusk, lerp(0.72, 1, part)))
      layWash(target, rim, black)
      drawFireflies(
        target,
        { seed, density: lerp(0.9, 1.4, part) * strength, speed, wind: sideways },
        moment.seconds + 3,
      )
    }
  },
}
