import { lerp } from '../../core/interpolation.js'
import { holdCamera, stepCamera } from '../camera.js'
import { gradeYuv } from '../grade.js'
import { createMesh } from '../mesh.js'
import type { VideoEffect } from '../video-effect.js'
import { warpYuv } from '../warp.js'

import { createWash, layWash, vignette } from '../wash.js'

/**
 * The picture beats like a heart: two thumps towards the viewer, a rest, and a red rim that breathes with
 * them.
 */
export const heartbeat: VideoEffect = {
  overscan: 1.25,
  begin(still, shot) {
    const mesh = createMesh(shot)
    const { strength, speed } = shot.direction
    const rim = vignette(shot, 1)
    const pulseRim = createWash(shot)
    return (target, moment) => {
      const beat = (moment.seconds * 1.15 * speed) % 1
      const pulse = thump(beat, 0.14) + 0.62 * thump(beat, 0.4)
      const size = Math.min(0.16, 0.085 * strength) * pulse
      holdCamera(mesh, still, shot, moment, {
        centreX: lerp(0.5, still.depth.focusX, 0.35),
        centreY: lerp(0.5, still.depth.focusY, 0.35),
        zoom: 1.08 + 0.05 * moment.progress + size,
      })
      stepCamera(mesh, still, { x: 0, y: 0, forward: size * 0.9 })
      warpYuv(still.planes, target, mesh)
      gradeYuv(target, {
        contrast: 1.03 + 0.07 * pulse,
        saturation: 1.06 + 0.16 * pulse,
        red: 2 + 4 * pulse,
      })
      pulseRim.strengths.set(
        rim.strengths.map((darkness) => darkness * Math.min(0.95, 0.42 + 0.5 * pulse * strength)),
      )
      layWash(target, pulseRim, { y: 44, u: 116, v: 178 })
    }
  },
}

/** Quick up, slower down, with no corner in its speed. */
function thump(beat: number, at: number): number {
  const away = (beat - at) / (beat < at ? 0.09 : 0.14)
  return Math.exp(-away * away)
}
