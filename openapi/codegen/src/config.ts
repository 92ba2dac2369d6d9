import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import Joi from 'joi'
import { parse } from 'yaml'
import type { ExpectedDifference } from './check/round-trip/expected-differences.ts'
import { defaultSettings, fromContract, isBuiltIn, type Settings } from './settings.ts'
import { type Outputs, packageOutputs } from './staging.ts'

/** A config file, read: where the generated files go, and how they are made. */
export interface Configuration {
  readonly outputs: Outputs
  readonly settings: Settings
  /** The contract's document or folder. */
  readonly contract?: string | undefined
  /** The folder that `outputs` are relative to. */
  readonly out?: string | undefined
}

interface ConfigFile {
  readonly contract?: string
  readonly out?: string
  readonly outputs?: Outputs
  readonly strict?: boolean
  readonly requestIdHeader?: string
  readonly requestBodyBytesMax?: number
  readonly fillDefaults?: boolean
  readonly client?: boolean
  readonly errors?: string
  readonly errorCodes?: string
  readonly context?: string
  readonly expectedDifferences?: readonly {
    readonly name: string
    readonly place: string
    readonly contract?: string
    readonly emitted?: string
    readonly reason: string
  }[]
}

const folder = Joi.string()
  .min(1)
  .pattern(/^(?!\/|(.*\/)?\.{1,2}(\/|$))/, 'a folder below --out')

const schema = Joi.object({
  contract: Joi.string().min(1),
  out: Joi.string().min(1),
  outputs: Joi.object({
    openapi: folder.required(),
    server: folder.required(),
    types: folder,
    examples: folder,
    requestFields: folder,
    client: folder,
  }),
  strict: Joi.boolean(),
  requestIdHeader: Joi.string().pattern(/^[A-Za-z][A-Za-z0-9-]*$/, 'a header'),
  requestBodyBytesMax: Joi.number().integer().min(1).max(1_073_741_824),
  fillDefaults: Joi.boolean(),
  client: Joi.boolean(),
  errors: Joi.string().min(1),
  errorCodes: Joi.string().min(1),
  context: Joi.string().min(1),
  expectedDifferences: Joi.array().items(
    Joi.object({
      name: Joi.string().required(),
      place: Joi.string().required().custom(regularExpression),
      contract: Joi.string(),
      emitted: Joi.string(),
      reason: Joi.string().required(),
    }),
  ),
}).required()

/** The defaults for a contract of which nothing is said. */
export const packageConfiguration: Configuration = { outputs: packageOutputs, settings: defaultSettings }

/** Reads a config file. Throws with every fault of it, by name. */
export function readConfiguration(file: string): Configuration {
  const { value, error } = schema.validate(parse(readFileSync(file, 'utf8')), {
    abortEarly: false,
    convert: false,
  })
  if (error !== undefined) {
    const faults = error.details.map(({ message }) => `  ${message}`)
    throw new Error(`${file} is not a configuration:\n${faults.join('\n')}`)
  }
  return configurationOf(value, file)
}

function configurationOf(config: ConfigFile, file: string): Configuration {
  const fromFile = (path: string | undefined) => path && resolve(dirname(file), path)
  const {
    contract,
    out,
    outputs = packageOutputs,
    errors = defaultSettings.errorForm,
    errorCodes,
    context,
    expectedDifferences = [],
    ...others
  } = config
  return {
    contract: fromFile(contract),
    out: fromFile(out),
    outputs,
    settings: {
      ...defaultSettings,
      ...others,
      errorCodes: errorCodes === fromContract ? fromContract : fromFile(errorCodes),
      context: fromFile(context),
      errorForm: isBuiltIn(errors) ? errors : resolve(dirname(file), errors),
      expectedDifferences: expectedDifferences.map(
        ({ contract, emitted, place, ...kind }): ExpectedDifference => ({
          ...kind,
          place: new RegExp(place),
          contract,
          emitted,
        }),
      ),
    },
  }
}

function regularExpression(value: string): string {
  new RegExp(value)
  return value
}
