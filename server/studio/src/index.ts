/**
 * What a service needs to distribute jobs: light enough for every process. The techniques themselves load
 * sharp and FFmpeg, and belong in a renderer process.
 */
export { imageEffectIds, isImageEffectId, isVideoEffectId, videoEffectIds } from './effect-ids.js'
export type { Product, RenderedMedia, Renderer, RenderRequest, RenderResult } from './render-request.js'

/**
 * The module that a renderer process runs: it takes one RenderRequest at a time by IPC and sends its
 * RenderResult back.
 */
export const rendererEntry = new URL('./renderer-process.js', import.meta.url)
