// Generated from openapi/ by `npm run generate`. Do not edit: change the contract instead.

/**
 * What a field means that a request leaves out, by operation. Nothing fills them in on the way: on a transformation the
 * effect's presets come before them.
 */
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
