import { easeInOutSine, lerp } from '../../core/interpolation.js'
import { holdCamera } from '../camera.js'
import { createMesh, displaceMesh } from '../mesh.js'
import type { VideoEffect } from '../video-effect.js'
import { warpYuv } from '../warp.js'

/** The vertigo shot: the subject keeps its size while everything behind it is drawn away or rushes up. */
export const dollyZoom: VideoEffect = {
  overscan: 1.3,
  begin(still, shot) {
    const mesh = createMesh(shot)
    const { widthPx, heightPx } = still.planes
    const { depth } = still
    const { strength, speed, move } = shot.direction
    const reach = Math.min(0.75, 0.5 * strength * Math.sqrt(speed))
    return (target, moment) => {
      const part = move === 'out' ? 1 - easeInOutSine(moment.progress) : easeInOutSine(moment.progress)
      const behind = 1.04 + reach * part
      const subject = lerp(1.16, 1.22, part)
      holdCamera(mesh, still, shot, moment, { centreX: 0.5, centreY: 0.5, zoom: behind })
      displaceMesh(mesh, (_across, _down, by, corner) => {
        const x = mesh.xs[corner]
        const y = mesh.ys[corner]
        const held = depth.subjectAt(x / widthPx, y / heightPx)
        // The same corner seen with the subject's zoom instead of the background's.
        const stretch = (behind / subject - 1) * held
        by.x = (x - depth.focusX * widthPx) * stretch
        by.y = (y - depth.focusY * heightPx) * stretch
      })
      warpYuv(still.planes, target, mesh)
    }
  },
}
