import type { CancelResponse } from '../../core/ports/provider.ts'
import type { EngineHttp } from '../shared/calls/engine-http.ts'
import { at } from '../shared/calls/json-path.ts'
import { isMissing, type JobState, jobPath, readJobState } from './comfyui-poll.ts'

/**
 * Stops a job in any state. Servers with a jobs API do it in one step; for the others the state is read
 * before and after.
 */
export async function cancelJob(http: EngineHttp, id: string, signal: AbortSignal): Promise<CancelResponse> {
  const response = await http.call({ method: 'POST', path: `${jobPath(id)}/cancel` }, signal)
  if (isMissing(response)) return cancelInQueue(http, id, signal)
  if (response.kind !== 'responded' || response.status !== 200) return 'unknown'
  if (at(response.body, 'cancelled') === true) return 'cancelled'
  const state = await readJobState(http, id, signal)
  return hasEnded(state) ? 'finished' : 'unknown'
}

/**
 * Stops a job through the queue. Deleting and interrupting return 200 in any case, so the state is read again
 * afterwards.
 */
async function cancelInQueue(http: EngineHttp, id: string, signal: AbortSignal): Promise<CancelResponse> {
  const before = await readJobState(http, id, signal)
  if (before.kind === 'queued')
    await http.call({ method: 'POST', path: 'queue', body: { json: { delete: [id] } } }, signal)
  const now = before.kind === 'queued' ? await readJobState(http, id, signal) : before
  if (hasEnded(now)) return 'finished'
  if (now.kind === 'absent') return before.kind === 'queued' ? 'cancelled' : 'unknown'
  if (now.kind !== 'running') return 'unknown'
  // Always with the id: without one the server stops whatever is running, which may be somebody else's job.
  const stopped = await http.call(
    { method: 'POST', path: 'interrupt', body: { json: { prompt_id: id } } },
    signal,
  )
  return stopped.kind === 'responded' && stopped.status === 200 ? 'cancelled' : 'unknown'
}

function hasEnded({ kind }: JobState): boolean {
  return kind === 'succeeded' || kind === 'failed'
}
