import { listGateChecks } from '../../database/gate-checks.ts'
import { GateUnavailableError } from './storage-outage.ts'
import type { UploadDependencies } from './uploads.ts'

/**
 * After each request about an upload that brought no verdict the next pause is twice as long. So all that one account
 * may keep open asks a gate twice a second, in the long run.
 */
export const gatePauseSecondsMin = 5
const gatePauseSecondsMax = 60

/**
 * Throws a GateUnavailableError during the pause after a gate gave no verdict on an upload, whichever process asked it:
 * another request would cost the gate as much as the last, and a copy of the file besides.
 */
export async function checkGatePause(
  { database, gates }: Pick<UploadDependencies, 'database' | 'gates'>,
  uploadId: string,
  nowMs: number,
): Promise<void> {
  if (gates.forUpload().length === 0) return
  const checks = await database.read((db) => listGateChecks(db, uploadId))
  const failed = checks.filter(({ verdict }) => verdict === 'failed')
  const last = failed.at(-1)
  if (last === undefined) return
  const pauseSeconds = Math.min(gatePauseSecondsMin * 2 ** (failed.length - 1), gatePauseSecondsMax)
  const leftSeconds = Math.ceil(((last.answeredAtMs ?? 0) - nowMs) / 1000 + pauseSeconds)
  if (leftSeconds > 0) throw new GateUnavailableError(`The gate ${last.gate} gave no verdict.`, leftSeconds)
}
