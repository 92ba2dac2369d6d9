import { easeInOutSine, lerp } from '../../core/interpolation.js'
import { holdCamera, stepCamera } from '../camera.js'
import { createMesh } from '../mesh.js'
import type { VideoEffect } from '../video-effect.js'
import { warpYuv } from '../warp.js'

/** The camera travels across the picture on a rail; the foreground passes faster than the distance. */
export const sidePan: VideoEffect = {
  overscan: 1.4,
  begin(still, shot) {
    const mesh = createMesh(shot)
    const { strength, speed, sideways } = shot.direction
    const reach = Math.min(0.2, 0.14 * Math.sqrt(speed * strength)) * sideways
    return (target, moment) => {
      const place = lerp(-1, 1, easeInOutSine(moment.progress))
      holdCamera(mesh, still, shot, moment, { centreX: 0.5 + reach * place, centreY: 0.5, zoom: 1.38 })
      stepCamera(mesh, still, { x: 0.035 * place * sideways * strength, y: 0, forward: 0 })
      warpYuv(still.planes, target, mesh)
    }
  },
}
