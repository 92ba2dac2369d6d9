import { clamp01, lerp } from '../core/interpolation.js'
import type { Light } from './direction.js'
import type { YuvPicture } from './yuv-picture.js'

/**
 * A change of tone and colour over the whole picture. Every part may be left out and then changes nothing.
 */
export interface Grade {
  /** Factor on brightness. */
  readonly exposure?: number
  /** Factor on the distance from middle grey. */
  readonly contrast?: number
  /** Added to brightness, as a fraction of full: lifts the blacks. */
  readonly lift?: number
  /** Factor on colourfulness; 0 is black and white. */
  readonly saturation?: number
  /** Towards blue and red, in 8-bit steps of the colour planes. */
  readonly blue?: number
  readonly red?: number
}

/** Grades a picture in place: three table look-ups, about 1 ms for 1280x720. */
export function gradeYuv(target: YuvPicture, grade: Grade): void {
  const { exposure = 1, contrast = 1, lift = 0, saturation = 1, blue = 0, red = 0 } = grade
  const tone = new Uint8Array(256)
  const blues = new Uint8Array(256)
  const reds = new Uint8Array(256)
  for (let value = 0; value < 256; value++) {
    const bright = ((value - 16) / 219) * exposure
    tone[value] = 16 + 219 * clamp01((bright - 0.42) * contrast + 0.42 + lift)
    blues[value] = clampColour(128 + (value - 128) * saturation + blue)
    reds[value] = clampColour(128 + (value - 128) * saturation + red)
  }
  look(target.y, tone)
  look(target.u, blues)
  look(target.v, reds)
}

/** The grade on the way from none (`part` 0) to all of `grade` (1). */
export function partOfGrade(grade: Grade, part: number): Grade {
  return {
    exposure: lerp(1, grade.exposure ?? 1, part),
    contrast: lerp(1, grade.contrast ?? 1, part),
    lift: (grade.lift ?? 0) * part,
    saturation: lerp(1, grade.saturation ?? 1, part),
    blue: (grade.blue ?? 0) * part,
    red: (grade.red ?? 0) * part,
  }
}

/** What each word for light does to a picture. */
export const lightGrades = {
  plain: {},
  night: { exposure: 0.5, contrast: 1.1, saturation: 0.6, blue: 13, red: -7 },
  warm: { exposure: 1.03, saturation: 1.12, blue: -11, red: 9 },
  cold: { saturation: 0.82, blue: 10, red: -6 },
  bright: { exposure: 1.14, contrast: 1.05, saturation: 1.18 },
  faded: { contrast: 0.86, lift: 0.05, saturation: 0.25, blue: -9, red: 6 },
} as const satisfies Record<Light, Grade>

function look(plane: Uint8Array, table: Uint8Array): void {
  for (let at = 0; at < plane.length; at++) plane[at] = table[plane[at]]
}

function clampColour(value: number): number {
  return value < 16 ? 16 : Math.min(value, 240)
}
