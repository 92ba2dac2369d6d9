import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { isRecord, readContract } from '../support/contract.ts'
import { serviceOfFile } from './support/contract-service.ts'
import {
  type FieldRow,
  operationRows,
  requestRows,
  responseFields,
  taskErrorCodes,
  uploadErrorCodes,
} from './support/specification.ts'

const service = serviceOfFile()
const contract = readContract()

/** A schema by name, as a record; throws when the contract has lost it. */
function schema(name: string): Record<string, unknown> {
  const found = contract.components.schemas?.[name]
  if (!isRecord(found)) throw new Error(`the contract has no schema ${name}`)
  return found
}

function propertiesOf(name: string): Record<string, unknown> {
  const { properties } = schema(name)
  return isRecord(properties) ? properties : {}
}

/** A field's own schema with what it refers to. */
function fieldOf(name: string, field: string): Record<string, unknown> {
  const own = propertiesOf(name)[field]
  if (!isRecord(own)) throw new Error(`${name} has lost ${field}`)
  const reference = typeof own.$ref === 'string' ? own.$ref.split('/').at(-1) : undefined
  return { ...(reference !== undefined && schema(reference)), ...own }
}

const requestSchemas = {
  generateImage: 'ImageGenerationRequest',
  transformImage: 'ImageTransformationFields',
  generateVideo: 'VideoGenerationRequest',
  transformVideo: 'VideoTransformationRequest',
  createUpload: 'UploadRequest',
} as const satisfies Record<keyof typeof requestRows, string>

/** What the contract says of a field, in the words of JSON Schema. */
function wordingOf({ rule }: FieldRow): Record<string, unknown> {
  switch (rule.kind) {
    case 'text':
      return {
        type: 'string',
        maxLength: rule.charactersMax,
        ...(rule.charactersMin > 0 && { minLength: rule.charactersMin }),
      }
    case 'id':
      return { type: 'string', minLength: 1, maxLength: rule.charactersMax }
    case 'choice':
      return { type: 'string', enum: rule.values }
    case 'range':
      return { type: 'integer', minimum: rule.minimum, maximum: rule.maximum }
    case 'numbers':
      return { type: 'integer', enum: rule.values }
  }
}

describe('the version', () => {
  test('stands in the path: every operation is under /api/v1', () => {
    for (const path of Object.keys(contract.paths)) expect(path).toMatch(/^\/api\/v1\//)
  })

  test('is needed: without it, and with another one, there is nothing', async () => {
    for (const { path } of operationRows) {
      for (const other of [path.replace('/v1', ''), path.replace('/v1', '/v2'), path.replace('/api', '')]) {
        const response = await service().fetch(other.replace(/\{\w+\}/, 'one'))
        expect(response.status, other).toBe(404)
      }
    }
  })

  test('version 1 keeps every operation that it began with', () => {
    for (const { operationId, method, path, isPublic } of operationRows) {
      const operation = contract.paths[path]?.[method.toLowerCase()]
      expect(operation, operationId).toMatchObject({
        operationId,
        security: isPublic ? [] : [{ ApiKey: [] }],
      })
    }
  })

  test.each(Object.keys(requestSchemas) as (keyof typeof requestSchemas)[])(
    'version 1 keeps every request field of %s with its bounds and default, and demands no new one',
    (operation) => {
      const name = requestSchemas[operation]
      for (const row of requestRows[operation]) {
        const field = fieldOf(name, row.field)
        expect(field, row.field).toMatchObject(wordingOf(row))
        if (row.default !== undefined) expect(field.default, row.field).toBe(row.default)
      }
      const demanded = requestRows[operation].filter(({ required }) => required === 'yes')
      expect(schema(name).required).toEqual(demanded.map(({ field }) => field))
    },
  )

  test.each(Object.keys(responseFields) as (keyof typeof responseFields)[])(
    'version 1 keeps every field of %s, and always sends it',
    (name) => {
      const names = Object.keys(propertiesOf(name))
      for (const field of responseFields[name]) expect(names).toContain(field)
      expect(schema(name).required).toEqual(expect.arrayContaining([...responseFields[name]]))
    },
  )

  test.each([
    ['TaskStatus', ['QUEUED', 'PROCESSING', 'SUCCEEDED', 'FAILED', 'CANCELLED']],
    ['TaskErrorCode', taskErrorCodes],
    ['UploadStatus', ['PENDING', 'READY', 'INVALID', 'EXPIRED']],
    ['UploadErrorCode', uploadErrorCodes],
    ['PricingUnit', ['image', 'second', 'unit']],
    ['Surface', ['image', 'video']],
    ['GallerySurface', ['IMAGE', 'VIDEO']],
    ['Product', ['image.generate', 'image.transform', 'video.generate', 'video.transform']],
  ] as const)('version 1 keeps every value of %s', (name, values) => {
    expect(schema(name).enum).toEqual(expect.arrayContaining([...values]))
  })
})

describe('the machine-readable description', () => {
  test('is OpenAPI 3.1 with version 1.0.0, served at /api/spec.json', async () => {
    const response = await service().fetch('/api/spec.json')
    expect(response.status).toBe(200)
    expect(response.headers.get('Content-Type')).toMatch(/^application\/json/)
    expect(await response.json()).toMatchObject({
      openapi: expect.stringMatching(/^3\.1\.\d+$/),
      info: { version: '1.0.0' },
    })
  })

  test('is the very contract that requests and answers are held to', async () => {
    const served = await (await service().fetch('/api/spec.json')).text()
    const bundle = new URL('../../openapi/generated/openapi.json', import.meta.url)
    expect(served).toBe(readFileSync(bundle, 'utf8'))
  })

  test('marks the three public operations as needing no authentication, and no others', () => {
    const open = Object.values(contract.paths)
      .flatMap((item) => Object.values(item))
      .filter((operation) => isRecord(operation) && JSON.stringify(operation.security) === '[]')
      .map((operation) => Object(operation).operationId)
    expect(open).toEqual(['getPricing', 'listEffects', 'listExamples'])
  })

  test('can be browsed at /api/docs', async () => {
    const response = await service().fetch('/api/docs')
    expect(response.status).toBe(200)
    expect(response.headers.get('Content-Type')).toMatch(/^text\/html/)
  })
})
