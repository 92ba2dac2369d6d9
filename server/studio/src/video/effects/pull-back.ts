import { easeInOutSine, lerp } from '../../core/interpolation.js'
import { holdCamera, stepCamera } from '../camera.js'
import { createMesh } from '../mesh.js'
import type { VideoEffect } from '../video-effect.js'
import { warpYuv } from '../warp.js'

import { black, createWash, layWash, vignette } from '../wash.js'

/** Begins close on the subject, darker at the rim, and draws back until the whole picture is revealed. */
export const pullBack: VideoEffect = {
  overscan: 1.4,
  begin(still, shot) {
    const mesh = createMesh(shot)
    const { strength, speed, sideways } = shot.direction
    const reach = Math.min(1.1, 0.75 * strength * Math.sqrt(speed))
    const corners = vignette(shot, 0.8)
    const rim = createWash(shot)
    return (target, moment) => {
      const left = 1 - easeInOutSine(moment.progress)
      holdCamera(mesh, still, shot, moment, {
        centreX: lerp(0.5, still.depth.focusX, left),
        centreY: lerp(0.5, still.depth.focusY, left),
        zoom: 1.03 + reach * left,
        rollRadians: 0.03 * left * sideways,
      })
      stepCamera(mesh, still, { x: 0, y: 0, forward: 0.1 * left })
      warpYuv(still.planes, target, mesh)
      rim.strengths.set(corners.strengths.map((strength) => strength * left))
      layWash(target, rim, black)
    }
  },
}
