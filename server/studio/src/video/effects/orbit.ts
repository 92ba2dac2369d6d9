import { easeInOutSine } from '../../core/interpolation.js'
import { holdCamera, stepCamera } from '../camera.js'
import { createMesh } from '../mesh.js'
import type { VideoEffect } from '../video-effect.js'
import { warpYuv } from '../warp.js'

/** The camera swings around the subject on an arc: what is near slides one way, what is far the other. */
export const orbit: VideoEffect = {
  overscan: 1.25,
  begin(still, shot) {
    const mesh = createMesh(shot)
    const { strength, speed, sideways } = shot.direction
    const turns = shot.durationSeconds > 6 ? 1.5 : 1
    return (target, moment) => {
      const angle = -Math.PI / 2 + Math.PI * turns * Math.min(1.6, speed) * easeInOutSine(moment.progress)
      const x = Math.sin(angle) * sideways
      const y = Math.cos(angle)
      holdCamera(mesh, still, shot, moment, {
        centreX: 0.5 - 0.025 * x,
        centreY: 0.5 + 0.012 * y,
        zoom: 1.2 + 0.03 * y,
        rollRadians: 0.012 * x,
      })
      stepCamera(mesh, still, { x: 0.085 * x * strength, y: -0.03 * y * strength, forward: 0.06 * y })
      warpYuv(still.planes, target, mesh)
    }
  },
}
