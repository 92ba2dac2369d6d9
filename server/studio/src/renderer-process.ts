import sharp from 'sharp'
import { render } from './render.js'
import type { RenderRequest } from './render-request.js'
import { serveParent } from './serve-parent.js'

/**
 * The main module of a renderer child: takes one request at a time from its parent and sends back how far it is, as numbers,
 * and the result.
 */

serveParent()
// What sharp does, nothing else of a job can overlap.
sharp.concurrency(2)
sharp.cache(false)

// Only the parent can write here, and it writes nothing else.
process.on('message', (request: RenderRequest) => {
  void render(request, (share) => process.send?.(share)).then((result) => process.send?.(result))
})
