// Generated from openapi/ by `npm run generate`. Do not edit: change the contract instead.

import type { OperationFacts } from '@mediagen/contract-runtime'

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
