// Generated from openapi/ by `npm run generate`. Do not edit: change the contract instead.

/** What the edge must know of an operation before it calls one. */
export interface OperationFacts {
  /** The property of Apis that implements it. */
  readonly tag: string
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
}

export const operations = {
  getAccount: {
    tag: 'account',
    method: 'get',
    path: '/api/v1/me',
    secured: true,
    rateLimited: false,
    body: 'none',
    bodyFields: [],
  },
  getUsage: {
    tag: 'account',
    method: 'get',
    path: '/api/v1/usage',
    secured: true,
    rateLimited: false,
    body: 'none',
    bodyFields: [],
  },
  getPricing: {
    tag: 'catalogue',
    method: 'get',
    path: '/api/v1/pricing',
    secured: false,
    rateLimited: false,
    body: 'none',
    bodyFields: [],
  },
  listEffects: {
    tag: 'catalogue',
    method: 'get',
    path: '/api/v1/effects',
    secured: false,
    rateLimited: false,
    body: 'none',
    bodyFields: [],
  },
  listExamples: {
    tag: 'catalogue',
    method: 'get',
    path: '/api/v1/examples',
    secured: false,
    rateLimited: false,
    body: 'none',
    bodyFields: [],
  },
  generateImage: {
    tag: 'images',
    method: 'post',
    path: '/api/v1/images/generations',
    secured: true,
    rateLimited: true,
    body: 'required',
    bodyFields: ['prompt', 'negativePrompt', 'resolution', 'aspectRatio'],
  },
  transformImage: {
    tag: 'images',
    method: 'post',
    path: '/api/v1/images/transformations',
    secured: true,
    rateLimited: true,
    body: 'required',
    bodyFields: ['assetId', 'effectId', 'prompt', 'resolution', 'aspectRatio'],
  },
  generateVideo: {
    tag: 'videos',
    method: 'post',
    path: '/api/v1/videos/generations',
    secured: true,
    rateLimited: true,
    body: 'required',
    bodyFields: ['prompt', 'resolution', 'aspectRatio', 'durationSeconds'],
  },
  transformVideo: {
    tag: 'videos',
    method: 'post',
    path: '/api/v1/videos/transformations',
    secured: true,
    rateLimited: true,
    body: 'required',
    bodyFields: ['assetId', 'effectId', 'prompt', 'resolution', 'aspectRatio', 'durationSeconds'],
  },
  listTasks: {
    tag: 'tasks',
    method: 'get',
    path: '/api/v1/tasks',
    secured: true,
    rateLimited: false,
    body: 'none',
    bodyFields: [],
  },
  getTask: {
    tag: 'tasks',
    method: 'get',
    path: '/api/v1/tasks/{taskId}',
    secured: true,
    rateLimited: false,
    body: 'none',
    bodyFields: [],
  },
  cancelTask: {
    tag: 'tasks',
    method: 'post',
    path: '/api/v1/tasks/{taskId}/cancel',
    secured: true,
    rateLimited: false,
    body: 'none',
    bodyFields: [],
  },
  createUpload: {
    tag: 'uploads',
    method: 'post',
    path: '/api/v1/uploads',
    secured: true,
    rateLimited: false,
    body: 'required',
    bodyFields: ['contentType'],
  },
  completeUpload: {
    tag: 'uploads',
    method: 'post',
    path: '/api/v1/uploads/{assetId}/complete',
    secured: true,
    rateLimited: false,
    body: 'optional',
    bodyFields: [],
  },
  getUpload: {
    tag: 'uploads',
    method: 'get',
    path: '/api/v1/uploads/{assetId}',
    secured: true,
    rateLimited: false,
    body: 'none',
    bodyFields: [],
  },
} as const satisfies Readonly<Record<string, OperationFacts>>

export type OperationId = keyof typeof operations
