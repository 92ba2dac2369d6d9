import { lerp } from '../../core/interpolation.js'
import { particleHash } from '../../core/random.js'
import { holdCamera } from '../camera.js'
import { unitPx } from '../design-unit.js'
import { gradeYuv } from '../grade.js'
import { createMesh, displaceMesh } from '../mesh.js'
import { drawSpot, drawStreak } from '../spots.js'
import { sway } from '../sway.js'
import type { VideoEffect } from '../video-effect.js'
import { warpYuv } from '../warp.js'
import { black, layWash, vignette } from '../wash.js'
import type { YuvPicture } from '../yuv-picture.js'

/** An old projector: sepia, flicker, a gate that does not quite hold the strip, grain, dust and scratches. */
export const filmReel: VideoEffect = {
  overscan: 1.15,
  begin(still, shot) {
    const mesh = createMesh(shot)
    const { seed, strength, speed } = shot.direction
    const rim = vignette(shot, 0.75)
    const grain = makeGrain(seed)
    const unit = unitPx(shot)
    return (target, moment) => {
      // Sixteen pictures a second, as such cameras ran, shown twice here and there.
      const picture = Math.floor(moment.seconds * 16 * speed)
      holdCamera(mesh, still, shot, moment, {
        centreX: 0.5,
        centreY: 0.5,
        zoom: lerp(1.08, 1.16, moment.progress),
      })
      const weave = 0.0022 * still.planes.heightPx * strength
      const jump = particleHash(seed, picture, 3) > 0.965 ? 5 : 1
      displaceMesh(mesh, (_across, _down, by) => {
        by.x = weave * (0.8 * sway(moment.seconds * 4, 0.3) + 0.5 * (particleHash(seed, picture, 1) - 0.5))
        by.y = weave * jump * (particleHash(seed, picture, 2) - 0.5) * 1.6
      })
      warpYuv(still.planes, target, mesh)
      const flicker =
        1 + 0.1 * strength * (particleHash(seed, picture, 4) - 0.5) + 0.03 * sway(moment.seconds * 7, 0.6)
      gradeYuv(target, {
        exposure: 0.96 * flicker,
        contrast: 1.08,
        lift: 0.025,
        saturation: 0.14,
        blue: -14,
        red: 8,
      })
      addGrain(target, grain, picture, strength)
      layWash(target, rim, black)
      drawDamage(target, picture)
    }

    function drawDamage(target: YuvPicture, picture: number): void {
      const { widthPx, heightPx } = target
      for (let line = 0; line < 3; line++) {
        // A scratch stays on the strip for a while and wanders.
        const stretch = Math.floor(picture / 14) + line * 31
        if (particleHash(seed, stretch, 5) > 0.55 * strength) continue
        const x =
          particleHash(seed, stretch, 6) * widthPx + 5 * unit * (particleHash(seed, picture, 7 + line) - 0.5)
        const bright = line === 0 ? 30 : 222
        drawStreak(
          target,
          {
            x,
            y: -heightPx * 0.2,
            reachXPx: 3,
            reachYPx: heightPx * 1.4,
            thicknessPx: 1.3 * unit,
            strength: 0.42,
          },
          bright,
        )
      }
      const specks = Math.floor(7 * particleHash(seed, picture, 9) * strength)
      for (let speck = 0; speck < specks; speck++) {
        const size = particleHash(seed, picture, 20 + speck)
        const spot = {
          x: particleHash(seed, picture, 40 + speck) * widthPx,
          y: particleHash(seed, picture, 60 + speck) * heightPx,
          radiusPx: lerp(1.5, 6, size ** 3) * unit,
          strength: 0.8,
          shape: 'soft',
        } as const
        drawSpot(target, spot, speck % 3 === 0 ? { y: 225, u: 124, v: 130 } : { y: 20, u: 128, v: 128 })
      }
    }
  },
}

const grainSide = 256

function makeGrain(seed: number): Int8Array {
  const grain = new Int8Array(grainSide * grainSide)
  for (let at = 0; at < grain.length; at++)
    grain[at] = (particleHash(seed, at, 0) + particleHash(seed, at, 1) - 1) * 11
  return grain
}

/**
 * Grain two pixels wide: finer grain would cost half of the video's bytes and be lost in encoding all the
 * same.
 */
function addGrain(target: YuvPicture, grain: Int8Array, picture: number, strength: number): void {
  const { y, widthPx, heightPx } = target
  const offset = Math.floor(particleHash(picture, 1, 1) * 65536)
  const factor = Math.round(Math.min(1.6, strength) * 256)
  for (let row = 0; row < heightPx; row++) {
    const line = (row >> 1) * grainSide + offset
    const start = row * widthPx
    for (let column = 0; column < widthPx; column++) {
      const value = y[start + column] + ((grain[(line + (column >> 1)) & 65535] * factor) >> 8)
      y[start + column] = value < 16 ? 16 : Math.min(value, 235)
    }
  }
}
