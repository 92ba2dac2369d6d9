import { GatewayError } from './errors.ts'
import type { Fields } from './read-fields.ts'

/** The text of a field, as JSON or a form has it; undefined where it is not there. */
export function textField(fields: Fields, name: string): string | undefined {
  const value = fields[name]
  if (value === undefined || value === null) return undefined
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return String(value)
  throw new GatewayError(400, 'invalid_type', `${name} must be one value.`, name)
}

/** The whole number of a field. */
export function numberField(fields: Fields, name: string, { min, max, byDefault }: Bounds): number {
  const text = textField(fields, name)
  if (text === undefined) return byDefault
  const value = Number(text)
  if (Number.isInteger(value) && value >= min && value <= max) return value
  throw new GatewayError(400, 'invalid_value', `${name} must be a whole number from ${min} to ${max}.`, name)
}

/** What a number may be. */
interface Bounds {
  readonly min: number
  readonly max: number
  readonly byDefault: number
}

/** The file of a form; undefined where it is not there. */
export function fileField(fields: Fields, ...names: readonly string[]): File | undefined {
  const files = names.flatMap((name) => fields[name] ?? []).filter((value) => value instanceof File)
  if (files.length > 1) throw new GatewayError(400, 'too_many_files', 'Only one image is allowed.', names[0])
  return files[0]
}

/** Rejects fields whose values have no counterpart, rather than to ignore what a caller relies on. */
export function rejectOthers(fields: Fields, allowed: Readonly<Record<string, readonly string[]>>): void {
  for (const [name, values] of Object.entries(allowed)) {
    const value = fields[name]
    if (value === undefined || value === null || values.includes(String(value))) continue
    const offer = values.length === 0 ? 'is not supported' : `must be ${values.join(' or ')}`
    throw new GatewayError(400, 'unsupported_value', `${name} ${offer}.`, name)
  }
}

/** The effect that a model stands for: `effect:linocut`. Any other model is the service's own choice. */
export function effectOf(fields: Fields): string | undefined {
  return /^effect:(.+)$/.exec(textField(fields, 'model') ?? '')?.[1]
}

/** Width and height of `1024x1536`; undefined for none and for `auto`. */
export function sizeField(fields: Fields): { widthPx: number; heightPx: number } | undefined {
  const text = textField(fields, 'size')
  if (text === undefined || text === 'auto' || text === '') return undefined
  const nearest = nearestSizes.get(text)
  if (nearest !== undefined) return nearest
  const [, width, height] = /^(\d{2,5})x(\d{2,5})$/.exec(text) ?? []
  if (width !== undefined && height !== undefined) return { widthPx: Number(width), heightPx: Number(height) }
  throw new GatewayError(400, 'invalid_value', 'size must be WIDTHxHEIGHT or auto.', 'size')
}

/** What a field may be called in a header. */
const namePattern = /^[\w.[\]-]{1,64}$/
const ignoredMax = 20

/**
 * The names of the fields that have no effect: those that an operation does not know, and a `model` that is no
 * effect.
 */
export function ignoredOf(fields: Fields, known: readonly string[]): string[] {
  const isUsed = (name: string) => (name === 'model' ? effectOf(fields) !== undefined : true)
  return Object.keys(fields)
    .filter((name) => namePattern.test(name) && fields[name] !== null)
    .filter((name) => !(known.includes(name) && isUsed(name)))
    .slice(0, ignoredMax)
}

/** The sizes of DALL·E 3 that have a ratio of 7:4, of which nobody has more than the nearest. */
const nearestSizes = new Map([
  ['1792x1024', { widthPx: 1792, heightPx: 1008 }],
  ['1024x1792', { widthPx: 1008, heightPx: 1792 }],
])

/** The ratio among those on offer that a size has. */
export function ratioOf<Ratio extends string>(
  { widthPx, heightPx }: { widthPx: number; heightPx: number },
  offered: readonly Ratio[],
): Ratio {
  const found = offered.find((ratio) => {
    const [width = 1, height = 1] = ratio.split(':').map(Number)
    return widthPx * height === heightPx * width
  })
  if (found !== undefined) return found
  throw new GatewayError(400, 'invalid_value', `size must have a ratio of ${offered.join(', ')}.`, 'size')
}

/** The smallest tier that is no smaller than an edge. */
export function tierOf<Tier extends string>(
  edgePx: number,
  tiers: readonly (readonly [Tier, number])[],
): Tier {
  const found = tiers.find(([, tierPx]) => tierPx >= edgePx)
  if (found !== undefined) return found[0]
  throw new GatewayError(400, 'invalid_value', `size must be at most ${tiers.at(-1)?.[1]} pixels.`, 'size')
}
