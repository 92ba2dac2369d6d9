import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { parse } from 'yaml'
import { CommandError } from './command-line.ts'
import { packageFolder } from './package-folder.ts'
import type { ReferenceRights } from './read/reference-rights.ts'
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
  /** What the contract's references may lead to. */
  readonly rights: ReferenceRights
}

interface ConfigFile extends Partial<Omit<Settings, 'errorForm'>> {
  readonly contract?: string
  readonly out?: string
  readonly overlay?: string
  readonly root?: string
  readonly allowRemote?: boolean
  readonly outputs?: Outputs
  readonly errors?: string
}

/** The defaults for a contract of which nothing is said. */
export const packageConfiguration: Configuration = {
  outputs: packageOutputs,
  settings: defaultSettings,
  rights: {},
}

/** Reads a config file. Throws a CommandError with every fault of it, by name. */
export function readConfiguration(file: string): Configuration {
  if (!existsSync(file)) throw new CommandError(`there is no ${file}`)
  const value = parsed(file)
  const ajv = new Ajv2020({ allErrors: true })
  formats.default(ajv)
  const validate = ajv.compile<ConfigFile>(
    JSON.parse(readFileSync(join(packageFolder, 'generate.schema.json'), 'utf8')),
  )
  if (validate(value)) return configurationOf(value, file)
  const faults = (validate.errors ?? []).map((error) => `  ${faultText(error)}`)
  throw new CommandError(`${file} cannot be used:\n${faults.join('\n')}`)
}

function parsed(file: string): unknown {
  try {
    return parse(readFileSync(file, 'utf8'))
  } catch (error) {
    const [reason = ''] = (error instanceof Error ? error.message : String(error)).split('\n')
    throw new CommandError(`${file} is no YAML: ${reason}`)
  }
}

/** The file of a hook. Throws a CommandError with its key if there is none. */
function existing(key: string, path: string): string {
  if (!existsSync(path)) throw new CommandError(`${key}: there is no ${path}`)
  return path
}

function faultText({ keyword, instancePath, params, message }: ErrorObject): string {
  const place = instancePath.slice(1).replaceAll('/', '.')
  if (keyword === 'additionalProperties')
    return `${[place, params.additionalProperty].filter((key) => key !== '').join('.')} is an unknown key`
  if (keyword === 'pattern' && place.startsWith('outputs')) return `${place} must be a folder below out`
  return `${place || 'the file'} ${message}`
}

function configurationOf(config: ConfigFile, file: string): Configuration {
  const fromFile = (path: string | undefined) => path && resolve(dirname(file), path)
  const {
    contract,
    out,
    overlay,
    root,
    allowRemote,
    outputs = packageOutputs,
    errors = defaultSettings.errorForm,
    errorCodes,
    context,
    ...others
  } = config
  return {
    contract: fromFile(contract),
    out: fromFile(out),
    rights: { overlay: fromFile(overlay), root: fromFile(root), remote: allowRemote },
    outputs,
    settings: {
      ...defaultSettings,
      ...others,
      errorCodes:
        errorCodes === undefined || errorCodes === fromContract
          ? errorCodes
          : existing('errorCodes', resolve(dirname(file), errorCodes)),
      context: context === undefined ? undefined : existing('context', resolve(dirname(file), context)),
      errorForm: isBuiltIn(errors) ? errors : resolve(dirname(file), errors),
    },
  }
}
