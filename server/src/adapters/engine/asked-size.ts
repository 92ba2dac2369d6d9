import Joi from 'joi'
import { fitSize, nearestSize, type Size, type SizeRule } from './fit-size.js'

export interface ShapeRule extends SizeRule {
  /** Longer side to shorter side; a longer shape is asked for in this one and cut afterwards. */
  readonly ratioMax?: number
}

/** The options by which an operator says what sizes an engine makes: a list, or else a rule. */
export interface SizeOptions {
  readonly sizes?: readonly string[]
  readonly sizeRule: ShapeRule
}

/** The joi keys of SizeOptions. */
export function sizeOptionsSchema(rule: ShapeRule): Record<'sizes' | 'sizeRule', Joi.Schema> {
  const px = Joi.number().integer().min(1)
  return {
    sizes: Joi.array()
      .items(Joi.string().pattern(/^[1-9]\d{1,4}x[1-9]\d{1,4}$/))
      .min(1),
    sizeRule: Joi.object({
      multipleOf: px,
      sidePxMin: px,
      sidePxMax: px,
      areaPxMin: px,
      areaPxMax: px,
      ratioMax: Joi.number().min(1),
    }).default(rule),
  }
}

/** The size to ask of the engine; the core brings the result to the exact one. */
export function sizeToAsk(asked: Size, { sizes, sizeRule }: SizeOptions): Size {
  const [first, ...others] = (sizes ?? []).map(parseSize)
  if (first !== undefined) return nearestSize(asked, [first, ...others])
  const ratioMax = sizeRule.ratioMax ?? Number.POSITIVE_INFINITY
  const widthPx = Math.min(asked.widthPx, Math.round(asked.heightPx * ratioMax))
  const heightPx = Math.min(asked.heightPx, Math.round(asked.widthPx * ratioMax))
  return fitSize({ widthPx, heightPx }, sizeRule)
}

/** Of shapes such as `16:9`, the one nearest to the asked size. */
export function nearestAspectRatio(asked: Size, [first, ...others]: readonly [string, ...string[]]): string {
  const area = asked.widthPx * asked.heightPx
  const offeredAs = (ratio: string): Size & { ratio: string } => {
    const [width = 1, height = 1] = ratio.split(':').map(Number)
    const unit = Math.sqrt(area / (width * height))
    return { widthPx: width * unit, heightPx: height * unit, ratio }
  }
  return nearestSize(asked, [offeredAs(first), ...others.map(offeredAs)]).ratio
}

function parseSize(text: string): Size {
  const [widthPx = 0, heightPx = 0] = text.split('x').map(Number)
  return { widthPx, heightPx }
}
