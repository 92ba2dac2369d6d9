import { stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Semaphore } from '../../core/async/semaphore.ts'
import { extensionOf } from '../../core/domain/file-extension.ts'
import { surfaceOf } from '../../core/domain/products.ts'
import type { Task } from '../../core/domain/tasks/task.ts'
import { type StoredMedia, storedKeysOf } from '../../core/domain/tasks/task-states.ts'
import type { Gates } from '../../core/ports/gate.ts'
import type { Logger } from '../../core/ports/logger.ts'
import type { MediaFinisher } from '../../core/ports/media-finisher.ts'
import type { ObjectStore } from '../../core/ports/object-store.ts'
import {
  type GeneratedMedia,
  type Outputs,
  type Provider,
  UnusableMediaError,
} from '../../core/ports/provider.ts'
import type { ResultMarker } from '../../core/ports/result-marker.ts'
import type { Tracer } from '../../core/ports/tracer.ts'
import type { AttemptClock } from '../attempt-clock.ts'
import { failed, type Outcome } from '../attempt-outcome.ts'
import { recordEngineStep } from '../record-span.ts'
import { retryOutage } from '../retry-outage.ts'
import { fetchMedia } from './fetch-media.ts'
import { provenanceOf, storedProvenance } from './provenance.ts'
import { digestForGates } from './result-digest.ts'
import { makeWorkFolder } from './work-folder.ts'

interface StoreDependencies {
  readonly objectStore: ObjectStore
  readonly finisher: MediaFinisher
  readonly marker?: ResultMarker
  readonly gates: Pick<Gates, 'forTask'>
  readonly resultTurns: (provider: string) => Semaphore
  readonly logger: Logger
  readonly sleep: (durationMs: number, signal: AbortSignal) => Promise<void>
  readonly tracer?: Tracer | undefined
}

/** What an engine generated for a task. */
interface Made {
  readonly task: Pick<Task, 'id' | 'accountId' | 'epoch' | 'type' | 'parameters'>
  readonly provider: Pick<Provider, 'name' | 'results' | 'cost' | 'isProcedural'>
  readonly outputs: Outputs
  /** Time limit for fetching it, once its turn has come. */
  readonly fetchMsMax: number
  /** Of the attempt: stands still while the result is in line. */
  readonly clock: Pick<AttemptClock, 'pause'>
}

/**
 * Results live below their task; the epoch keeps a worker that lost its lease from touching its successor's
 * bytes.
 */
function resultKeyOf(task: Made['task'], index: number, contentType: string): string {
  return `results/${task.id}/${task.epoch}-${index}.${extensionOf(contentType)}`
}

/**
 * Stores the media under their final keys before the task settles, with their marks: as they are if the
 * provider is exact; otherwise fetched to a file, inspected and converted to what was requested. Throws if
 * the store keeps refusing them or this machine keeps failing, such as by a full disk, or on abort. Fails if the result
 * is not the kind of medium that was requested.
 */
export async function storeResults(
  deps: StoreDependencies,
  made: Made,
  signal: AbortSignal,
): Promise<Outcome<'succeeded' | 'failed'>> {
  if (made.provider.results === 'raw') {
    const resume = made.clock.pause()
    const work = () => {
      resume()
      return finishAndStore(deps, made, signal)
    }
    return deps.resultTurns(made.provider.name).run(signal, work, made.task.accountId).finally(resume)
  }
  const output: StoredMedia[] = []
  const digest = await digestForGates(deps, made.task.type, inMemory(made.outputs[0]))
  for (const [index, media] of made.outputs.entries()) {
    const rendered = inMemory(media)
    const { contentType } = rendered
    const provenance = provenanceOf(made.task, made.provider)
    const { mark, bytes } = (await deps.marker?.markBytes(rendered, provenance)) ?? unmarked(rendered)
    const key = resultKeyOf(made.task, index, contentType)
    const sizeBytes = bytes.byteLength
    const [thumbnail] = await Promise.all([
      storeThumbnail(deps, made, { index, contentType, sizeBytes, bytes }, signal),
      patiently(deps, made, signal, () => deps.objectStore.put({ key, contentType, bytes }, signal)),
    ])
    output.push({ key, contentType, sizeBytes, ...thumbnail, ...storedProvenance(mark, undefined) })
  }
  return { kind: 'succeeded', output, provider: made.provider, ...digest }
}

function inMemory(media: GeneratedMedia): Extract<GeneratedMedia, { bytes: Uint8Array }> {
  if ('bytes' in media) return media
  throw new Error('A provider with exact results must hand them over in memory.')
}

/**
 * One medium was requested, so the first is the result. It passes through files, because a video may have a
 * gigabyte.
 */
async function finishAndStore(
  deps: StoreDependencies,
  made: Made,
  signal: AbortSignal,
): Promise<Outcome<'succeeded' | 'failed'>> {
  const {
    task,
    provider,
    outputs: [media],
    fetchMsMax,
  } = made
  const folder = await patiently(deps, made, signal, async () => makeWorkFolder())
  try {
    const path = join(folder.path, 'made')
    await recordEngineStep(deps.tracer, 'engine fetch', provider, () =>
      patiently(deps, made, signal, () => fetchMedia(deps.sleep, media, path, { signal, fetchMsMax })),
    )
    const digest = await digestForGates(deps, task.type, { file: path })
    const { widthPx, heightPx, durationSeconds } = task.parameters
    const asked = {
      surface: surfaceOf(task.type),
      widthPx,
      heightPx,
      ...(durationSeconds !== undefined && { durationSeconds }),
    }
    const finished = await patiently(deps, made, signal, () =>
      deps.finisher.finish({ path, folder: folder.path }, asked, signal, task.accountId),
    )
    if (finished.kind === 'unusable') return unusable(finished.message)
    const { contentType, manifest } = finished.media
    const marked = await patiently(deps, made, signal, async () =>
      // A mark would break the signature of content credentials that the file still has.
      deps.marker === undefined || manifest === 'kept'
        ? unmarked(finished.media)
        : deps.marker.markFile(finished.media, provenanceOf(task, provider), signal, task.accountId),
    )
    const { path: file, mark } = marked
    const key = resultKeyOf(task, 0, contentType)
    const { size: sizeBytes } = await stat(file)
    const [thumbnail] = await Promise.all([
      storeThumbnail(
        deps,
        made,
        { index: 0, contentType, sizeBytes, path: file, folder: folder.path },
        signal,
      ),
      patiently(deps, made, signal, () => deps.objectStore.put({ key, contentType, file }, signal)),
    ])
    const output = [{ key, contentType, sizeBytes, ...thumbnail, ...storedProvenance(mark, manifest) }]
    return { kind: 'succeeded', output, provider, ...digest }
  } catch (error) {
    if (error instanceof UnusableMediaError) return unusable(error.message)
    throw error
  } finally {
    await folder.remove()
  }
}

/** A smaller file is no burden to a page. */
const smallBytesMax = 48 * 1024
/** Beyond this, the result does not wait for it. */
const thumbnailMsMax = 5_000

/** A file of a result as it will be stored: its bytes, or its path in a folder to write in. */
type FinishedFile = { readonly index: number; readonly contentType: string; readonly sizeBytes: number } & (
  | { readonly path: string; readonly folder: string }
  | { readonly bytes: Uint8Array }
)

/**
 * Stores a small picture of an image, or of the beginning of a video, marked like that. Whatever goes wrong, the
 * result is stored without it: resolves to nothing then, and where the file is small itself.
 */
async function storeThumbnail(
  deps: StoreDependencies,
  made: Made,
  file: FinishedFile,
  signal: AbortSignal,
): Promise<Pick<StoredMedia, 'thumbnail'>> {
  const { task, provider } = made
  if (file.sizeBytes <= smallBytesMax) return {}
  const key = `results/${task.id}/${task.epoch}-${file.index}-small.webp`
  const within = AbortSignal.any([signal, AbortSignal.timeout(thumbnailMsMax)])
  try {
    const bytes = await pictureOf(deps.finisher, file, within, task.accountId)
    if (bytes === undefined) return {}
    const media = { contentType: 'image/webp', bytes }
    const marked = (await deps.marker?.markBytes(media, provenanceOf(task, provider))) ?? media
    await deps.objectStore.put({ ...media, key, bytes: marked.bytes }, within)
    return { thumbnail: { key } }
  } catch (error) {
    if (!signal.aborted)
      deps.logger.warn({ taskId: task.id, err: error }, 'result stored without a thumbnail')
    return {}
  }
}

async function pictureOf(
  finisher: MediaFinisher,
  file: FinishedFile,
  signal: AbortSignal,
  accountId: string,
): Promise<Uint8Array | undefined> {
  if (file.contentType.startsWith('image/')) return finisher.thumbnail(file, signal, accountId)
  if ('path' in file) return finisher.poster(file, signal, accountId)
  const folder = makeWorkFolder()
  try {
    const path = join(folder.path, 'video')
    await writeFile(path, file.bytes)
    return await finisher.poster({ path, folder: folder.path }, signal, accountId)
  } finally {
    await folder.remove()
  }
}

/** A step that only the store or this machine can fail, or that throws an UnusableMediaError; each failure is logged. */
function patiently<T>(
  { sleep, logger }: StoreDependencies,
  { task }: Pick<Made, 'task'>,
  signal: AbortSignal,
  step: () => Promise<T>,
): Promise<T> {
  return retryOutage(sleep, signal, step, (error) =>
    logger.warn({ taskId: task.id, err: error }, 'result could not be stored yet'),
  )
}

function unmarked<Media>(media: Media): Media & { readonly mark: 'none' } {
  return { ...media, mark: 'none' }
}

function unusable(message: string): Outcome<'failed'> {
  return failed('GENERATION_FAILED', message)
}

/**
 * Removes results that no task will ever name. The sweep of orphaned objects finds what a crash leaves
 * behind.
 */
export async function deleteResults(
  { objectStore }: Pick<StoreDependencies, 'objectStore'>,
  output: readonly StoredMedia[],
): Promise<void> {
  for (const key of storedKeysOf(output)) await objectStore.delete(key)
}
