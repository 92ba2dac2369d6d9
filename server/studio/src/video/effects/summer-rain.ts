import { easeInOutSine, lerp } from '../../core/interpolation.js'
import { particleHash } from '../../core/random.js'
import { drawRain } from '../air.js'
import { holdCamera } from '../camera.js'
import { unitPx } from '../design-unit.js'
import { gradeYuv } from '../grade.js'
import { createMesh, displaceMesh } from '../mesh.js'
import { drawSpot } from '../spots.js'
import type { VideoEffect } from '../video-effect.js'
import { warpYuv } from '../warp.js'

import { createWash, fillWash, layWash } from '../wash.js'

/** Rain in front of the lens and drops that run down the glass, under a darkened, grey-blue sky. */
export const summerRain: VideoEffect = {
  overscan: 1.2,
  begin(still, shot) {
    const mesh = createMesh(shot)
    const { seed, strength, speed, sideways } = shot.direction
    const { widthPx, heightPx } = still.planes
    const unit = unitPx(shot)
    const mist = createWash(shot)
    fillWash(mist, (_across, down) => 0.3 * Math.max(0, 1 - Math.abs(down - 0.35) * 1.9))
    return (target, moment) => {
      const part = easeInOutSine(moment.progress)
      holdCamera(mesh, still, shot, moment, {
        centreX: 0.5 + 0.02 * sideways * (part - 0.5),
        centreY: 0.5,
        zoom: lerp(1.14, 1.08, part),
      })
      // Water on the glass bends what is behind it, in slow vertical runs.
      displaceMesh(mesh, (across, down, by) => {
        const run =
          Math.sin(across * 41 + seed) * Math.sin(down * 9 - moment.seconds * 1.9 * speed + across * 23)
        by.x = 0.0016 * widthPx * run * strength
        by.y = 0.0022 * heightPx * Math.abs(run) * strength
      })
      warpYuv(still.planes, target, mesh)
      gradeYuv(target, { exposure: 0.78, contrast: 0.95, saturation: 0.62, blue: 6, red: -4 })
      layWash(target, mist, { y: 150, u: 132, v: 125 })
      drawRain(target, { seed, density: 1.15 * strength, speed, wind: sideways }, moment.seconds)
      drawSplashes(moment.seconds * speed)

      function drawSplashes(seconds: number): void {
        for (let index = 0; index < 46; index++) {
          const time = seconds * 2.6 + particleHash(seed, index, 11)
          const life = time % 1
          const round = Math.floor(time)
          const down = lerp(0.72, 1, particleHash(seed + round, index, 12))
          drawSpot(
            target,
            {
              x: particleHash(seed + round, index, 13) * shot.widthPx,
              y: down * shot.heightPx,
              radiusPx: lerp(1.5, 7, life) * unit * down,
              strength: 0.4 * (1 - life),
              shape: 'lens',
            },
            { y: 205, u: 130, v: 126 },
          )
        }
      }
    }
  },
}
