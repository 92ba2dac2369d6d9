// Generated from openapi/ by `npm run generate`. Do not edit: change the contract instead.

import type { ParameterForm } from '../validation/parameter-values.js'

/** One media type of a request's body, and how it is read. */
export interface BodyMedia {
  readonly type: string
  readonly kind: 'json' | 'form' | 'multipart' | 'text' | 'binary'
  /** Whether JSON has to be an object; a schema then says which. */
  readonly isObject?: boolean
  /** The fields of a form that are more than one text. */
  readonly fields?: readonly ParameterForm[]
  /** The fields of a form whose text is JSON. */
  readonly jsonFields?: readonly string[]
  /** The media types that the files of a form may have, by the field's name. */
  readonly partTypes?: Readonly<Record<string, readonly string[]>>
}

/** What the edge must know of an operation before it calls one. */
export interface OperationFacts {
  /** The property of Apis that implements it. */
  readonly tag: 'account' | 'catalogue' | 'images' | 'videos' | 'tasks' | 'uploads'
  readonly method: string
  /** Path with parameters in braces, as in the contract. */
  readonly path: string
  /** Credentials are demanded. */
  readonly secured: boolean
  /** The operation declares RATE_LIMITED. */
  readonly rateLimited: boolean
  /** The body that it takes: 'none' means that one is ignored. */
  readonly body: 'none' | 'optional' | 'required'
  /** Fields of the body that are passed on; others are dropped. */
  readonly bodyFields: readonly string[]
  /** Alternatives of security schemes, each with its scopes; an empty one makes them optional. */
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
  /** How its body may travel. */
  readonly media: readonly BodyMedia[]
}

export type OperationId =
  | 'getAccount'
  | 'getUsage'
  | 'getPricing'
  | 'listEffects'
  | 'listExamples'
  | 'generateImage'
  | 'transformImage'
  | 'generateVideo'
  | 'transformVideo'
  | 'listTasks'
  | 'getTask'
  | 'cancelTask'
  | 'createUpload'
  | 'completeUpload'
  | 'getUpload'

export const operations: Readonly<Record<OperationId, OperationFacts>> = {
  getAccount: {
    tag: 'account',
    method: 'get',
    path: '/api/v1/me',
    secured: true,
    rateLimited: false,
    body: 'none',
    bodyFields: [],
    security: [{
      ApiKey: [],
    }],
    media: [],
  },
  getUsage: {
    tag: 'account',
    method: 'get',
    path: '/api/v1/usage',
    secured: true,
    rateLimited: false,
    body: 'none',
    bodyFields: [],
    security: [{
      ApiKey: [],
    }],
    media: [],
  },
  getPricing: {
    tag: 'catalogue',
    method: 'get',
    path: '/api/v1/pricing',
    secured: false,
    rateLimited: false,
    body: 'none',
    bodyFields: [],
    security: [],
    media: [],
  },
  listEffects: {
    tag: 'catalogue',
    method: 'get',
    path: '/api/v1/effects',
    secured: false,
    rateLimited: false,
    body: 'none',
    bodyFields: [],
    security: [],
    media: [],
  },
  listExamples: {
    tag: 'catalogue',
    method: 'get',
    path: '/api/v1/examples',
    secured: false,
    rateLimited: false,
    body: 'none',
    bodyFields: [],
    security: [],
    media: [],
  },
  generateImage: {
    tag: 'images',
    method: 'post',
    path: '/api/v1/images/generations',
    secured: true,
    rateLimited: true,
    body: 'required',
    bodyFields: ['prompt', 'negativePrompt', 'resolution', 'aspectRatio'],
    security: [{
      ApiKey: [],
    }],
    media: [{
      type: 'application/json',
      kind: 'json',
      isObject: true,
    }],
  },
  transformImage: {
    tag: 'images',
    method: 'post',
    path: '/api/v1/images/transformations',
    secured: true,
    rateLimited: true,
    body: 'required',
    bodyFields: ['assetId', 'effectId', 'prompt', 'resolution', 'aspectRatio'],
    security: [{
      ApiKey: [],
    }],
    media: [{
      type: 'application/json',
      kind: 'json',
      isObject: true,
    }],
  },
  generateVideo: {
    tag: 'videos',
    method: 'post',
    path: '/api/v1/videos/generations',
    secured: true,
    rateLimited: true,
    body: 'required',
    bodyFields: ['prompt', 'resolution', 'aspectRatio', 'durationSeconds'],
    security: [{
      ApiKey: [],
    }],
    media: [{
      type: 'application/json',
      kind: 'json',
      isObject: true,
    }],
  },
  transformVideo: {
    tag: 'videos',
    method: 'post',
    path: '/api/v1/videos/transformations',
    secured: true,
    rateLimited: true,
    body: 'required',
    bodyFields: ['assetId', 'effectId', 'prompt', 'resolution', 'aspectRatio', 'durationSeconds'],
    security: [{
      ApiKey: [],
    }],
    media: [{
      type: 'application/json',
      kind: 'json',
      isObject: true,
    }],
  },
  listTasks: {
    tag: 'tasks',
    method: 'get',
    path: '/api/v1/tasks',
    secured: true,
    rateLimited: false,
    body: 'none',
    bodyFields: [],
    security: [{
      ApiKey: [],
    }],
    media: [],
  },
  getTask: {
    tag: 'tasks',
    method: 'get',
    path: '/api/v1/tasks/{taskId}',
    secured: true,
    rateLimited: false,
    body: 'none',
    bodyFields: [],
    security: [{
      ApiKey: [],
    }],
    media: [],
  },
  cancelTask: {
    tag: 'tasks',
    method: 'post',
    path: '/api/v1/tasks/{taskId}/cancel',
    secured: true,
    rateLimited: false,
    body: 'none',
    bodyFields: [],
    security: [{
      ApiKey: [],
    }],
    media: [],
  },
  createUpload: {
    tag: 'uploads',
    method: 'post',
    path: '/api/v1/uploads',
    secured: true,
    rateLimited: false,
    body: 'required',
    bodyFields: ['contentType'],
    security: [{
      ApiKey: [],
    }],
    media: [{
      type: 'application/json',
      kind: 'json',
      isObject: true,
    }],
  },
  completeUpload: {
    tag: 'uploads',
    method: 'post',
    path: '/api/v1/uploads/{assetId}/complete',
    secured: true,
    rateLimited: false,
    body: 'optional',
    bodyFields: [],
    security: [{
      ApiKey: [],
    }],
    media: [{
      type: 'application/json',
      kind: 'json',
      isObject: true,
    }],
  },
  getUpload: {
    tag: 'uploads',
    method: 'get',
    path: '/api/v1/uploads/{assetId}',
    secured: true,
    rateLimited: false,
    body: 'none',
    bodyFields: [],
    security: [{
      ApiKey: [],
    }],
    media: [],
  },
}
