import { seedOf } from '../core/domain/generation/seed.ts'
import type { Task, TaskInput } from '../core/domain/tasks/task.ts'
import type { GenerationJob, JobInput } from '../core/ports/generation-job.ts'
import type { MediaFinisher } from '../core/ports/media-finisher.ts'
import type { ObjectStore } from '../core/ports/object-store.ts'
import { InputError } from '../core/ports/provider.ts'
import { signInputLink } from '../core/ports/stored-input.ts'
import { retryStore } from './retry-store.ts'

interface JobDependencies {
  readonly objectStore: ObjectStore
  readonly finisher: MediaFinisher
  readonly sleep: (durationMs: number, signal: AbortSignal) => Promise<void>
}

/** What an engine receives of a task. The signal ends the attempt, including retries of reading the input. */
export function makeJob(deps: JobDependencies, task: Task, signal: AbortSignal): GenerationJob {
  const { input, ...parameters } = task.parameters
  return {
    taskId: task.id,
    product: task.type,
    tier: task.tier,
    seed: seedOf(task.id),
    ...parameters,
    ...(input !== undefined && { input: inputOf(deps, task.accountId, input, signal) }),
  }
}

function inputOf(
  { objectStore, finisher, sleep }: JobDependencies,
  accountId: string,
  input: TaskInput,
  signal: AbortSignal,
): JobInput {
  async function bytes(): Promise<Uint8Array> {
    const read = retryStore(sleep, signal, () => objectStore.read(input.key))
    const bytes = await read.catch((error: unknown) => {
      throw new InputError('unreadable', error)
    })
    // A definite result of the store, unlike an error: no retry brings the object back.
    if (bytes === undefined) throw new InputError('missing')
    return bytes
  }
  return {
    contentType: input.contentType,
    widthPx: input.widthPx,
    heightPx: input.heightPx,
    sizeBytes: input.sizeBytes,
    bytes,
    async upright() {
      const decoded = await finisher.upright(await bytes(), signal, accountId).catch((error: unknown) => {
        throw new InputError('unreadable', error)
      })
      if (decoded.kind === 'unusable') throw new InputError('undecodable', new Error(decoded.message))
      return decoded.image
    },
    link: () => signInputLink(objectStore, input, input.assetId),
  }
}
