// Generated from openapi/ by `npm run generate`. Do not edit: change the contract instead.

/** The defaults of omitted body fields, by operation. Validation does not fill them in. */
export const defaults = {
  generateImage: {
    resolution: '1k',
    aspectRatio: '1:1',
  },
  transformImage: {
    resolution: 'hd',
  },
  generateVideo: {
    resolution: '720p',
    aspectRatio: '16:9',
    durationSeconds: 5,
  },
  transformVideo: {
    resolution: 'hd',
    durationSeconds: 5,
  },
} as const
