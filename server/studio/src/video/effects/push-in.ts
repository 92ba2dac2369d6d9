import { easeInOutSine, lerp } from '../../core/interpolation.js'
import { holdCamera, stepCamera } from '../camera.js'
import { createMesh } from '../mesh.js'
import type { VideoEffect } from '../video-effect.js'
import { warpYuv } from '../warp.js'

/** The camera comes slowly closer to what the eye looks at, and what is near comes a little faster. */
export const pushIn: VideoEffect = {
  overscan: 1.3,
  begin(still, shot) {
    const mesh = createMesh(shot)
    const { strength, speed } = shot.direction
    const reach = Math.min(0.6, 0.36 * strength * Math.sqrt(speed))
    return (target, moment) => {
      const part = easeInOutSine(moment.progress)
      holdCamera(mesh, still, shot, moment, {
        centreX: lerp(0.5, still.depth.focusX, part * 0.8),
        centreY: lerp(0.5, still.depth.focusY, part * 0.8),
        zoom: 1.04 + reach * part,
      })
      stepCamera(mesh, still, { x: 0, y: 0, forward: 0.14 * part * strength })
      warpYuv(still.planes, target, mesh)
    }
  },
}
