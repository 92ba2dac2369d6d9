/**
 * The names of what the studio can do. The process that distributes jobs needs only these; the techniques
 * load sharp and forty megabytes with it, which only renderers need. The registries are typed by these lists,
 * so neither can have what the other lacks.
 */

/** Every image effect for which the studio has a technique. */
export const imageEffectIds = [
  'oil-painting',
  'watercolour',
  'pencil-sketch',
  'comic-book',
  'linocut',
  'pop-art',
  'low-poly',
  'pixel-art',
  'stained-glass',
  'cross-stitch',
  'paper-cut',
  'vintage-film',
  'noir',
  'cyberpunk',
  'tilt-shift',
  'golden-hour',
  'snowfall',
  'rainy-day',
] as const

/** Every video effect that the studio supports. */
export const videoEffectIds = [
  'push-in',
  'pull-back',
  'side-pan',
  'orbit',
  'dolly-zoom',
  'light-sweep',
  'first-snow',
  'summer-rain',
  'firefly-night',
  'rising-water',
  'wind-sway',
  'day-to-night',
  'film-reel',
  'signal-glitch',
  'heartbeat',
  'kaleidoscope',
  'paper-fold',
  'breathing-portrait',
  'watercolour-reveal',
] as const

export type ImageEffectId = (typeof imageEffectIds)[number]
export type VideoEffectId = (typeof videoEffectIds)[number]

const imageIds: ReadonlySet<string> = new Set(imageEffectIds)
const videoIds: ReadonlySet<string> = new Set(videoEffectIds)

/** Whether the studio has a technique for this image effect. */
export function isImageEffectId(id: string): id is ImageEffectId {
  return imageIds.has(id)
}

/** Whether the studio supports this video effect. */
export function isVideoEffectId(id: string): id is VideoEffectId {
  return videoIds.has(id)
}
