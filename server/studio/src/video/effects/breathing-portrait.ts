import { easeInOutSine, lerp } from '../../core/interpolation.js'
import { holdCamera } from '../camera.js'
import { createMesh, displaceMesh } from '../mesh.js'
import { sway } from '../sway.js'
import type { VideoEffect } from '../video-effect.js'
import { warpYuv } from '../warp.js'

import { createWash, fillWash, layWash } from '../wash.js'

/**
 * The subject comes alive a little: it breathes, its head sways, and the light on it shifts, while the rest
 * stands still.
 */
export const breathingPortrait: VideoEffect = {
  overscan: 1.25,
  begin(still, shot) {
    const mesh = createMesh(shot)
    const light = createWash(shot)
    const { depth } = still
    const { widthPx, heightPx } = still.planes
    const { seed, strength, speed, sideways } = shot.direction
    const phase = (seed % 983) / 983
    return (target, moment) => {
      const time = moment.seconds * speed
      const breath = 0.5 - 0.5 * Math.cos(time * 1.75 + phase)
      const turn = sway(time * 1.25, phase)
      holdCamera(mesh, still, shot, moment, {
        centreX: lerp(0.5, depth.focusX, 0.3),
        centreY: lerp(0.5, depth.focusY, 0.3),
        zoom: lerp(1.1, 1.2, easeInOutSine(moment.progress)),
      })
      displaceMesh(mesh, (_across, _down, by, corner) => {
        const x = mesh.xs[corner]
        const y = mesh.ys[corner]
        const mine = depth.subjectAt(x / widthPx, y / heightPx) * strength
        const fromFocus = (y / heightPx - depth.focusY) * 2
        const chest = Math.exp(-((fromFocus - 0.55) ** 2) * 3)
        const head = Math.exp(-((fromFocus + 0.35) ** 2) * 3)
        by.x =
          mine *
          (-(x - depth.focusX * widthPx) * 0.055 * breath * chest + widthPx * 0.013 * turn * sideways * head)
        by.y = mine * heightPx * (0.014 * breath * (chest + 0.6 * head) + 0.006 * turn * head)
      })
      warpYuv(still.planes, target, mesh)
      fillWash(light, (across, down) => {
        const far = Math.hypot(across - 0.5 - 0.35 * Math.sin(time * 0.7 + phase * 6), down - 0.2)
        return 0.2 * Math.exp(-far * far * 6) * (0.7 + 0.3 * breath)
      })
      layWash(target, light, { y: 222, u: 112, v: 140 })
    }
  },
}
