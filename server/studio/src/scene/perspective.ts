import type { Stage } from './composition.js'

/** The place in the scene (in camera heights) that shows at `x` units from the left when it is `z` away. */
export function worldXAt(stage: Stage, x: number, z: number): number {
  return ((x - stage.frame.width / 2) / stage.focalLength) * z
}

/** Where a height over the ground plane shows when it is `z` away, in units from the top. */
export function screenYAt(stage: Stage, height: number, z: number): number {
  return stage.horizon + ((stage.cameraHeight - height) / z) * stage.focalLength
}

/** How far to the side the focus lies, per unit of distance. */
export function focusSlope(stage: Stage): number {
  return (stage.focusX - stage.frame.width / 2) / stage.focalLength
}

/** How much the air hides at a distance, 0 to 1. What is nearer than 2.5 camera heights is clear. */
export function hazeAt(z: number, haze: number): number {
  return 1 - Math.exp(-Math.max(0, z - 2.5) * haze)
}
