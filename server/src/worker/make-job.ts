import { withoutExtraArguments } from '../core/domain/generation/extra-arguments.ts'
import { seedOf } from '../core/domain/generation/seed.ts'
import type { Task, TaskInput } from '../core/domain/tasks/task.ts'
import type { GenerationJob, JobInput } from '../core/ports/generation-job.ts'
import type { MediaFinisher, UprightImage } from '../core/ports/media-finisher.ts'
import type { ObjectStore } from '../core/ports/object-store.ts'
import { InputError } from '../core/ports/provider.ts'
import { signInputLink } from '../core/ports/stored-input.ts'
import { retryOutage } from './retry-outage.ts'

interface JobDependencies {
  readonly objectStore: ObjectStore
  readonly finisher: MediaFinisher
  readonly sleep: (durationMs: number, signal: AbortSignal) => Promise<void>
}

export interface AttemptJob extends GenerationJob {
  readonly input?: AttemptInput
}

export type InLine = <T>(decode: () => Promise<T>) => Promise<T>

/** The input is decoded once for all gates, engines and tries, and kept until it is released. */
export interface AttemptInput extends JobInput {
  /**
   * Afterwards `upright` returns at once. Throws an InputError, also when the signal aborts.
   * @param inLine Runs what waits for the decoder, once the bytes are read.
   */
  prepare(signal: AbortSignal, inLine?: InLine): Promise<void>
  /** Lets go of up to 23 MB, which an engine has by now. Whoever asks again waits for the decoder again. */
  release(): void
}

/**
 * What engines receive of a task, and what gates judge: whatever is taken out of a prompt is taken out here, before
 * both. The signal ends the attempt, including retries of reading the input.
 */
export function makeJob(deps: JobDependencies, task: Task, signal: AbortSignal): AttemptJob {
  // The size says it.
  const { input, prompt, negativePrompt, aspectRatio: _asked, ...parameters } = task.parameters
  return {
    taskId: task.id,
    product: task.type,
    tier: task.tier,
    seed: seedOf(task.id),
    ...parameters,
    prompt: withoutExtraArguments(prompt),
    ...(negativePrompt !== undefined && { negativePrompt: withoutExtraArguments(negativePrompt) }),
    ...(input !== undefined && { input: inputOf(deps, task.accountId, input, signal) }),
  }
}

function inputOf(
  { objectStore, finisher, sleep }: JobDependencies,
  accountId: string,
  input: TaskInput,
  ended: AbortSignal,
): AttemptInput {
  let kept: Promise<UprightImage> | undefined

  async function read(signal: AbortSignal): Promise<Uint8Array> {
    const read = retryOutage(sleep, signal, () => objectStore.read(input.key))
    const bytes = await read.catch((error: unknown) => {
      throw new InputError('unreadable', error)
    })
    // A definite result of the store, unlike an error: no retry brings the object back.
    if (bytes === undefined) throw new InputError('missing')
    return bytes
  }

  async function decode(signal: AbortSignal, inLine: InLine): Promise<UprightImage> {
    const bytes = await read(signal)
    const decoded = await inLine(() => finisher.upright(bytes, signal, accountId)).catch((error: unknown) => {
      throw new InputError('unreadable', error)
    })
    if (decoded.kind === 'unusable') throw new InputError('undecodable', new Error(decoded.message))
    return decoded.image
  }

  function upright(signal: AbortSignal, inLine: InLine = (decode) => decode()): Promise<UprightImage> {
    kept ??= decode(signal, inLine).catch((error: unknown) => {
      // Another try may succeed, unless the file is at fault.
      if (!(error instanceof InputError && error.reason === 'undecodable')) kept = undefined
      throw error
    })
    return kept
  }

  return {
    contentType: input.contentType,
    widthPx: input.widthPx,
    heightPx: input.heightPx,
    sizeBytes: input.sizeBytes,
    bytes: () => read(ended),
    upright: () => upright(ended),
    link: () => signInputLink(objectStore, input, input.assetId),
    async prepare(signal, inLine) {
      await upright(signal, inLine)
    },
    release() {
      kept = undefined
    },
  }
}
