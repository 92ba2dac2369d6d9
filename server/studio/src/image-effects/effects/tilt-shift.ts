import { clamp01, lerp, smoothstep } from '../../core/interpolation.js'
import { type Picture, recolour } from '../../core/picture.js'
import { blurPicture } from '../primitives/blur.js'
import { unitPx } from '../primitives/design-unit.js'
import { addContrast, saturate } from '../primitives/grading.js'

/** Where the band of focus lies (0 top, 1 bottom) and how far it reaches to both sides. */
const focus = { centre: 0.6, sharpReach: 0.075, softReach: 0.36 }

/** Sharp in a band and ever softer above and below, with toy-bright colours: big things look small. */
export function tiltShift(input: Picture): Picture {
  const unit = unitPx(input)
  // Light adds up in linear terms: blurring there lets small highlights grow into discs instead of greying
  // out.
  const linear = recolour(input, (colour) => {
    colour.red = colour.red ** 2.6
    colour.green = colour.green ** 2.6
    colour.blue = colour.blue ** 2.6
  })
  const steps = [
    linear,
    blurPicture(linear, 3 * unit),
    blurPicture(linear, 8 * unit),
    blurPicture(linear, 17 * unit),
  ]
  return recolour(input, (colour, _x, y, index) => {
    const away = Math.abs((y + 0.5) / input.heightPx - focus.centre)
    const depth = smoothstep(focus.sharpReach, focus.softReach, away) * (steps.length - 1)
    const low = Math.min(steps.length - 2, Math.floor(depth))
    const nearer = steps[low]
    const farther = steps[low + 1]
    const fraction = depth - low
    const light = (channel: 0 | 1 | 2) =>
      clamp01(lerp(nearer.channels[channel][index], farther.channels[channel][index], fraction)) ** (1 / 2.6)
    colour.red = light(0)
    colour.green = light(1)
    colour.blue = light(2)
    saturate(colour, 1.75)
    addContrast(colour, 1.2)
    colour.red = clamp01(colour.red * 1.05 + 0.03)
    colour.green = clamp01(colour.green * 1.04 + 0.03)
    colour.blue = clamp01(colour.blue + 0.02)
  })
}
