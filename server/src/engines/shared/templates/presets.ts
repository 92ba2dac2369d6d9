import { readdirSync, readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { packagePath } from '../../../core/package/package-path.ts'

/** Where presets are in the package: those of kind `http`, and those of gates. */
export type PresetFolder = 'presets' | 'presets/gates'
const suffix = '.yaml'

/** The shipped presets of a folder, by the names that `preset` takes. */
export function presetNames(folder: PresetFolder): readonly string[] {
  return readdirSync(packagePath(folder))
    .filter((file) => file.endsWith(suffix))
    .map((file) => file.slice(0, -suffix.length))
    .sort()
}

/** The options merged over those of the preset that they name. Undefined if there is no such preset. */
export function withPreset(options: object, folder: PresetFolder): object | undefined {
  const preset: unknown = Reflect.get(options, 'preset')
  if (preset === undefined) return options
  if (typeof preset !== 'string' || !presetNames(folder).includes(preset)) return undefined
  return merge(parse(readFileSync(`${packagePath(folder)}/${preset}${suffix}`, 'utf8')), options)
}

/** Objects are merged key by key, anything else is replaced; null removes a key. */
function merge(under: unknown, over: object): object {
  const merged: Record<string, unknown> = isObject(under) ? { ...under } : {}
  for (const [key, value] of Object.entries(over)) {
    if (value === null) delete merged[key]
    else merged[key] = isObject(value) && isObject(merged[key]) ? merge(merged[key], value) : value
  }
  return merged
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
