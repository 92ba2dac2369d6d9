import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { operations } from '../../../../sdk/src/generated/operations.ts'
import { readForms } from './read-forms.ts'

const contractFile = new URL('../../../../openapi/generated/openapi.json', import.meta.url)

/** The contract, with the schema of a request changed. */
function contractWith(change: (schemas: Record<string, { properties: object }>) => void = () => undefined) {
  const contract = JSON.parse(readFileSync(contractFile, 'utf8'))
  change(contract.components.schemas)
  return contract
}

const formOf = (contract: unknown, product: string) => {
  const form = readForms(contract).find((one) => one.product === product)
  if (form === undefined) throw new Error(`no form of ${product}`)
  return form
}
const fieldOf = (contract: unknown, product: string, name: string) =>
  formOf(contract, product).fields.find((field) => field.name === name)

const fieldNames = {
  'image.generate': operations.generateImage.bodyFields,
  'image.transform': operations.transformImage.bodyFields,
  'video.generate': operations.generateVideo.bodyFields,
  'video.transform': operations.transformVideo.bodyFields,
}

describe('the forms of the contract', () => {
  test('have the fields of each product, with their limits and defaults', () => {
    const forms = readForms(contractWith())
    expect(forms.map(({ product, path }) => [product, path])).toEqual([
      ['image.generate', '/api/v1/images/generations'],
      ['image.transform', '/api/v1/images/transformations'],
      ['video.generate', '/api/v1/videos/generations'],
      ['video.transform', '/api/v1/videos/transformations'],
    ])
    for (const { product, fields } of forms)
      expect(fields.map(({ name }) => name)).toEqual([...fieldNames[product]])
    expect(fieldOf(contractWith(), 'image.generate', 'prompt')).toMatchObject({
      kind: 'text',
      required: true,
      maxLength: 2000,
    })
    expect(fieldOf(contractWith(), 'video.generate', 'durationSeconds')).toMatchObject({
      kind: 'number',
      required: false,
      min: 4,
      max: 15,
      default: 5,
      isInteger: true,
    })
    expect(fieldOf(contractWith(), 'video.transform', 'durationSeconds')).toMatchObject({
      kind: 'choice',
      choices: [5, 8],
    })
  })

  test('label each field with its title in the contract, and name the option of the command line', () => {
    expect(fieldOf(contractWith(), 'video.transform', 'durationSeconds')).toMatchObject({
      label: 'Length in seconds',
      option: '--duration',
    })
    expect(fieldOf(contractWith(), 'image.generate', 'aspectRatio')).toMatchObject({
      label: 'Aspect ratio',
      option: '--aspect-ratio',
    })
  })

  test('tell the fields of which one is enough', () => {
    expect(formOf(contractWith(), 'image.transform').anyOf).toEqual([['effectId'], ['prompt']])
    expect(formOf(contractWith(), 'video.transform').anyOf).toEqual([])
  })

  test('gain a new value of an enumeration by themselves', () => {
    const contract = contractWith(({ ImageGenerationRequest }) => {
      Object.assign(ImageGenerationRequest?.properties ?? {}, {
        resolution: { type: 'string', enum: ['1k', '8k'], default: '8k' },
      })
    })
    expect(fieldOf(contract, 'image.generate', 'resolution')).toMatchObject({
      kind: 'choice',
      choices: ['1k', '8k'],
      default: '8k',
    })
  })

  test('gain a new field of each simple type by themselves, and leave out what no form has', () => {
    const contract = contractWith(({ VideoGenerationRequest }) => {
      Object.assign(VideoGenerationRequest?.properties ?? {}, {
        cameraMotion: { type: 'string', enum: ['still', 'handheld'], description: 'How it moves.' },
        seed: { type: 'integer', minimum: 0 },
        loop: { type: 'boolean', default: false },
        subtitle: { $ref: '#/components/schemas/Prompt', description: 'Shown below.' },
        keyframes: { type: 'array', items: { type: 'string' } },
      })
    })
    const fields = formOf(contract, 'video.generate').fields.slice(4)
    expect(fields).toEqual([
      {
        name: 'cameraMotion',
        label: 'Camera motion',
        option: '--camera-motion',
        kind: 'choice',
        required: false,
        help: 'How it moves.',
        choices: ['still', 'handheld'],
      },
      {
        name: 'seed',
        label: 'Seed',
        option: '--seed',
        kind: 'number',
        required: false,
        help: '',
        min: 0,
        isInteger: true,
      },
      {
        name: 'loop',
        label: 'Loop',
        option: '--loop',
        kind: 'flag',
        required: false,
        help: '',
        default: false,
      },
      {
        name: 'subtitle',
        label: 'Subtitle',
        option: '--subtitle',
        kind: 'text',
        required: false,
        help: 'Shown below.',
        maxLength: 2000,
      },
    ])
  })

  test('are not made of a contract that lacks an operation', () => {
    expect(() => readForms({ paths: {} })).toThrow('the contract has no operation generateImage')
  })
})
