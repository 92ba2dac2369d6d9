import { easeInOutSine, lerp } from '../../core/interpolation.js'
import { particleHash } from '../../core/random.js'
import { holdCamera } from '../camera.js'
import { gradeYuv } from '../grade.js'
import { createMesh } from '../mesh.js'
import type { VideoEffect } from '../video-effect.js'
import { warpChroma, warpLuma } from '../warp.js'
import type { YuvPicture } from '../yuv-picture.js'

/**
 * A failing signal: in bursts the colours slip apart, bands tear sideways and blocks freeze in the wrong
 * place.
 */
export const signalGlitch: VideoEffect = {
  overscan: 1.2,
  begin(still, shot) {
    const mesh = createMesh(shot)
    const { seed, strength, speed, sideways } = shot.direction
    return (target, moment) => {
      const part = easeInOutSine(moment.progress)
      const beat = Math.floor(moment.seconds * 12 * speed)
      const burst = burstAt(moment.seconds * speed) * strength
      holdCamera(mesh, still, shot, moment, {
        centreX: 0.5,
        centreY: 0.5,
        zoom: lerp(1.05, 1.14, part) + 0.015 * burst,
      })
      const slip =
        still.planes.widthPx * (0.0016 + 0.016 * burst * (0.4 + particleHash(seed, beat, 1))) * sideways
      warpLuma(still.planes, target, mesh)
      warpChroma(still.planes, target, mesh, 'u', slip)
      warpChroma(still.planes, target, mesh, 'v', -slip)
      if (burst > 0.05) {
        gradeYuv(target, { contrast: 1 + 0.15 * burst, saturation: 1 + 0.5 * burst })
        tearBands(target, beat, burst)
      }
      drawScanLines(target, moment.index, 0.1 + 0.12 * burst)
    }

    /** Quiet for most of a second, then a quarter of a second of trouble. */
    function burstAt(seconds: number): number {
      const time = seconds / 0.85 + particleHash(seed, 1, 1)
      const within = time % 1
      const size = 0.5 + 0.5 * particleHash(seed, Math.floor(time), 2)
      return within < 0.38 ? size * Math.sin((within / 0.38) * Math.PI) ** 0.6 : 0
    }

    function tearBands(target: YuvPicture, beat: number, burst: number): void {
      const { widthPx, heightPx } = target
      for (let band = 0; band < 7; band++) {
        if (particleHash(seed + beat, band, 3) > 0.35 + 0.5 * burst) continue
        const top = Math.floor((particleHash(seed + beat, band, 4) * heightPx) / 2) * 2
        const rows = Math.floor(lerp(4, 60, particleHash(seed + beat, band, 5) ** 2) * (heightPx / 720)) * 2
        const shift =
          Math.round(((particleHash(seed + beat, band, 6) - 0.5) * 0.16 * widthPx * burst) / 2) * 2
        shiftRows(target.y, widthPx, top, Math.min(heightPx, top + rows), shift)
        shiftRows(target.u, widthPx / 2, top / 2, Math.min(heightPx, top + rows) / 2, shift / 2)
        shiftRows(target.v, widthPx / 2, top / 2, Math.min(heightPx, top + rows) / 2, shift / 2)
      }
    }
  },
}

/** Turns each row around on itself, so that what leaves on one side comes in on the other. */
function shiftRows(plane: Uint8Array, widthPx: number, top: number, bottom: number, shift: number): void {
  const by = ((shift % widthPx) + widthPx) % widthPx
  if (by === 0) return
  for (let row = Math.floor(top); row < Math.floor(bottom); row++) {
    const line = plane.subarray(row * widthPx, (row + 1) * widthPx)
    const tail = line.slice(widthPx - by)
    line.copyWithin(by, 0, widthPx - by)
    line.set(tail, 0)
  }
}

function drawScanLines(target: YuvPicture, index: number, darkness: number): void {
  const { y, widthPx, heightPx } = target
  const keep = Math.round((1 - darkness) * 256)
  const period = Math.max(3, Math.round(heightPx / 240))
  for (let row = Math.floor(index / 2) % period; row < heightPx; row += period) {
    const end = (row + 1) * widthPx
    for (let at = row * widthPx; at < end; at++) y[at] = 16 + (((y[at] - 16) * keep) >> 8)
  }
}
