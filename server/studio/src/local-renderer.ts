import { render } from './render.js'
import type { Renderer } from './render-request.js'

/** Renders in this process, for tests and tools: nothing to start, but a crash takes the caller down. */
export function createLocalRenderer(): Renderer {
  return {
    async render(request, signal, onProgress) {
      const result = await render(request, onProgress)
      return signal.aborted ? { kind: 'lost' } : result
    },
    async close() {},
  }
}
