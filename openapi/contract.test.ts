import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { operations as operationTable } from '../sdk/src/generated/operations.ts'
import { isRecord } from './checks/contract.ts'
import { contractChecker } from './checks/contract-check.ts'
import contract from './generated/openapi.json' with { type: 'json' }

const { schemas, examples } = contract.components
const operations = Object.values(contract.paths).flatMap((item): Operation[] => Object.values(item))

interface Operation {
  readonly operationId: string
  readonly parameters: readonly { $ref: string }[]
}

// Annotations of ours, such as x-limits, are no keywords to ajv, and formats are for readers here.
const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true })
ajv.addSchema(contract, 'contract')

function accepts(schema: keyof typeof schemas, value: unknown): boolean {
  const validate = ajv.getSchema(`contract#/components/schemas/${schema}`)
  if (validate === undefined) throw new Error(`The contract has no schema ${schema}.`)
  return validate(value) === true
}

describe('what stands twice in the contract agrees', () => {
  test('every error code that an operation can answer has an example', () => {
    const shown = Object.entries(examples)
      .filter(([name]) => name.startsWith('error-'))
      .map(([, example]) => 'code' in example.value && example.value.code)
    const outsideOperations = ['NOT_FOUND', 'METHOD_NOT_ALLOWED']
    expect(new Set([...shown, ...outsideOperations])).toEqual(new Set(schemas.ApiErrorCode.enum))
  })

  test('every status and error code of a task has an example', () => {
    const tasks = Object.values(examples).flatMap(({ value }) => ('startedAt' in value ? [value] : []))
    expect(new Set(tasks.map((task) => task.status))).toEqual(new Set(schemas.TaskStatus.enum))
    const codes = tasks.flatMap((task) => (task.error === null ? [] : [task.error.code]))
    expect(new Set(codes)).toEqual(new Set(schemas.TaskErrorCode.enum))
  })

  test('every status and error code of an upload has an example', () => {
    const uploads = Object.values(examples).flatMap(({ value }) => ('verifiedAt' in value ? [value] : []))
    expect(new Set(uploads.map((upload) => upload.status))).toEqual(new Set(schemas.UploadStatus.enum))
    const codes = uploads.flatMap((upload) => (upload.error === null ? [] : [upload.error.code]))
    expect(new Set(codes)).toEqual(new Set(schemas.UploadErrorCode.enum))
  })

  test('every resolution that a request takes has a size and a price, and no others do', () => {
    const sizes = Object.entries(contract['x-resolutions']).map(([product, tiers]) => [
      product,
      Object.keys(tiers),
    ])
    const prices = examples.pricing.value.products.map(({ product, tiers }) => [
      product,
      tiers.map((one) => one.tier),
    ])
    const taken = [
      ['image.generate', schemas.ImageGenerationRequest.properties.resolution.enum],
      ['image.transform', schemas.ImageTransformationFields.properties.resolution.enum],
      ['video.generate', schemas.VideoGenerationRequest.properties.resolution.enum],
      ['video.transform', schemas.VideoTransformationRequest.properties.resolution.enum],
    ]
    expect(sizes).toEqual(taken)
    expect(prices).toEqual(taken)
    expect(taken.map(([product]) => product)).toEqual(schemas.Product.enum)
  })
})

describe('the operations', () => {
  test('take an Idempotency-Key on the four generations and nowhere else', () => {
    const taking = operations.filter(({ parameters }) =>
      parameters.some((parameter) => parameter.$ref === '#/components/parameters/IdempotencyKey'),
    )
    expect(taking.map(({ operationId }) => operationId)).toEqual([
      'generateImage',
      'transformImage',
      'generateVideo',
      'transformVideo',
    ])
  })

  test('promise no events', () => {
    expect(JSON.stringify(contract)).not.toMatch(/"(callbacks|webhooks)":/)
  })

  test('never refuse a request for its request id', () => {
    expect(contract.components.parameters.RequestId.schema).toEqual({ type: 'string' })
  })
})

describe('a request', () => {
  // Mock, samples and pages are made of the examples, so that nobody sees a field that none of them has.
  test.each(contractChecker().operations)(
    'of $operationId shows each of its fields in an example',
    (operation) => {
      const { operationId, requestExamples } = operation
      const shown = requestExamples.flatMap(({ value }) => (isRecord(value) ? Object.keys(value) : []))
      const fields = Object.entries(operationTable).find(([id]) => id === operationId)?.[1].bodyFields
      expect(fields?.filter((field) => !shown.includes(field))).toEqual([])
    },
  )

  test('of an image transformation needs an effect or a prompt', () => {
    expect(accepts('ImageTransformationRequest', { assetId: 'a', effectId: 'noir' })).toBe(true)
    expect(accepts('ImageTransformationRequest', { assetId: 'a', prompt: 'At night' })).toBe(true)
    expect(
      accepts('ImageTransformationRequest', { assetId: 'a', effectId: 'noir', prompt: 'At night' }),
    ).toBe(true)
    expect(accepts('ImageTransformationRequest', { assetId: 'a' })).toBe(false)
    expect(accepts('ImageTransformationRequest', { effectId: 'noir' })).toBe(false)
  })

  test('counts the characters of a prompt as code points', () => {
    expect(accepts('Prompt', '🦊'.repeat(2000))).toBe(true)
    expect(accepts('Prompt', 'a'.repeat(2001))).toBe(false)
    expect(accepts('Prompt', '')).toBe(false)
    expect(accepts('NegativePrompt', '')).toBe(true)
    expect(accepts('NegativePrompt', '🦊'.repeat(1001))).toBe(false)
  })

  test('takes white space as a prompt, but neither the null character nor half a surrogate pair', () => {
    expect(accepts('Prompt', ' \n')).toBe(true)
    for (const text of ['a\u0000b', 'a\ud83eb', '\udd8a']) {
      expect(accepts('Prompt', text)).toBe(false)
      expect(accepts('NegativePrompt', text)).toBe(false)
    }
  })

  test('may carry fields that the contract does not know', () => {
    expect(accepts('ImageGenerationRequest', { prompt: 'a', style: 'new' })).toBe(true)
    expect(accepts('UploadCompletionRequest', { anything: 1 })).toBe(true)
  })

  test('takes a default that yields to effects on transformations only, and on each of theirs', () => {
    const marked = Object.entries(schemas).flatMap(([schema, definition]) => {
      const fields: Record<string, object> = 'properties' in definition ? definition.properties : {}
      return Object.entries(fields)
        .filter(([, field]) => 'default' in field)
        .map(([name, field]) => [`${schema}.${name}`, 'x-default-yields-to-effect' in field])
    })
    expect(Object.fromEntries(marked)).toEqual({
      'ImageGenerationRequest.resolution': false,
      'ImageGenerationRequest.aspectRatio': false,
      'ImageTransformationFields.resolution': true,
      'VideoGenerationRequest.resolution': false,
      'VideoGenerationRequest.aspectRatio': false,
      'VideoGenerationRequest.durationSeconds': false,
      'VideoTransformationRequest.resolution': true,
      'VideoTransformationRequest.durationSeconds': true,
    })
  })
})

describe('an amount', () => {
  test.each(['0.00', '12.50', '0.035', '1234567890123.123456'])('may be %s', (amount) => {
    expect(accepts('Amount', amount)).toBe(true)
  })

  test.each(['12', '12.5', '.50', '-1.00', '1.1234567', '01.00', '1e3', '1,00', '12345678901234.00'])(
    'may not be %s',
    (amount) => {
      expect(accepts('Amount', amount)).toBe(false)
    },
  )
})
