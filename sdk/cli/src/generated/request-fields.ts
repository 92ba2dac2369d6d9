// Generated from openapi/ by `npm run generate`. Do not edit: change the contract instead.

/** Choices, bounds and defaults of parameters and body fields, by operation. */
export const requestFields = {
  listEffects: {
    surface: {
      enum: ['image', 'video'],
    },
  },
  listExamples: {
    surface: {
      enum: ['image', 'video'],
    },
  },
  generateImage: {
    'Idempotency-Key': {
      minLength: 1,
      maxLength: 128,
    },
    prompt: {
      minLength: 1,
      maxLength: 2000,
    },
    negativePrompt: {
      maxLength: 1000,
    },
    resolution: {
      enum: ['1k', '2k', '4k'],
      default: '1k',
    },
    aspectRatio: {
      enum: ['1:1', '9:16', '16:9', '4:3', '3:4', '3:2', '2:3', '2:1', '1:2'],
      default: '1:1',
    },
  },
  transformImage: {
    'Idempotency-Key': {
      minLength: 1,
      maxLength: 128,
    },
    assetId: {
      minLength: 1,
      maxLength: 64,
    },
    effectId: {
      minLength: 1,
      maxLength: 64,
    },
    prompt: {
      minLength: 1,
      maxLength: 2000,
    },
    resolution: {
      enum: ['hd', 'fhd'],
      default: 'hd',
    },
    aspectRatio: {
      enum: ['1:1', '9:16', '16:9', '4:3', '3:4', '3:2', '2:3'],
    },
  },
  generateVideo: {
    'Idempotency-Key': {
      minLength: 1,
      maxLength: 128,
    },
    prompt: {
      minLength: 1,
      maxLength: 2000,
    },
    resolution: {
      enum: ['480p', '512p', '720p', '1080p'],
      default: '720p',
    },
    aspectRatio: {
      enum: ['16:9', '9:16', '1:1', '4:3', '3:4', '21:9'],
      default: '16:9',
    },
    durationSeconds: {
      default: 5,
      minimum: 4,
      maximum: 15,
    },
  },
  transformVideo: {
    'Idempotency-Key': {
      minLength: 1,
      maxLength: 128,
    },
    assetId: {
      minLength: 1,
      maxLength: 64,
    },
    effectId: {
      minLength: 1,
      maxLength: 64,
    },
    prompt: {
      minLength: 1,
      maxLength: 2000,
    },
    resolution: {
      enum: ['hd', 'fhd'],
      default: 'hd',
    },
    aspectRatio: {
      enum: ['16:9', '9:16', '4:3', '3:4', '3:2', '2:3', '1:1'],
    },
    durationSeconds: {
      enum: [5, 8],
      default: 5,
    },
  },
  getTask: {
    taskId: {
      minLength: 1,
      maxLength: 64,
    },
  },
  cancelTask: {
    taskId: {
      minLength: 1,
      maxLength: 64,
    },
  },
  createUpload: {
    contentType: {
      enum: ['image/jpeg', 'image/png', 'image/webp'],
    },
  },
  completeUpload: {
    assetId: {
      minLength: 1,
      maxLength: 64,
    },
  },
  getUpload: {
    assetId: {
      minLength: 1,
      maxLength: 64,
    },
  },
} as const
