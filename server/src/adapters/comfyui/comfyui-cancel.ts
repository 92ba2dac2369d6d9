import type { CancelAnswer } from '../../ports/provider.js'
import type { EngineHttp } from '../engine/engine-http.js'
import { at } from '../engine/json-path.js'
import { isMissing, type JobLook, jobPath, lookForJob } from './comfyui-look.js'

/**
 * Stops a job wherever it is. Servers with an API for jobs do it in one step; the others are asked before and
 * after.
 */
export async function cancelJob(http: EngineHttp, id: string, signal: AbortSignal): Promise<CancelAnswer> {
  const answer = await http.call({ method: 'POST', path: `${jobPath(id)}/cancel` }, signal)
  if (isMissing(answer)) return cancelInQueue(http, id, signal)
  if (answer.kind !== 'answered' || answer.status !== 200) return 'unknown'
  if (at(answer.body, 'cancelled') === true) return 'cancelled'
  const look = await lookForJob(http, id, signal)
  return hasEnded(look) ? 'finished' : 'unknown'
}

/**
 * Deleting and interrupting answer 200 whatever they found, so that only another look tells what became of
 * the job.
 */
async function cancelInQueue(http: EngineHttp, id: string, signal: AbortSignal): Promise<CancelAnswer> {
  const before = await lookForJob(http, id, signal)
  if (before.kind === 'queued')
    await http.call({ method: 'POST', path: 'queue', body: { json: { delete: [id] } } }, signal)
  const now = before.kind === 'queued' ? await lookForJob(http, id, signal) : before
  if (hasEnded(now)) return 'finished'
  if (now.kind === 'absent') return before.kind === 'queued' ? 'cancelled' : 'unknown'
  if (now.kind !== 'running') return 'unknown'
  // Always with the id: without one the server stops whatever is running, the job of somebody else.
  const stopped = await http.call(
    { method: 'POST', path: 'interrupt', body: { json: { prompt_id: id } } },
    signal,
  )
  return stopped.kind === 'answered' && stopped.status === 200 ? 'cancelled' : 'unknown'
}

function hasEnded({ kind }: JobLook): boolean {
  return kind === 'succeeded' || kind === 'failed'
}
