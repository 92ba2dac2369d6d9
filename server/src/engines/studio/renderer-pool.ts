import type { Renderer, RenderRequest, RenderResult } from '@mediagen/studio'
import { type ChildPoolOptions, createChildPool } from '../../core/async/child-pool.ts'

/** Three times what the largest pictures take, and as long as a job may last. */
const limits = { memoryBytes: 1_000_000_000, cpuSeconds: 600 }

/** Renders in one child process for each processor, however many tasks a worker has: more would only take memory. */
export function createRendererPool(
  options: Omit<ChildPoolOptions<RenderRequest>, 'limits' | 'size'>,
): Renderer {
  const { run, close } = createChildPool<RenderRequest, RenderResult>({ ...options, limits: () => limits })
  return { render: run, close }
}
