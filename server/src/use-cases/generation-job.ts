import type { Task, TaskInput } from '../domain/task.js'
import { limits } from '../generated/limits.js'
import type { ObjectStore } from '../ports/object-store.js'
import type { GenerationJob, JobInput } from '../ports/provider.js'

/** What an engine is given of a task. */
export function jobOf(objectStore: ObjectStore, task: Task): GenerationJob {
  const { input, ...parameters } = task.parameters
  return {
    taskId: task.id,
    product: task.type,
    tier: task.tier,
    ...parameters,
    ...(input !== undefined && { input: inputOf(objectStore, input) }),
  }
}

function inputOf(objectStore: ObjectStore, input: TaskInput): JobInput {
  return {
    contentType: input.contentType,
    widthPx: input.widthPx,
    heightPx: input.heightPx,
    sizeBytes: input.sizeBytes,
    async bytes() {
      const bytes = await objectStore.read(input.key)
      if (bytes === undefined) throw new Error(`The input ${input.key} is missing from the object store.`)
      return bytes
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
