import { lerp } from '../../core/interpolation.js'
import { particleHash } from '../../core/random.js'
import { holdCamera } from '../camera.js'
import { unitPx } from '../design-unit.js'
import { createMesh, displaceMesh } from '../mesh.js'
import { drawSpot } from '../spots.js'
import { sway } from '../sway.js'
import type { VideoEffect } from '../video-effect.js'
import { warpYuv } from '../warp.js'

/** Gusts run through the picture: what stands high bends and comes back, and leaves are carried past. */
export const windSway: VideoEffect = {
  overscan: 1.2,
  begin(still, shot) {
    const mesh = createMesh(shot)
    const { widthPx, heightPx } = still.planes
    const { seed, strength, speed, sideways } = shot.direction
    const phase = (seed % 991) / 991
    const unit = unitPx(shot)
    return (target, moment) => {
      const time = moment.seconds * speed
      holdCamera(mesh, still, shot, moment, { centreX: 0.5, centreY: 0.5, zoom: 1.12 })
      displaceMesh(mesh, (across, down, by) => {
        // A gust is a hump that crosses the picture; behind it everything swings back and trembles.
        const gust = 0.5 + 0.5 * Math.sin(time * 1.5 - across * 3.2 * sideways + phase * 6.3)
        const tremble = Math.sin(time * 5.3 + across * 17 + down * 9) * gust * 0.3
        const height = 0.22 + 0.78 * Math.max(0, 1 - down) ** 0.8
        by.x = -0.017 * widthPx * sideways * (gust * gust + tremble) * height * strength
        by.y = 0.004 * heightPx * Math.sin(time * 2.1 - across * 7 * sideways + down * 4) * height * strength
      })
      warpYuv(still.planes, target, mesh)
      for (let leaf = 0; leaf < 26; leaf++) {
        const near = particleHash(seed, leaf, 1) ** 1.5
        const flight = (particleHash(seed, leaf, 2) + time * lerp(0.16, 0.42, near)) % 1
        const across = sideways > 0 ? lerp(-0.1, 1.1, flight) : lerp(1.1, -0.1, flight)
        const drop =
          particleHash(seed, leaf, 3) + 0.14 * flight + 0.06 * sway(time * 2.2, particleHash(seed, leaf, 4))
        const turn = 0.55 + 0.45 * Math.abs(Math.sin(time * 4 + leaf))
        drawSpot(
          target,
          {
            x: across * shot.widthPx,
            y: drop * shot.heightPx,
            radiusPx: lerp(2.4, 8, near) * turn * unit,
            strength: 0.85,
            shape: 'soft',
          },
          { y: 96 + 60 * particleHash(seed, leaf, 5), u: 84, v: 142 + 30 * particleHash(seed, leaf, 6) },
        )
      }
    }
  },
}
