/** The techniques themselves, for tools and tests that render in their own process. */

export { createRaster, type Raster } from './core/raster.js'
export { decodeInput, InvalidInputError } from './image-effects/decode-input.js'
export { createLocalRenderer } from './local-renderer.js'

export { render } from './render.js'
export { paintScene } from './scene/paint-scene.js'
