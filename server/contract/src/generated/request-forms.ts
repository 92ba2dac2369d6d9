// Generated from openapi/ by `npm run generate`. Do not edit: change the contract instead.

import type { ParameterForm, Shape } from '@mediagen/contract-runtime'
import type { OperationId } from './operations.js'

/** The parameters that are more than one text. Every other is passed on as it was sent. */
export const parameterForms: Readonly<Partial<Record<OperationId, readonly ParameterForm[]>>> = {
  generateImage: [{
    in: 'header',
    name: 'Cancel-After',
    types: ['integer'],
  }],
  transformImage: [{
    in: 'header',
    name: 'Cancel-After',
    types: ['integer'],
  }],
  generateVideo: [{
    in: 'header',
    name: 'Cancel-After',
    types: ['integer'],
  }],
  transformVideo: [{
    in: 'header',
    name: 'Cancel-After',
    types: ['integer'],
  }],
  listTasks: [{
    in: 'query',
    name: 'status',
    types: ['string'],
    list: 'repeat',
  }, {
    in: 'query',
    name: 'type',
    types: ['string'],
    list: 'repeat',
  }, {
    in: 'query',
    name: 'limit',
    types: ['integer'],
  }, {
    in: 'query',
    name: 'id',
    types: ['string'],
    list: 'repeat',
  }],
}

/** What is passed on of each body. A body that is not here is passed on whole. */
export const bodyShapes: Readonly<Partial<Record<OperationId, Shape>>> = {
  generateImage: {
    fields: {
      prompt: true,
      negativePrompt: true,
      resolution: true,
      aspectRatio: true,
    },
  },
  transformImage: {
    fields: {
      assetId: true,
      effectId: true,
      prompt: true,
      resolution: true,
      aspectRatio: true,
    },
  },
  generateVideo: {
    fields: {
      prompt: true,
      resolution: true,
      aspectRatio: true,
      durationSeconds: true,
    },
  },
  transformVideo: {
    fields: {
      assetId: true,
      effectId: true,
      prompt: true,
      resolution: true,
      aspectRatio: true,
      durationSeconds: true,
    },
  },
  createUpload: {
    fields: {
      contentType: true,
    },
  },
} as const

/** The operations whose bodies need a number of fields. */
export const countedBodies: readonly OperationId[] = []

/** The shapes that occur inside themselves. */
export const namedShapes: Readonly<Record<string, Shape>> = {} as const
