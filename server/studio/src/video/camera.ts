import { aimMesh, type CameraView, displaceMesh, type Mesh } from './mesh.js'
import { sway } from './sway.js'
import type { Moment, Shot, Still } from './video-effect.js'

/**
 * Points the mesh at the picture, held by a hand rather than screwed down: it drifts by up to half a percent
 * on a path that the shot's seed chooses. This is also why every prompt gives another video.
 */
export function holdCamera(mesh: Mesh, still: Still, shot: Shot, moment: Moment, view: CameraView): void {
  const phase = (shot.direction.seed % 1009) / 1009
  const time = moment.seconds * Math.min(1.4, shot.direction.speed)
  aimMesh(mesh, still.planes, {
    centreX: view.centreX + 0.006 * sway(time, phase),
    centreY: view.centreY + 0.005 * sway(time * 0.9, phase + 0.41),
    zoom: view.zoom,
    rollRadians: (view.rollRadians ?? 0) + 0.0025 * sway(time * 0.7, phase + 0.77),
  })
}

/** How the camera has moved from where the picture was taken. */
export interface CameraStep {
  /**
   * Sideways and upwards, as a fraction of the picture: what is near moves by that, what is far by none of
   * it.
   */
  readonly x: number
  readonly y: number
  /** Towards the picture: what is near grows by that factor more. */
  readonly forward: number
}

/** Moves near and far parts of the picture differently, which is what makes a flat picture look deep. */
export function stepCamera(mesh: Mesh, still: Still, step: CameraStep): void {
  const { widthPx, heightPx } = still.planes
  const { depth } = still
  const focusX = depth.focusX * widthPx
  const focusY = depth.focusY * heightPx
  displaceMesh(mesh, (_across, _down, by, corner) => {
    const x = mesh.xs[corner]
    const y = mesh.ys[corner]
    const near = depth.at(x / widthPx, y / heightPx)
    by.x = (near - 0.4) * step.x * widthPx + (focusX - x) * step.forward * near
    by.y = (near - 0.4) * step.y * heightPx + (focusY - y) * step.forward * near
  })
}
