import { limits } from '@mediagen/contract/limits'
import type * as contract from '@mediagen/contract/models'
import { toTimestamp, toTimestampOrNull } from '../../core/domain/clock.ts'
import { extensionOf } from '../../core/domain/file-extension.ts'
import { surfaceOf } from '../../core/domain/products.ts'
import type { Task } from '../../core/domain/tasks/task.ts'
import { isTerminal, type StoredMedia, type TaskStatus } from '../../core/domain/tasks/task-states.ts'
import type { ObjectStore } from '../../core/ports/object-store.ts'
import type { PolledTask } from '../../database/tasks/polled-tasks.ts'
import { reachStore } from '../uploads/storage-outage.ts'
import type { UsualTimes } from './usual-times.ts'

/**
 * A task as its owner sees it. Links are signed again each time, so polling always yields fresh ones. Throws an
 * ObjectStoreUnavailableError.
 */
export async function viewTask(
  objectStore: ObjectStore,
  task: PolledTask,
  usualTimes?: UsualTimes,
): Promise<contract.Task> {
  const usualSeconds = isTerminal(task.status) ? undefined : usualTimes?.secondsOf(task)
  return {
    id: task.id,
    type: task.type,
    status: task.status,
    createdAt: toTimestamp(task.createdAtMs),
    startedAt: toTimestampOrNull(task.startedAtMs),
    completedAt: toTimestampOrNull(task.completedAtMs),
    output:
      task.output === undefined
        ? null
        : viewOutput(task, await reachStore(linkFiles(objectStore, task.id, task.output))),
    error: task.error === undefined ? null : { code: task.error.code, message: task.error.message },
    cost: viewCost(task),
    request: viewRequest(task),
    ...(task.progress !== undefined && { progress: task.progress }),
    ...(usualSeconds !== undefined && { usualSeconds }),
  }
}

/** What was ordered, as a request of the task's type takes it. */
function viewRequest({ tier, parameters }: PolledTask): contract.TaskRequest {
  const { prompt, negativePrompt, input, effect, aspectRatio, durationSeconds } = parameters
  return {
    ...(prompt !== '' && { prompt }),
    ...(negativePrompt !== undefined && { negativePrompt }),
    ...(input !== undefined && { assetId: input.assetId }),
    ...(effect !== undefined && { effectId: effect.id }),
    resolution: tier,
    ...(aspectRatio !== undefined && { aspectRatio }),
    ...(durationSeconds !== undefined && { durationSeconds }),
  }
}

/** What a task costs, as its owner sees it. */
export function viewCost({ cost, status }: Pick<Task, 'cost' | 'status'>): contract.Cost {
  return { amount: cost.toString(), currency: 'USD', state: costStates[status] }
}

const costStates: Readonly<Record<TaskStatus, contract.CostState>> = {
  QUEUED: 'reserved',
  PROCESSING: 'reserved',
  SUCCEEDED: 'charged',
  FAILED: 'refunded',
  CANCELLED: 'refunded',
}

function viewOutput({ type, removed }: PolledTask, files: contract.ResultFile[]): contract.TaskOutput {
  const output = surfaceOf(type) === 'image' ? { images: files } : { videos: files }
  if (removed === undefined) return output
  return { ...output, removed: { code: removed.code, removedAt: toTimestamp(removed.removedAtMs) } }
}

function linkFiles(
  objectStore: ObjectStore,
  taskId: string,
  output: readonly StoredMedia[],
): Promise<contract.ResultFile[]> {
  return Promise.all(
    output.map(async ({ key, contentType, sizeBytes, thumbnail }, index) => ({
      url: await linkTo(objectStore, key, contentType, fileNameOf(taskId, index, contentType)),
      contentType,
      sizeBytes,
      ...(thumbnail !== undefined && {
        thumbnailUrl: await linkTo(objectStore, thumbnail.key, 'image/webp', `mediagen-${taskId}-small.webp`),
      }),
    })),
  )
}

function linkTo(
  objectStore: ObjectStore,
  key: string,
  contentType: string,
  fileName: string,
): Promise<string> {
  return objectStore.signDownload({ key, contentType, fileName, expiresInSeconds: limits.resultLinkSeconds })
}

/** The name under which a browser saves a result, such as `mediagen-0m3x….png`. */
function fileNameOf(taskId: string, index: number, contentType: string): string {
  const suffix = index === 0 ? '' : `-${index + 1}`
  return `mediagen-${taskId}${suffix}.${extensionOf(contentType)}`
}
