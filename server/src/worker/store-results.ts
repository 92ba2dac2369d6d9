import { extensionOf } from '../domain/file-extension.js'
import type { Task } from '../domain/task.js'
import type { StoredMedia } from '../domain/task-states.js'
import type { ObjectStore } from '../ports/object-store.js'
import type { GeneratedMedia } from '../ports/provider.js'
import { retryStore } from './retry-store.js'

interface StoreDependencies {
  readonly objectStore: ObjectStore
  readonly sleep: (durationMs: number, signal: AbortSignal) => Promise<void>
}

/**
 * Results live below their task; the epoch keeps a worker that lost its lease from touching its successor's
 * bytes.
 */
function resultKeyOf(task: Pick<Task, 'id' | 'epoch'>, index: number, contentType: string): string {
  return `results/${task.id}/${task.epoch}-${index}.${extensionOf(contentType)}`
}

/**
 * Puts the media where they stay, before the task settles. Throws when the store refuses them again and
 * again, or on abort.
 */
export async function storeResults(
  deps: StoreDependencies,
  task: Pick<Task, 'id' | 'epoch'>,
  media: readonly GeneratedMedia[],
  signal: AbortSignal,
): Promise<StoredMedia[]> {
  const stored: StoredMedia[] = []
  for (const [index, { contentType, bytes }] of media.entries()) {
    const key = resultKeyOf(task, index, contentType)
    await retryStore(deps.sleep, signal, () => deps.objectStore.put({ key, contentType, bytes }, signal))
    stored.push({ key, contentType, sizeBytes: bytes.byteLength })
  }
  return stored
}

/**
 * Removes results that no task will ever name. What a crash leaves behind, the sweep of orphaned objects
 * finds.
 */
export async function deleteResults(
  { objectStore }: StoreDependencies,
  output: readonly StoredMedia[],
): Promise<void> {
  for (const { key } of output) await objectStore.delete(key)
}
