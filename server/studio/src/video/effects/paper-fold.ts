import { easeInOutSine, lerp, smoothstep } from '../../core/interpolation.js'
import { gradeYuv } from '../grade.js'
import { aimMesh, createMesh } from '../mesh.js'
import { drawMapped } from '../row-map.js'
import type { VideoEffect } from '../video-effect.js'
import { warpYuv } from '../warp.js'
import { black, createWash, layWash } from '../wash.js'
import { createYuvPicture } from '../yuv-picture.js'

/**
 * The picture stands folded like a screen before its own dark likeness, and opens panel by panel until it
 * lies flat.
 */
export const paperFold: VideoEffect = {
  overscan: 1.15,
  begin(still, shot) {
    const { planes } = still
    const { strength, speed, sideways } = shot.direction
    const panels = strength > 1 ? 8 : strength < 1 ? 4 : 6
    const ground = makeGround()
    const fitted = Math.min(planes.widthPx / shot.widthPx, planes.heightPx / shot.heightPx)
    // A little wider than the video, so that the last panels still reach its edges when they are not quite
    // flat.
    const widePx = shot.widthPx * 1.03
    const shade = createWash(shot)
    const heights = new Float32Array(shot.widthPx)
    const places = new Float32Array(shot.widthPx)
    return (target, moment) => {
      const open = easeInOutSine(smoothstep(0.02, 0.9 / Math.max(1, speed * 0.8), moment.progress))
      const fold = (1 - open) * 1.12 + 0.06 * Math.sin(moment.seconds * 1.3) * open * (1 - open)
      setColumns(fold, open)
      const scale = fitted / lerp(1.04, 1.12, moment.progress)
      target.bytes.set(ground.bytes)
      drawMapped(planes, target, (row, map) => {
        const down = row - shot.heightPx / 2
        for (let column = 0; column < shot.widthPx; column++) {
          const height = heights[column]
          const y = down / height
          const outside = height === 0 || Math.abs(y) > shot.heightPx / 2
          map.xs[column] = outside ? -1 : planes.widthPx / 2 + places[column] * scale
          map.ys[column] = planes.heightPx / 2 + y * scale
        }
      })
      layShade(fold)
      layWash(target, shade, black)
    }

    function makeGround() {
      const mesh = createMesh(shot)
      const picture = createYuvPicture(shot.widthPx, shot.heightPx)
      aimMesh(mesh, planes, { centreX: 0.5, centreY: 0.5, zoom: 1.9 })
      warpYuv(planes, picture, mesh)
      gradeYuv(picture, { exposure: 0.3, contrast: 0.55, saturation: 0.5, lift: -0.05 })
      return picture
    }

    /** For every column of the video: which column of the picture stands there, and how tall it looks. */
    function setColumns(fold: number, open: number): void {
      const panelPx = widePx / panels
      const shownPx = panelPx * Math.cos(fold)
      const deepPx = panelPx * Math.sin(fold)
      const slide = (1 - open) * 0.06 * shot.widthPx * sideways
      const first = shot.widthPx / 2 - (shownPx * panels) / 2 + slide
      const near = lerp(1, 1.06, open)
      heights.fill(0)
      for (let column = 0; column < shot.widthPx; column++) {
        const panel = Math.floor((column - first) / shownPx)
        if (panel < 0 || panel >= panels) continue
        const within = (column - first) / shownPx - panel
        // Panels lean away and towards the viewer in turn; what is farther looks smaller.
        const away = (panel % 2 === 0 ? 1 - within : within) * deepPx
        heights[column] = near / (1 + (away * 1.15) / shot.heightPx)
        places[column] = (panel + within) * panelPx - widePx / 2
      }
    }

    function layShade(fold: number): void {
      const dark = Math.sin(Math.max(0, fold))
      const panelPx = widePx / panels
      const shownPx = panelPx * Math.cos(fold)
      for (let corner = 0; corner < shade.strengths.length; corner++) {
        const column = Math.min(shot.widthPx - 1, (corner % shade.columns) * 16)
        const first = shot.widthPx / 2 - (shownPx * panels) / 2
        const leaning = Math.sin(((column - first) / shownPx) * Math.PI + Math.PI / 2)
        shade.strengths[corner] = heights[column] === 0 ? 0 : dark * (0.24 + 0.22 * leaning * sideways)
      }
    }
  },
}
