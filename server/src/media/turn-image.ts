import { isOrientation, type Orientation } from '../core/domain/image-header/exif-orientation.ts'
import { readImageHeader } from '../core/domain/image-header/walk-image-header.ts'
import type { Metadata, Sharp } from './sharp.ts'

/**
 * How an image is turned for display: in the three accepted formats as its reported size is based on, because the
 * library reads malformed files differently, and in others as the library says.
 */
export function orientationOf(file: Uint8Array, { orientation = 1 }: Metadata): Orientation {
  const header = readImageHeader(file)
  if (header.kind === 'image') return header.orientation
  return isOrientation(orientation) ? orientation : 1
}

/** Mirrors before it rotates, which is the library's order whatever the order of the calls. */
export function turn(image: Sharp, orientation: Orientation): Sharp {
  const { flip = false, flop = false, degrees = 0 } = turns[orientation]
  return image.flip(flip).flop(flop).rotate(degrees)
}

const turns: Record<Orientation, { flip?: boolean; flop?: boolean; degrees?: number }> = {
  1: {},
  2: { flop: true },
  3: { degrees: 180 },
  4: { flip: true },
  5: { flip: true, degrees: 90 },
  6: { degrees: 90 },
  7: { flop: true, degrees: 90 },
  8: { degrees: 270 },
}
