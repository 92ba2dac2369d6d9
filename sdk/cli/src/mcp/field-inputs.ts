import type {
  ImageGenerationRequest,
  ImageTransformationRequest,
  VideoGenerationRequest,
  VideoTransformationRequest,
} from '@mediagen/sdk'
import { fieldsOf, type GenerationOperation, type RequestField, wordsOf } from '../request-field.js'
import { boolean, int, literal, number, string, type ZodExactOptional, type ZodType } from './protocol.js'

type Inputs<Request> = {
  [Field in Exclude<keyof Request, 'assetId'>]-?: Record<never, never> extends Pick<Request, Field>
    ? ZodExactOptional<ZodType<Exclude<Request[Field], undefined>>>
    : ZodType<Request[Field]>
}
type ImageTransformationInputs = Inputs<
  Omit<ImageTransformationRequest, 'effectId' | 'prompt'> & { effectId?: string; prompt?: string }
>

/** The inputs of a generation's tool: one for each field of its request, except the image. */
export function fieldInputs(operation: 'generateImage'): Inputs<ImageGenerationRequest>
export function fieldInputs(operation: 'transformImage'): ImageTransformationInputs
export function fieldInputs(operation: 'generateVideo'): Inputs<VideoGenerationRequest>
export function fieldInputs(operation: 'transformVideo'): Inputs<VideoTransformationRequest>
export function fieldInputs(operation: GenerationOperation): Record<string, ZodType> {
  const inputs = fieldsOf(operation, ['assetId']).map(([name, field]) => {
    const { meaning, omitted } = wordsOf(field)
    return field.required === true
      ? ([name, inputOf(field).describe(`${meaning}.`)] as const)
      : ([name, inputOf(field).describe(`${meaning}. Default: ${omitted}.`).exactOptional()] as const)
  })
  return Object.fromEntries(inputs)
}

function inputOf(field: RequestField): ZodType {
  const { type, enum: choices, minimum = -Infinity, maximum = Infinity } = field
  if (choices !== undefined) return literal(choices)
  if (type === 'string') return textInput(field)
  if (type === 'boolean') return boolean()
  return (type === 'integer' ? int() : number()).min(minimum).max(maximum)
}

/** Text, whose characters are counted as the service does: some have length two in UTF-16. */
function textInput({ minLength = 0, maxLength = Infinity }: RequestField): ZodType {
  return string()
    .refine(
      (text) => [...text].length >= minLength && [...text].length <= maxLength,
      `${minLength} to ${maxLength} characters`,
    )
    .meta({ minLength, maxLength })
}
