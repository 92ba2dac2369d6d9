import { constants, setPriority } from 'node:os'
import sharp from 'sharp'
import { render } from './render.js'
import type { RenderRequest } from './render-request.js'

/**
 * The main module of a renderer child: takes one request at a time from its parent and sends the result back.
 * It has a lower priority than everything else on the machine, so that the service responds quickly while it
 * renders, and ends when its parent does.
 */

try {
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
} catch {
  // A lower one than that, which only root may raise.
}
// What sharp does, nothing else of a job can overlap.
sharp.concurrency(2)
sharp.cache(false)

// Ctrl-C and a service manager signal the whole group. The parent decides what happens to running jobs.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => {})
process.on('disconnect', () => process.exit(0))

// Only the parent can write here, and it writes nothing else.
process.on('message', (request: RenderRequest) => {
  void render(request).then((result) => process.send?.(result))
})
