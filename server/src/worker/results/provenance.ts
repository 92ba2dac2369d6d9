import type { Task } from '../../core/domain/tasks/task.ts'
import type { StoredMedia } from '../../core/domain/tasks/task-states.ts'
import type { FinishedMedia } from '../../core/ports/media-finisher.ts'
import type { Provider } from '../../core/ports/provider.ts'
import type { Mark, Provenance } from '../../core/ports/result-marker.ts'

/** What a result of that task by that provider is, in IPTC's terms. */
export function provenanceOf(
  { id, type }: Pick<Task, 'id' | 'type'>,
  { isProcedural = false }: Pick<Provider, 'isProcedural'>,
): Provenance {
  const isTransformed = type === 'image.transform' || type === 'video.transform'
  const trained = isTransformed ? 'compositeWithTrainedAlgorithmicMedia' : 'trainedAlgorithmicMedia'
  return { taskId: id, sourceType: isProcedural ? 'algorithmicMedia' : trained }
}

/** What the task stores about it; nothing if there is nothing to say. */
export function storedProvenance(
  mark: Mark,
  manifest: FinishedMedia['manifest'],
): Pick<StoredMedia, 'provenance'> {
  if (mark === 'none' && manifest === undefined) return {}
  return { provenance: { mark, ...(manifest !== undefined && { manifest }) } }
}
