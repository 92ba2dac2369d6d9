import { defaults } from '@mediagen/contract/defaults'
import type { Effect, EffectPresets } from '../catalogue.ts'
import { operationOf, type ProductName } from '../products.ts'
import type { TaskEffect, TaskInput, TaskParameters } from '../tasks/task.ts'
import type { GenerationRequest } from './generation-request.ts'
import { outputSize, type Shape, shapeOf } from './output-size.ts'

/** A request with every parameter resolved: what is generated, and the basis of its price. */
export interface ResolvedGeneration {
  readonly product: ProductName
  readonly tier: string
  /** Images, or seconds of video. */
  readonly units: number
  readonly parameters: TaskParameters
}

/**
 * Resolves every parameter of a request: an explicit value overrides the effect's preset, which overrides the
 * contract's default; a transformation that gets an aspect ratio from neither keeps its input's.
 */
export function resolveGeneration(
  request: GenerationRequest,
  found: { readonly effect?: Effect; readonly input?: TaskInput },
): ResolvedGeneration {
  const { product } = request
  const sent = readFields(request)
  const presets = found.effect?.defaults ?? {}
  const fallback: EffectPresets = defaults[operationOf[product]]
  const tier = sent.resolution ?? presets.resolution ?? fallback.resolution
  if (tier === undefined) throw new Error(`The contract gives ${product} no default resolution.`)
  const aspectRatio = sent.aspectRatio ?? presets.aspectRatio ?? fallback.aspectRatio
  const durationSeconds = sent.durationSeconds ?? presets.durationSeconds ?? fallback.durationSeconds
  return {
    product,
    tier,
    units: durationSeconds ?? 1,
    parameters: {
      prompt: sent.prompt ?? '',
      ...(sent.negativePrompt !== undefined && { negativePrompt: sent.negativePrompt }),
      ...(found.effect !== undefined && { effect: effectOf(found.effect) }),
      ...(found.input !== undefined && { input: found.input }),
      ...(aspectRatio !== undefined && { aspectRatio }),
      ...outputSize(product, tier, shapeFor(aspectRatio, found.input)),
      ...(durationSeconds !== undefined && { durationSeconds }),
    },
  }
}

function effectOf({ name, description, surface, defaults, ...effect }: Effect): TaskEffect {
  return effect
}

/** Every field that any of the requests has, each optional. */
type RequestFields = {
  readonly [Name in FieldName]?: FieldsOf<GenerationRequest['parameters'], Name>
}
type FieldName = KeysOf<GenerationRequest['parameters']>
type KeysOf<Union> = Union extends unknown ? keyof Union : never
type FieldsOf<Union, Name extends PropertyKey> = Union extends { readonly [Key in Name]?: infer Field }
  ? Field
  : never

/**
 * The fields that determine the job and its price. Each field of the contract is named here, so that a new
 * one does not compile until somebody has decided what it does.
 */
function readFields({ parameters }: GenerationRequest) {
  const {
    prompt,
    negativePrompt,
    resolution,
    aspectRatio,
    durationSeconds,
    // Looked up by the caller, so they exist.
    assetId: _assetId,
    effectId: _effectId,
    ...unread
  }: RequestFields = parameters
  unread satisfies Readonly<Record<string, never>>
  return { prompt, negativePrompt, resolution, aspectRatio, durationSeconds }
}

function shapeFor(aspectRatio: string | undefined, input: TaskInput | undefined): Shape {
  if (aspectRatio !== undefined) return shapeOf(aspectRatio)
  if (input === undefined)
    throw new Error('A generation without an input has a default aspect ratio in the contract.')
  return { width: input.widthPx, height: input.heightPx }
}
