import { constants, setPriority } from 'node:os'
import sharp from 'sharp'
import { render } from './render.js'
import type { RenderRequest } from './render-request.js'

/**
 * What a renderer child runs: it takes one request at a time from its parent and sends the result back. It
 * stands behind everything else on the machine, so that the service answers quickly while it paints, and ends
 * when its parent does.
 */

setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
sharp.concurrency(1)
sharp.cache(false)

// Ctrl-C and a service manager signal the whole group. The parent decides what happens to running jobs.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => {})
process.on('disconnect', () => process.exit(0))

// The parent is the only one who can write here, and this is all it writes.
process.on('message', (request: RenderRequest) => {
  void render(request).then((result) => process.send?.(result))
})
