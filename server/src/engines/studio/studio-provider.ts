import type { Renderer, RenderRequest, RenderResult } from '@mediagen/studio'
import { readImageHeader } from '../../core/domain/image-header/walk-image-header.ts'
import { plainImage } from '../../core/domain/plain-image/plain-image.ts'
import { UnusableImageError } from '../../core/domain/plain-image/unusable-image-error.ts'
import type { GenerationJob, JobInput } from '../../core/ports/generation-job.ts'
import type { PollResponse, Provider, ProviderJob, StartResponse } from '../../core/ports/provider.ts'
import type { Studio } from './load-studio.ts'

export interface StudioProviderOptions {
  readonly renderer: Renderer
  readonly studio: Pick<Studio, 'isImageEffectId' | 'isVideoEffectId'>
  /** @default 'studio' */
  readonly name?: string
  /** How long a finished result waits to be fetched before it is dropped. @default 600_000 */
  readonly resultMsMax?: number
}

interface StudioJob {
  readonly stop: AbortController
  readonly done: Promise<RenderResult>
  result: RenderResult | undefined
  progress: number | undefined
  timer: NodeJS.Timeout | undefined
}

/**
 * The engine that needs nothing installed: it renders every product and tier itself. Jobs exist only in this
 * process; after a restart they are 'lost', and starting one again gives the same result. A result is
 * returned once, then forgotten.
 */
export function createStudioProvider(options: StudioProviderOptions): Provider {
  const { renderer, studio, name = 'studio', resultMsMax = 600_000 } = options
  const jobs = new Map<string, StudioJob>()

  function begin(job: GenerationJob): void {
    const stop = new AbortController()
    const onProgress = (share: number) => {
      started.progress = share
    }
    const started: StudioJob = {
      stop,
      done: renderJob(renderer, job, stop.signal, onProgress),
      result: undefined,
      progress: undefined,
      timer: undefined,
    }
    jobs.set(job.taskId, started)
    void started.done.then((result) => {
      started.result = result
      if (jobs.get(job.taskId) !== started) return
      started.timer = setTimeout(() => jobs.delete(job.taskId), resultMsMax)
      started.timer.unref()
    })
  }

  function forget(taskId: string): StudioJob | undefined {
    const job = jobs.get(taskId)
    clearTimeout(job?.timer)
    jobs.delete(taskId)
    return job
  }

  return {
    name,
    submission: 'idempotent',
    jobsEndWithWorker: true,
    results: 'exact',
    isProcedural: true,
    serves: () => true,
    appliesEffect: (product, effectId) => canApply(studio, product, effectId),
    async start(job): Promise<StartResponse> {
      const refusal = refusalOf(studio, job)
      if (refusal !== undefined) return { kind: 'rejected', message: refusal }
      if (!jobs.has(job.taskId)) begin(job)
      return { kind: 'started', job: { taskId: job.taskId } }
    },
    async poll(providerJob, { waitMsMax, signal }): Promise<PollResponse> {
      const taskId = taskIdOf(providerJob)
      const job = jobs.get(taskId)
      if (job === undefined) return { kind: 'lost' }
      if (job.result === undefined && !signal.aborted) await waitFor(job.done, waitMsMax, signal)
      const { progress } = job
      if (job.result === undefined) return { kind: 'pending', ...(progress !== undefined && { progress }) }
      if (jobs.get(taskId) === job) forget(taskId)
      return pollResponseOf(job.result)
    },
    async cancel(providerJob) {
      const taskId = taskIdOf(providerJob)
      const job = jobs.get(taskId)
      if (job === undefined) return 'unknown'
      if (job.result !== undefined) return 'finished'
      forget(taskId)
      job.stop.abort()
      return 'cancelled'
    },
    async close() {
      for (const taskId of [...jobs.keys()]) forget(taskId)?.stop.abort()
      await renderer.close()
    },
  }
}

/** Why the studio cannot take a job, or undefined if it can. */
function refusalOf(studio: StudioProviderOptions['studio'], job: GenerationJob): string | undefined {
  if (job.effect === undefined) return undefined
  const { id } = job.effect
  return canApply(studio, job.product, id)
    ? undefined
    : `The studio has no effect '${id}' for ${job.product}.`
}

function canApply(studio: StudioProviderOptions['studio'], product: string, effectId: string): boolean {
  return product === 'video.transform' ? studio.isVideoEffectId(effectId) : studio.isImageEffectId(effectId)
}

async function renderJob(
  renderer: Renderer,
  job: GenerationJob,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<RenderResult> {
  try {
    return await renderer.render(await requestOf(job), signal, onProgress)
  } catch (error) {
    if (error instanceof UnusableImageError)
      return { kind: 'failed', code: 'INVALID_INPUT', message: error.message }
    // The bytes of the input are temporarily unreadable. That says nothing about the job, so it may be
    // started again.
    return { kind: 'lost' }
  }
}

async function requestOf(job: GenerationJob): Promise<RenderRequest> {
  const { product, prompt, negativePrompt, effect, input, widthPx, heightPx, durationSeconds } = job
  return {
    product,
    prompt,
    widthPx,
    heightPx,
    ...(negativePrompt !== undefined && { negativePrompt }),
    ...(effect !== undefined && { effectId: effect.id }),
    ...(durationSeconds !== undefined && { durationSeconds }),
    ...(input !== undefined && (await imageOf(input))),
  }
}

/**
 * The image without its metadata, and with the orientation that its size is based on, so that the result matches the
 * promised shape.
 */
async function imageOf(input: JobInput): Promise<Pick<RenderRequest, 'input' | 'inputOrientation'>> {
  const bytes = await input.bytes()
  const header = readImageHeader(bytes)
  const plain = plainImage(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  return { input: plain, ...(header.kind === 'image' && { inputOrientation: header.orientation }) }
}

function pollResponseOf(result: RenderResult): PollResponse {
  return result.kind === 'succeeded' ? { kind: 'succeeded', outputs: [result.media] } : result
}

function taskIdOf(job: ProviderJob): string {
  return String(job.taskId)
}

/** Waits for whichever comes first: the end of the job, the end of the wait, or an abort by the caller. */
function waitFor(done: Promise<unknown>, waitMsMax: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const stop = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', stop)
      resolve()
    }
    const timer = setTimeout(stop, waitMsMax)
    signal.addEventListener('abort', stop, { once: true })
    void done.then(stop)
  })
}
