import Joi from 'joi'
import {
  authSchema,
  httpStatusSchema,
  objectWithPreset,
  pathOfValue,
  pointerSchema,
} from '../shared/templates/call-schema.ts'
import { placeholdersOf } from '../shared/templates/template.ts'
import { checkFiles, headersSchema, requestKeys } from '../shared/templates/template-schema.ts'
import { type GateOptions, gatePlaceholders } from './gate-options.ts'

const values = Joi.array().items(Joi.alternatives(Joi.string(), Joi.number(), Joi.boolean()))

const keys: Joi.SchemaMap = {
  preset: Joi.string(),
  auth: authSchema,
  headers: headersSchema([]),
  request: Joi.object(requestKeys('POST', gatePlaceholders))
    .oxor('json', 'multipart')
    .custom((request: GateOptions['request']) => {
      const isFile = (name: string) => name.endsWith('.file')
      if (placeholdersOf(request.json).some(isFile)) throw new Error('sends a file, which needs "multipart"')
      checkFiles(request, isFile)
      return request
    })
    .required(),
  verdict: Joi.object({
    pointer: pointerSchema,
    allow: values.default([]),
    refuse: values.default([]),
    scores: Joi.object().pattern(pathOfValue, Joi.number()).min(1),
    requires: Joi.object().pattern(pathOfValue, values.min(1)).default({}),
    http: Joi.object().pattern(httpStatusSchema, Joi.valid('allow', 'refuse')).default({}),
  })
    .or('pointer', 'scores', 'http')
    .oxor('pointer', 'scores')
    .custom((verdict: GateOptions['verdict']) => {
      const { pointer, allow, refuse, http } = verdict
      if (pointer !== undefined && (allow.length === 0 || refuse.length === 0))
        throw new Error('must have "allow" and "refuse": a value in neither is no verdict')
      if (pointer === undefined && allow.length + refuse.length > 0)
        throw new Error('must have "pointer", which says where the values of "allow" and "refuse" are')
      if (pointer === undefined && verdict.scores === undefined && Object.keys(http).length === 0)
        throw new Error('must have "pointer", "scores" or statuses in "http"')
      return verdict
    })
    .required(),
  reason: pointerSchema,
}

/** The `options` of a gate, a preset merged in. */
export const gateOptionsSchema: Joi.ObjectSchema<GateOptions> = objectWithPreset<GateOptions>(
  keys,
  'presets/gates',
)
  .messages({ 'any.custom': '{{#label}} {{#error.message}}' })
  .prefs({ convert: true })

/** Options that the schema has validated when the file was read; a second time would apply a preset twice. */
export function parsedGateOptions(options: unknown): GateOptions {
  if (!isParsed(options)) throw new Error('The options of a gate are not an object.')
  return options
}

function isParsed(options: unknown): options is GateOptions {
  return typeof options === 'object' && options !== null
}
