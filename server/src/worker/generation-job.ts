import { seedOf } from '../domain/generation/seed.js'
import type { Task, TaskInput } from '../domain/task.js'
import { limits } from '../generated/limits.js'
import type { MediaFinisher } from '../ports/media-finisher.js'
import type { ObjectStore } from '../ports/object-store.js'
import { type GenerationJob, InputError, type JobInput } from '../ports/provider.js'
import { retryStore } from './retry-store.js'

interface JobDependencies {
  readonly objectStore: ObjectStore
  readonly finisher: MediaFinisher
  readonly sleep: (durationMs: number, signal: AbortSignal) => Promise<void>
}

/**
 * What an engine is given of a task. The signal ends the attempt, and with it the tries to read the input.
 */
export function jobOf(deps: JobDependencies, task: Task, signal: AbortSignal): GenerationJob {
  const { input, ...parameters } = task.parameters
  return {
    taskId: task.id,
    product: task.type,
    tier: task.tier,
    seed: seedOf(task.id),
    ...parameters,
    ...(input !== undefined && { input: inputOf(deps, input, signal) }),
  }
}

function inputOf(
  { objectStore, finisher, sleep }: JobDependencies,
  input: TaskInput,
  signal: AbortSignal,
): JobInput {
  async function bytes(): Promise<Uint8Array> {
    try {
      const bytes = await retryStore(sleep, signal, () => objectStore.read(input.key))
      if (bytes === undefined) throw new Error(`The input ${input.key} is missing from the object store.`)
      return bytes
    } catch (error) {
      throw new InputError('unreadable', error)
    }
  }
  return {
    contentType: input.contentType,
    widthPx: input.widthPx,
    heightPx: input.heightPx,
    sizeBytes: input.sizeBytes,
    bytes,
    async upright() {
      const picture = await bytes()
      return finisher.upright(picture).catch((error: unknown) => {
        throw new InputError('undecodable', error)
      })
    },
    link: () =>
      objectStore.signDownload({
        key: input.key,
        contentType: input.contentType,
        fileName: input.assetId,
        expiresInSeconds: limits.generationInputLinkSeconds,
      }),
  }
}
