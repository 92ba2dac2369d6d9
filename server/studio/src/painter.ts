/** The techniques themselves, for tools that render in their own process. */
export { createRaster, type Raster } from './raster.js'
export { render } from './render.js'
export { paintScene } from './scene/paint-scene.js'
