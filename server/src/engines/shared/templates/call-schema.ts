import Joi from 'joi'
import { type PresetFolder, presetNames, withPreset } from './presets.ts'

/** The schemas of call-options.ts. */

export const pathOfValue = Joi.string()
  .pattern(/^[^.\s]+(\.[^.\s]+)*$/)
  .messages({ 'string.pattern.base': '{{#label}} must be a dotted path such as data.0.url or data.*.url' })

export const pointerSchema = Joi.alternatives(pathOfValue, Joi.array().items(pathOfValue).min(1))

export const httpStatusSchema = Joi.string().pattern(/^[1-5]\d\d$/)

export const authSchema = Joi.alternatives(
  Joi.valid('bearer', 'key', 'none'),
  Joi.object({
    header: Joi.string()
      .pattern(/^[A-Za-z0-9-]+$/)
      .required(),
    prefix: Joi.string().allow('').default(''),
  }),
).default('bearer')

/**
 * An object schema that fills in the preset of that folder before validation, so that every error is reported
 * at its place in the file.
 */
export function objectWithPreset<Options>(
  keys: Joi.SchemaMap,
  folder: PresetFolder,
): Joi.ObjectSchema<Options> {
  const joi: { withPreset(keys: Joi.SchemaMap): Joi.ObjectSchema<Options> } = Joi.extend({
    type: 'withPreset',
    base: Joi.object(),
    messages: { 'withPreset.preset': '{{#label}}: "preset" must be one of {{#names}}' },
    prepare(value: unknown, { error }: Joi.CustomHelpers) {
      if (typeof value !== 'object' || value === null) return undefined
      const merged = withPreset(value, folder)
      return merged === undefined
        ? { value, errors: [error('withPreset.preset', { names: presetNames(folder).join(', ') })] }
        : { value: merged }
    },
    args: (schema: Joi.ObjectSchema, map: Joi.SchemaMap) => schema.keys(map),
  })
  return joi.withPreset(keys)
}
