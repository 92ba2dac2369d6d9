import { contractChecker } from '../../../openapi/checks/contract-check.ts'
import contract from '../../../openapi/generated/openapi.json' with { type: 'json' }

/**
 * The requests of the interface specification as data, copied from it by hand and not from the contract:
 * tests compare the running service with them.
 */

/** Every operation, in the contract's order. What a release had stays: `openapi/released/`. */
export const operationRows = contractChecker().operations

export const generationPaths = {
  generateImage: '/api/v1/images/generations',
  transformImage: '/api/v1/images/transformations',
  generateVideo: '/api/v1/videos/generations',
  transformVideo: '/api/v1/videos/transformations',
} as const

export type GenerationId = keyof typeof generationPaths
export const generationIds = Object.keys(generationPaths) as GenerationId[]

/** What a request field accepts. */
export type FieldRule =
  /** Text of a given length. */
  | { readonly kind: 'text'; readonly charactersMin: number; readonly charactersMax: number }
  /** An id, which is looked up if its length is valid; `missing` is the code for an unknown one. */
  | { readonly kind: 'id'; readonly charactersMax: number; readonly missing: string }
  | { readonly kind: 'choice'; readonly values: readonly string[] }
  | { readonly kind: 'range'; readonly minimum: number; readonly maximum: number }
  /** Only these whole numbers. */
  | { readonly kind: 'numbers'; readonly values: readonly number[] }

export interface FieldRow {
  readonly field: string
  readonly rule: FieldRule
  /** `conditional`: required unless the other of effectId and prompt is given. */
  readonly required: 'yes' | 'no' | 'conditional'
  readonly default?: string | number
}

const prompt: FieldRule = { kind: 'text', charactersMin: 1, charactersMax: 2000 }
const assetId: FieldRule = { kind: 'id', charactersMax: 64, missing: 'ASSET_NOT_USABLE' }
const effectId: FieldRule = { kind: 'id', charactersMax: 64, missing: 'EFFECT_NOT_USABLE' }
const choice = (...values: string[]): FieldRule => ({ kind: 'choice', values })

export const requestRows: Readonly<Record<GenerationId | 'createUpload', readonly FieldRow[]>> = {
  generateImage: [
    { field: 'prompt', rule: prompt, required: 'yes' },
    {
      field: 'negativePrompt',
      rule: { kind: 'text', charactersMin: 0, charactersMax: 1000 },
      required: 'no',
    },
    { field: 'resolution', rule: choice('1k', '2k', '4k'), required: 'no', default: '1k' },
    {
      field: 'aspectRatio',
      rule: choice('1:1', '9:16', '16:9', '4:3', '3:4', '3:2', '2:3', '2:1', '1:2'),
      required: 'no',
      default: '1:1',
    },
  ],
  transformImage: [
    { field: 'assetId', rule: assetId, required: 'yes' },
    { field: 'effectId', rule: effectId, required: 'conditional' },
    { field: 'prompt', rule: prompt, required: 'conditional' },
    { field: 'resolution', rule: choice('hd', 'fhd'), required: 'no', default: 'hd' },
    {
      field: 'aspectRatio',
      rule: choice('1:1', '9:16', '16:9', '4:3', '3:4', '3:2', '2:3'),
      required: 'no',
    },
  ],
  generateVideo: [
    { field: 'prompt', rule: prompt, required: 'yes' },
    { field: 'resolution', rule: choice('480p', '512p', '720p', '1080p'), required: 'no', default: '720p' },
    {
      field: 'aspectRatio',
      rule: choice('16:9', '9:16', '1:1', '4:3', '3:4', '21:9'),
      required: 'no',
      default: '16:9',
    },
    {
      field: 'durationSeconds',
      rule: { kind: 'range', minimum: 4, maximum: 15 },
      required: 'no',
      default: 5,
    },
  ],
  transformVideo: [
    { field: 'assetId', rule: assetId, required: 'yes' },
    { field: 'effectId', rule: effectId, required: 'yes' },
    { field: 'prompt', rule: prompt, required: 'no' },
    { field: 'resolution', rule: choice('hd', 'fhd'), required: 'no' },
    {
      field: 'aspectRatio',
      rule: choice('16:9', '9:16', '4:3', '3:4', '3:2', '2:3', '1:1'),
      required: 'no',
    },
    { field: 'durationSeconds', rule: { kind: 'numbers', values: [5, 8] }, required: 'no' },
  ],
  createUpload: [
    { field: 'contentType', rule: choice('image/jpeg', 'image/png', 'image/webp'), required: 'yes' },
  ],
}

export function takesBody(operationId: string): operationId is keyof typeof requestRows {
  return operationId in requestRows
}

/** The smallest body that each operation accepts, with the account's own upload. */
export function smallestBody(operation: keyof typeof requestRows, upload: string): Record<string, unknown> {
  switch (operation) {
    case 'generateImage':
    case 'generateVideo':
      return { prompt: 'a lighthouse' }
    case 'transformImage':
      return { assetId: upload, prompt: 'at night' }
    case 'transformVideo':
      return { assetId: upload, effectId: 'push-in' }
    case 'createUpload':
      return { contentType: 'image/png' }
  }
}

export const requestPaths = { ...generationPaths, createUpload: '/api/v1/uploads' } as const

const { schemas } = contract.components

/** The members of each resource, in the contract's order. What a release had stays: `openapi/released/`. */
export const responseFields = {
  Account: Object.keys(schemas.Account.properties),
  Effect: Object.keys(schemas.Effect.properties),
  GalleryExample: Object.keys(schemas.GalleryExample.properties),
  Task: Object.keys(schemas.Task.properties),
  ReservedUpload: Object.keys(schemas.ReservedUpload.properties),
  Upload: Object.keys(schemas.Upload.properties),
}

export const taskErrorCodes = schemas.TaskErrorCode.enum
export const uploadErrorCodes = schemas.UploadErrorCode.enum
