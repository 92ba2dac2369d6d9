import Joi from 'joi'
import { fitSize, nearestSize, type Size, type SizeRule } from './fit-size.ts'

/** The options that define an engine's sizes: a list, or otherwise a rule. */
export interface SizeOptions {
  /** Such as `1280x720`. */
  readonly sizes?: readonly string[]
  readonly sizeRule?: SizeRule
}

const px = Joi.number().integer().min(1)

const sizeRuleKeys = {
  multipleOf: px,
  sidePxMin: px,
  sidePxMax: px,
  areaPxMin: px,
  areaPxMax: px,
  ratioMax: Joi.number().min(1),
} as const satisfies Record<keyof SizeRule, Joi.NumberSchema>

/** A rule of sizes, without a default. */
export const sizeRuleSchema: Joi.ObjectSchema<SizeRule> = Joi.object<SizeRule>(sizeRuleKeys)

/** A rule of sizes in which each limit missing from the file has the kind's default. */
export function sizeRuleWithDefaults(defaults: SizeRule): Joi.ObjectSchema<SizeRule> {
  const keys = Object.entries({ ...sizeRuleKeys }).map(([name, schema]): [string, Joi.Schema] => {
    const value = Object.entries(defaults).find(([bound]) => bound === name)?.[1]
    return [name, value === undefined ? schema : schema.default(value)]
  })
  return Joi.object<SizeRule>(Object.fromEntries(keys)).default()
}

/** A list of sizes such as `1280x720`. */
export const sizesSchema: Joi.ArraySchema = Joi.array()
  .items(Joi.string().pattern(/^[1-9]\d{0,4}x[1-9]\d{0,4}$/))
  .min(1)
  .messages({ 'string.pattern.base': '{{#label}} must be like 1280x720' })

/** A list of shapes such as `16:9`. */
export const aspectRatiosSchema: Joi.ArraySchema = Joi.array()
  .items(Joi.string().pattern(/^[1-9]\d{0,3}(\.\d+)?:[1-9]\d{0,3}(\.\d+)?$/))
  .min(1)
  .messages({ 'string.pattern.base': '{{#label}} must be like 16:9' })

/** The Joi keys of SizeOptions. A rule in the file replaces the whole default. */
export function sizeOptionsKeys(rule: SizeRule): Record<'sizes' | 'sizeRule', Joi.Schema> {
  return { sizes: sizesSchema, sizeRule: sizeRuleSchema.default(rule) }
}

/** The size to request from the engine; the service converts the result to the exact size. */
export function sizeToAsk(asked: Size, { sizes, sizeRule }: SizeOptions): Size {
  const [first, ...others] = (sizes ?? []).map(parseSize)
  if (first !== undefined) return nearestSize(asked, [first, ...others])
  return sizeRule === undefined ? asked : fitSize(asked, sizeRule)
}

function parseSize(text: string): Size {
  const [widthPx = 0, heightPx = 0] = text.split('x').map(Number)
  return { widthPx, heightPx }
}
