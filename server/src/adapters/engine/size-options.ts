import Joi from 'joi'
import type { SizeRule } from './fit-size.js'

/**
 * The schema of a `sizeRule` option: what sizes an engine's model can make, each bound with the kind's own
 * default.
 */
export function sizeRuleSchema(defaults: SizeRule): Joi.ObjectSchema<SizeRule> {
  const px = (value: number | undefined): Joi.NumberSchema => {
    const schema = Joi.number().integer().min(1)
    return value === undefined ? schema : schema.default(value)
  }
  return Joi.object<SizeRule>({
    multipleOf: px(defaults.multipleOf),
    sidePxMin: px(defaults.sidePxMin),
    sidePxMax: px(defaults.sidePxMax),
    areaPxMin: px(defaults.areaPxMin),
    areaPxMax: px(defaults.areaPxMax),
  }).default()
}
