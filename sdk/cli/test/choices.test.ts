import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import * as choices from '../src/choices.js'

const contract = JSON.parse(
  await readFile(new URL('../../../openapi/generated/openapi.json', import.meta.url), 'utf8'),
)

function allowed(schema: string, field: string): unknown {
  return contract.components.schemas[schema].properties[field].enum
}

function range(schema: string, field: string): unknown {
  const { minimum, maximum } = contract.components.schemas[schema].properties[field]
  return { min: minimum, max: maximum }
}

function defaults(schema: string, ...fields: string[]): unknown {
  const { properties } = contract.components.schemas[schema]
  return Object.fromEntries(fields.map((field) => [field, properties[field].default]))
}

test('the choices, bounds and defaults of the command line are those of the contract', () => {
  expect({ ...choices }).toEqual({
    imageResolutions: allowed('ImageGenerationRequest', 'resolution'),
    imageAspectRatios: allowed('ImageGenerationRequest', 'aspectRatio'),
    transformResolutions: allowed('ImageTransformationFields', 'resolution'),
    transformAspectRatios: allowed('ImageTransformationFields', 'aspectRatio'),
    videoResolutions: allowed('VideoGenerationRequest', 'resolution'),
    videoAspectRatios: allowed('VideoGenerationRequest', 'aspectRatio'),
    videoSeconds: range('VideoGenerationRequest', 'durationSeconds'),
    animateResolutions: allowed('VideoTransformationRequest', 'resolution'),
    animateAspectRatios: allowed('VideoTransformationRequest', 'aspectRatio'),
    animateSeconds: allowed('VideoTransformationRequest', 'durationSeconds'),
    promptLength: {
      min: contract.components.schemas.Prompt.minLength,
      max: contract.components.schemas.Prompt.maxLength,
    },
    negativePromptLength: { max: contract.components.schemas.NegativePrompt.maxLength },
    imageDefaults: defaults('ImageGenerationRequest', 'resolution', 'aspectRatio'),
    transformDefaults: defaults('ImageTransformationFields', 'resolution'),
    videoDefaults: defaults('VideoGenerationRequest', 'resolution', 'aspectRatio', 'durationSeconds'),
    animateDefaults: defaults('VideoTransformationRequest', 'resolution', 'durationSeconds'),
    surfaces: contract.components.schemas.Surface.enum,
  })
})
