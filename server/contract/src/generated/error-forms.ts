// Generated from openapi/ by `npm run generate`. Do not edit: change the contract instead.

import type { ErrorForm } from '@mediagen/contract-runtime'

/** The first one is for what belongs to no operation. */
export const errorForms: readonly ErrorForm[] = [{
  mediaType: 'application/json',
  body: {
    is: 'object',
    fields: {
      status: {
        is: 'status',
      },
      code: {
        is: 'code',
      },
      message: {
        is: 'message',
        withDetails: false,
      },
      requestId: {
        is: 'requestId',
      },
      details: {
        is: 'list',
        item: {
          is: 'object',
          fields: {
            path: {
              is: 'path',
            },
            message: {
              is: 'message',
              withDetails: false,
            },
          },
        },
        empty: 'omitted',
      },
    },
  },
}]

/** The places of forms, by operation and declared status. */
export const formsByOperation: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  getAccount: {
    '401': 0,
    '500': 0,
    '503': 0,
  },
  getUsage: {
    '400': 0,
    '401': 0,
    '500': 0,
    '503': 0,
  },
  getPricing: {
    '500': 0,
    '503': 0,
  },
  listEffects: {
    '400': 0,
    '500': 0,
    '503': 0,
  },
  listExamples: {
    '400': 0,
    '500': 0,
    '503': 0,
  },
  generateImage: {
    '400': 0,
    '401': 0,
    '402': 0,
    '403': 0,
    '408': 0,
    '409': 0,
    '413': 0,
    '415': 0,
    '429': 0,
    '500': 0,
    '503': 0,
  },
  transformImage: {
    '400': 0,
    '401': 0,
    '402': 0,
    '403': 0,
    '408': 0,
    '409': 0,
    '413': 0,
    '415': 0,
    '429': 0,
    '500': 0,
    '503': 0,
  },
  generateVideo: {
    '400': 0,
    '401': 0,
    '402': 0,
    '403': 0,
    '408': 0,
    '409': 0,
    '413': 0,
    '415': 0,
    '429': 0,
    '500': 0,
    '503': 0,
  },
  transformVideo: {
    '400': 0,
    '401': 0,
    '402': 0,
    '403': 0,
    '408': 0,
    '409': 0,
    '413': 0,
    '415': 0,
    '429': 0,
    '500': 0,
    '503': 0,
  },
  listTasks: {
    '400': 0,
    '401': 0,
    '500': 0,
    '503': 0,
  },
  getTask: {
    '400': 0,
    '401': 0,
    '404': 0,
    '500': 0,
    '503': 0,
  },
  cancelTask: {
    '400': 0,
    '401': 0,
    '403': 0,
    '404': 0,
    '409': 0,
    '500': 0,
    '503': 0,
  },
  createUpload: {
    '400': 0,
    '401': 0,
    '403': 0,
    '408': 0,
    '409': 0,
    '413': 0,
    '415': 0,
    '429': 0,
    '500': 0,
    '503': 0,
  },
  completeUpload: {
    '400': 0,
    '401': 0,
    '403': 0,
    '404': 0,
    '408': 0,
    '409': 0,
    '413': 0,
    '415': 0,
    '500': 0,
    '503': 0,
  },
  getUpload: {
    '400': 0,
    '401': 0,
    '404': 0,
    '500': 0,
    '503': 0,
  },
}
