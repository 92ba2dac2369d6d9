import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { resolutions } from '@mediagen/contract/limits'
import { sleep } from '../core/async/sleep.ts'
import { outputSize } from '../core/domain/generation/output-size.ts'
import { seedOf } from '../core/domain/generation/seed.ts'
import { messageOf } from '../core/errors.ts'
import type { GenerationJob } from '../core/ports/generation-job.ts'
import type { MediaFinisher } from '../core/ports/media-finisher.ts'
import type { Outputs, Provider } from '../core/ports/provider.ts'
import { jobMsMaxOf } from './attempt-deadlines.ts'
import { defaultRunSettings } from './default-settings.ts'
import { fetchMedia } from './results/fetch-media.ts'
import { makeWorkFolder } from './results/work-folder.ts'

const pollMs = 500

/**
 * Has a provider generate one image, outside all tasks and accounts: the engine may charge for it, mediagen
 * does not. Returns one line: what was generated, or what went wrong. Ends with the signal.
 */
export async function tryProvider(
  provider: Provider,
  finisher: MediaFinisher,
  signal: AbortSignal,
): Promise<{ readonly isGood: boolean; readonly detail: string }> {
  const startedAtMs = Date.now()
  const job = testJob(provider)
  if (job === undefined) return { isGood: true, detail: 'makes no images from text; not tried' }
  const made = await make(provider, job, signal)
  if (typeof made === 'string') return { isGood: false, detail: made }
  const folder = makeWorkFolder()
  try {
    const path = join(folder.path, 'made')
    await fetchMedia(sleep, made[0], path, { signal, fetchMsMax: jobMsMaxOf(provider, defaultRunSettings) })
    const asked = { surface: 'image', widthPx: job.widthPx, heightPx: job.heightPx } as const
    const finished = await finisher.finish({ path, folder: folder.path }, asked, signal)
    if (finished.kind === 'unusable') return { isGood: false, detail: finished.message }
    const seconds = ((Date.now() - startedAtMs) / 1000).toFixed(1)
    return {
      isGood: true,
      detail: `${job.widthPx} x ${job.heightPx} ${finished.media.contentType} in ${seconds} s`,
    }
  } catch (error) {
    return { isGood: false, detail: messageOf(error) }
  } finally {
    await folder.remove()
  }
}

function testJob(provider: Provider): GenerationJob | undefined {
  const tier = Object.keys(resolutions['image.generate']).find((name) =>
    provider.serves('image.generate', name),
  )
  if (tier === undefined) return undefined
  const taskId = randomUUID()
  return {
    taskId,
    product: 'image.generate',
    tier,
    prompt: 'A red balloon over a green meadow.',
    ...outputSize('image.generate', tier, { width: 1, height: 1 }),
    seed: seedOf(taskId),
  }
}

/** The outputs, or what went wrong. */
async function make(provider: Provider, job: GenerationJob, signal: AbortSignal): Promise<Outputs | string> {
  const started = await provider.start(job, signal)
  if (started.kind === 'succeeded') return started.outputs
  if (started.kind !== 'started') return `${started.kind}: ${started.message}`
  while (!signal.aborted) {
    const response = await provider.poll(started.job, { waitMsMax: pollMs, signal })
    if (response.kind === 'succeeded') return response.outputs
    if (response.kind === 'failed' || response.kind === 'unavailable')
      return `${response.kind}: ${response.message}`
    if (response.kind === 'lost') return 'the engine lost the job'
    await sleep(pollMs, signal)
  }
  return 'not done in time'
}
