import { hash } from 'node:crypto'
import { askGates } from '../../coordination/ask-gate.ts'
import type { Upload } from '../../core/domain/uploads/upload.ts'
import { GateBusyError } from '../../core/ports/gate.ts'
import { gateMediaOf } from '../../core/ports/stored-input.ts'
import type { VerificationResult } from '../../database/uploads/uploads.ts'
import type { ClaimedUpload } from './claimed-upload.ts'
import { gatePauseSecondsMin } from './gate-pause.ts'
import { GateUnavailableError, withOutageErrors } from './storage-outage.ts'
import type { UploadDependencies } from './uploads.ts'

/** A valid file, copied to where no link can write. */
export type CopiedFile = Extract<VerificationResult, { kind: 'ready' }>

/** A caller waits, and may call again after a failure. */
const triesMax = 1

/**
 * Asks the gates of uploads about a copied file, as long as this completion has the claim; its copy is deleted unless
 * all of them allow it. Throws a GateUnavailableError if one that fails closed gives no verdict, or if one has too many
 * requests before this one: then nothing is decided.
 */
export async function judgeUpload(
  deps: UploadDependencies,
  { id, accountId, contentType }: Pick<Upload, 'id' | 'accountId' | 'contentType'>,
  file: CopiedFile,
  { lock }: Pick<ClaimedUpload, 'lock'>,
): Promise<VerificationResult | { readonly kind: 'claimed' }> {
  const gates = deps.gates.forUpload()
  if (gates.length === 0) return file
  const { objectStore } = deps
  const { objectKey: key, sizeBytes } = file
  const input = gateMediaOf(objectStore, { key, contentType, sizeBytes }, id)
  const judgement = {
    subjectId: id,
    accountId,
    // A PUT may replace the file between two completions. A store's version of it may be an MD5, which two files that
    // were made for it share, and a hash of our own would cost another read: so a verdict holds for this copy only.
    version: hash('sha256', key, 'hex'),
    subject: { stage: 'upload', uploadId: id, input },
    lock,
  } as const
  const { signal } = new AbortController()
  const tries = { signal, triesMax, pause: async () => undefined }
  const outcome = await askGates(deps, gates, judgement, tries).catch((error: unknown) => {
    if (error instanceof GateBusyError) return error
    throw error
  })
  if (outcome instanceof GateBusyError) {
    await withOutageErrors(objectStore).delete(key)
    throw new GateUnavailableError(outcome.message, gatePauseSecondsMin)
  }
  if (outcome.kind === 'allowed') return file
  await withOutageErrors(objectStore).delete(key)
  if (outcome.kind === 'lost') return { kind: 'claimed' }
  if (outcome.kind === 'failed')
    throw new GateUnavailableError(`The gate ${outcome.gate} gave no verdict.`, gatePauseSecondsMin)
  return { kind: 'invalid', errorCode: 'CONTENT_REFUSED' }
}
