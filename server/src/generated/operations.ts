// Generated from openapi/ by `npm run generate`. Do not edit: change the contract instead.

/** What the edge must know of an operation before it calls one. */
export interface OperationFacts {
  readonly method: string
  /** Path with parameters in braces, as in the contract. */
  readonly path: string
  /** An API key is demanded. */
  readonly secured: boolean
  /** The operation can answer RATE_LIMITED: requests are counted per account. */
  readonly rateLimited: boolean
  /** The body that it takes: 'none' means that one is ignored. */
  readonly body: 'none' | 'optional' | 'required'
  /** Fields of the body that are passed on; others are dropped. */
  readonly bodyFields: readonly string[]
}

export const operations = {
  getAccount: {
    method: 'get',
    path: '/api/v1/me',
    secured: true,
    rateLimited: false,
    body: 'none',
    bodyFields: [],
  },
  getPricing: {
    method: 'get',
    path: '/api/v1/pricing',
    secured: false,
    rateLimited: false,
    body: 'none',
    bodyFields: [],
  },
  listEffects: {
    method: 'get',
    path: '/api/v1/effects',
    secured: false,
    rateLimited: false,
    body: 'none',
    bodyFields: [],
  },
  listExamples: {
    method: 'get',
    path: '/api/v1/examples',
    secured: false,
    rateLimited: false,
    body: 'none',
    bodyFields: [],
  },
  generateImage: {
    method: 'post',
    path: '/api/v1/images/generations',
    secured: true,
    rateLimited: true,
    body: 'required',
    bodyFields: ['prompt', 'negativePrompt', 'resolution', 'aspectRatio'],
  },
  transformImage: {
    method: 'post',
    path: '/api/v1/images/transformations',
    secured: true,
    rateLimited: true,
    body: 'required',
    bodyFields: ['assetId', 'effectId', 'prompt', 'resolution', 'aspectRatio'],
  },
  generateVideo: {
    method: 'post',
    path: '/api/v1/videos/generations',
    secured: true,
    rateLimited: true,
    body: 'required',
    bodyFields: ['prompt', 'resolution', 'aspectRatio', 'durationSeconds'],
  },
  transformVideo: {
    method: 'post',
    path: '/api/v1/videos/transformations',
    secured: true,
    rateLimited: true,
    body: 'required',
    bodyFields: ['assetId', 'effectId', 'prompt', 'resolution', 'aspectRatio', 'durationSeconds'],
  },
  getTask: {
    method: 'get',
    path: '/api/v1/tasks/{taskId}',
    secured: true,
    rateLimited: false,
    body: 'none',
    bodyFields: [],
  },
  cancelTask: {
    method: 'post',
    path: '/api/v1/tasks/{taskId}/cancel',
    secured: true,
    rateLimited: false,
    body: 'none',
    bodyFields: [],
  },
  createUpload: {
    method: 'post',
    path: '/api/v1/uploads',
    secured: true,
    rateLimited: false,
    body: 'required',
    bodyFields: ['contentType'],
  },
  completeUpload: {
    method: 'post',
    path: '/api/v1/uploads/{assetId}/complete',
    secured: true,
    rateLimited: false,
    body: 'optional',
    bodyFields: [],
  },
  getUpload: {
    method: 'get',
    path: '/api/v1/uploads/{assetId}',
    secured: true,
    rateLimited: false,
    body: 'none',
    bodyFields: [],
  },
} as const satisfies Readonly<Record<string, OperationFacts>>

export type OperationId = keyof typeof operations
