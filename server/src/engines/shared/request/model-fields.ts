import Joi from 'joi'
import { type ProductName, productNames, type Surface, surfaceOf } from '../../../core/domain/products.ts'
import type { GenerationJob } from '../../../core/ports/generation-job.ts'
import { at } from '../calls/json-path.ts'
import type { TextWithFiles } from '../calls/request-body.ts'
import { fitSize, nearestAspectRatio, nearestDuration, type SizeRule } from './fit-size.ts'
import { promptsOf } from './prompts.ts'
import { aspectRatiosSchema, sizeRuleSchema, sizeRuleWithDefaults } from './size-options.ts'

/** The values of a job, which are mapped to the names of a model's input fields. */
const jobFields = [
  'prompt',
  'negativePrompt',
  'image',
  'width',
  'height',
  /** Width and height as one object. */
  'size',
  'aspectRatio',
  /** `480p`, `720p` or `1080p`. */
  'resolution',
  'duration',
  'seed',
  'strength',
] as const

type JobField = (typeof jobFields)[number]

/**
 * The model's name of each field; null for a field that it lacks. `[]` after the name of the image field
 * makes it a list.
 */
export type ModelFields = Readonly<Partial<Record<JobField, string | null>>>

interface ModelInputOptions {
  readonly fields: ModelFields
  /** Fields of every job, such as steps; a job's own values override them. */
  readonly parameters: Readonly<Record<string, unknown>>
  readonly sizeRule: SizeRule
  /** Shapes that the model offers, such as `16:9`. @default the usual ones of images or videos */
  readonly aspectRatios?: readonly [string, ...string[]]
  /** Lengths that the model offers, in seconds. @default any */
  readonly durations?: readonly [number, ...number[]]
  /** Whether the model expects the length as a number or as text. @default 'number' */
  readonly durationAs: 'number' | 'text'
}

/** The field names for a kind of engine whose models choose their own. */
export interface ModelOptions extends ModelInputOptions {
  /** Overrides for a single product. */
  readonly products: Readonly<Partial<Record<ProductName, Partial<ModelInputOptions>>>>
}

const usualRatios: Readonly<Record<Surface, readonly [string, ...string[]]>> = {
  image: ['1:1', '16:9', '9:16', '4:3', '3:4', '3:2', '2:3'],
  video: ['16:9', '9:16', '1:1'],
}

const resolutions = [480, 720, 1080] as const

/** The schema of these options, with the names that most models of the kind use. */
export function modelOptionsKeys(names: ModelFields): Joi.PartialSchemaMap<ModelOptions> {
  const name = Joi.string().allow(null)
  const shared = {
    aspectRatios: aspectRatiosSchema,
    durations: Joi.array().items(Joi.number().positive()).min(1),
  }
  const fieldsOf = (defaults: ModelFields): Joi.ObjectSchema =>
    Joi.object(Object.fromEntries(jobFields.map((field) => [field, withDefault(name, defaults[field])])))
  const ofProduct = Joi.object({
    ...shared,
    fields: fieldsOf({}),
    parameters: Joi.object(),
    sizeRule: sizeRuleSchema,
    durationAs: Joi.string().valid('number', 'text'),
  })
  return {
    ...shared,
    fields: fieldsOf(names).default(),
    parameters: Joi.object().default({}),
    sizeRule: sizeRuleWithDefaults({ multipleOf: 16, sidePxMin: 256, sidePxMax: 1440 }),
    durationAs: Joi.string().valid('number', 'text').default('number'),
    products: Joi.object(Object.fromEntries(productNames.map((product) => [product, ofProduct]))).default({}),
  }
}

function withDefault(schema: Joi.StringSchema, value: string | null | undefined): Joi.StringSchema {
  return value === undefined ? schema : schema.default(value)
}

function optionsFor(options: ModelOptions, product: ProductName): ModelInputOptions {
  const own = options.products[product] ?? {}
  return {
    ...options,
    ...own,
    fields: { ...options.fields, ...own.fields },
    parameters: { ...options.parameters, ...own.parameters },
    sizeRule: { ...options.sizeRule, ...own.sizeRule },
  }
}

/** A job in the fields of its model. `image` is the input in the engine's form: a data URL or a link. */
export function modelInput(
  job: GenerationJob,
  options: ModelOptions,
  image: string | TextWithFiles | undefined,
): Record<string, unknown> {
  const settings = optionsFor(options, job.product)
  const values = valuesOf(job, settings, image)
  const input: Record<string, unknown> = { ...settings.parameters }
  for (const field of jobFields) {
    const name = settings.fields[field]
    const value = values[field]
    if (name === undefined || name === null || value === undefined) continue
    if (name.endsWith('[]')) input[name.slice(0, -2)] = [value]
    else input[name] = value
  }
  return input
}

function valuesOf(
  job: GenerationJob,
  settings: ModelInputOptions,
  image: string | TextWithFiles | undefined,
): Partial<Record<JobField, unknown>> {
  const { prompt, negativePrompt, strength } = promptsOf(job)
  const { widthPx, heightPx } = fitSize(job, settings.sizeRule)
  const isVideo = surfaceOf(job.product) === 'video'
  return {
    prompt,
    negativePrompt,
    image,
    width: widthPx,
    height: heightPx,
    size: { width: widthPx, height: heightPx },
    aspectRatio: nearestAspectRatio(job, settings.aspectRatios ?? usualRatios[isVideo ? 'video' : 'image']),
    resolution: isVideo
      ? `${nearestDuration(Math.min(job.widthPx, job.heightPx), [...resolutions])}p`
      : undefined,
    duration: durationOf(job.durationSeconds, settings),
    seed: job.seed,
    strength: image === undefined ? undefined : strength,
  }
}

function durationOf(
  seconds: number | undefined,
  { durations, durationAs }: ModelInputOptions,
): number | string | undefined {
  if (seconds === undefined) return undefined
  const offered = durations === undefined ? seconds : nearestDuration(seconds, durations)
  return durationAs === 'text' ? String(offered) : offered
}

/**
 * Whether a model's input, as the engine lists it, belongs to a job. Every task has another seed; without a
 * seed field nothing is proven, because two tasks may have the same words.
 */
export function isInputOf(input: unknown, job: GenerationJob, options: ModelOptions): boolean {
  const { prompt, seed } = optionsFor(options, job.product).fields
  if (prompt === undefined || prompt === null || seed === undefined || seed === null) return false
  return at(input, seed) === job.seed && at(input, prompt) === promptsOf(job).prompt
}
