import { easeInOutSine, lerp, smoothstep } from '../../core/interpolation.js'
import { createGradientNoise } from '../../core/noise.js'
import { holdCamera } from '../camera.js'
import { createMesh } from '../mesh.js'
import type { VideoEffect } from '../video-effect.js'
import { warpYuv } from '../warp.js'

import { createWash, fillWash, layWash } from '../wash.js'

const paper = { y: 224, u: 122, v: 131 } as const
const wetEdge = { y: 70, u: 138, v: 122 } as const

/**
 * From bare paper the picture runs out like wet paint: pools spread from the subject, each with a darker rim.
 */
export const watercolourReveal: VideoEffect = {
  overscan: 1.15,
  begin(still, shot) {
    const mesh = createMesh(shot)
    const bare = createWash(shot)
    const rims = createWash(shot)
    const { seed, speed, strength } = shot.direction
    const noise = createGradientNoise(seed)
    const dryness = bare.strengths.map((_, corner) => {
      const across = (corner % bare.columns) / (bare.columns - 1)
      const down = Math.floor(corner / bare.columns) / (bare.rows - 1)
      const far = Math.hypot((across - still.depth.focusX) * 1.2, down - still.depth.focusY)
      const aspect = shot.widthPx / shot.heightPx
      return far * 0.9 + 0.34 * noise.fbm(across * 4 * aspect, down * 4, 4)
    })
    return (target, moment) => {
      const wet = lerp(-0.04, 1.12, Math.min(1, moment.progress * 1.15 * Math.max(1, speed)) ** 1.25)
      holdCamera(mesh, still, shot, moment, {
        centreX: 0.5,
        centreY: 0.5,
        zoom: lerp(1.1, 1.04, easeInOutSine(moment.progress)),
      })
      warpYuv(still.planes, target, mesh)
      fillWash(bare, () => 0)
      for (let corner = 0; corner < dryness.length; corner++) {
        const ahead = dryness[corner] - wet
        bare.strengths[corner] = smoothstep(-0.06, 0.08, ahead)
        rims.strengths[corner] = Math.min(0.7, 0.42 * strength) * Math.exp(-(((ahead + 0.07) / 0.045) ** 2))
      }
      layWash(target, rims, wetEdge)
      layWash(target, bare, paper)
    }
  },
}
