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

test('the choices of the command line are those of the contract', () => {
  expect({ ...choices }).toEqual({
    imageSizes: allowed('ImageGenerationRequest', 'resolution'),
    imageShapes: allowed('ImageGenerationRequest', 'aspectRatio'),
    transformSizes: allowed('ImageTransformationFields', 'resolution'),
    transformShapes: allowed('ImageTransformationFields', 'aspectRatio'),
    videoSizes: allowed('VideoGenerationRequest', 'resolution'),
    videoShapes: allowed('VideoGenerationRequest', 'aspectRatio'),
    videoSeconds: range('VideoGenerationRequest', 'durationSeconds'),
    animateSizes: allowed('VideoTransformationRequest', 'resolution'),
    animateShapes: allowed('VideoTransformationRequest', 'aspectRatio'),
    animateSeconds: allowed('VideoTransformationRequest', 'durationSeconds'),
    surfaces: contract.components.schemas.Surface.enum,
  })
})
