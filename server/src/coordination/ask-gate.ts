import { newGateCheckId } from '../core/domain/ids.ts'
import type { Gate, GateCheckReport, GateSubject, GateVerdict } from '../core/ports/gate.ts'
import type { Logger } from '../core/ports/logger.ts'
import type { Database } from '../database/database.ts'
import {
  type GateCheckRow,
  type LockSubject,
  listGateChecks,
  recordGateRequest,
  recordGateVerdict,
} from '../database/gate-checks.ts'

export interface AskGateDependencies {
  readonly database: Database
  readonly logger: Logger
  /** Called for every request with its verdict, for the metrics; must not throw. */
  readonly onGateAsked?: ((report: GateCheckReport) => void) | undefined
}

/** What gates are asked about, with what identifies it in their records. */
export interface Judgement {
  readonly subjectId: string
  /** Whose it is: accounts take turns. */
  readonly accountId: string
  /** Equal versions mean equal bytes, so that a verdict is never used for other bytes. */
  readonly version: string
  readonly subject: GateSubject
  readonly lock: LockSubject
}

/**
 * The outcome of all gates: the first that refused or failed closed, or that all allowed it. 'lost': the subject is
 * gone, and the rest is not this process's to do.
 */
export type GatesOutcome =
  | { readonly kind: 'allowed' }
  | { readonly kind: 'lost' }
  | { readonly kind: 'refused' | 'failed'; readonly gate: string; readonly reason: string | undefined }

/**
 * Asks the gates in their order, until one does not allow it. A verdict on the same bytes that is recorded already is
 * used instead. Each request is recorded before it is sent, so that one whose verdict was lost in a crash is known,
 * and repeating it is logged; none is sent once the subject is gone. `triesMax` requests are sent to a gate that
 * gives no verdict. Throws a GateBusyError where a gate does, whatever `onFailure` says: time in line is no verdict.
 */
export async function askGates(
  deps: AskGateDependencies,
  gates: readonly Gate[],
  judgement: Judgement,
  options: {
    readonly signal: AbortSignal
    readonly triesMax: number
    readonly pause: (tries: number) => Promise<void>
  },
): Promise<GatesOutcome> {
  if (gates.length === 0) return { kind: 'allowed' }
  const recorded = await deps.database.read((db) => listGateChecks(db, judgement.subjectId))
  for (const gate of gates) {
    const known = recorded.filter((check) => isAbout(check, gate, judgement))
    const verdict = verdictAmong(known) ?? (await askGate(deps, gate, judgement, known, options))
    if (verdict === undefined) return { kind: 'lost' }
    const { kind, reason } = verdict
    if (kind === 'refused' || (kind === 'failed' && gate.onFailure === 'refuse'))
      return { kind, gate: gate.name, reason }
  }
  return { kind: 'allowed' }
}

function isAbout(check: GateCheckRow, gate: Gate, { version, subject }: Judgement): boolean {
  return check.gate === gate.name && check.stage === subject.stage && check.version === version
}

/** A recorded judgement; a failure is none, and the gate is asked again. */
function verdictAmong(checks: readonly GateCheckRow[]): Pick<GateVerdict, 'kind' | 'reason'> | undefined {
  const judged = checks.find(({ verdict }) => verdict === 'allowed' || verdict === 'refused')
  return judged?.verdict === undefined ? undefined : { kind: judged.verdict, reason: judged.reason }
}

/** undefined if the subject is gone. */
async function askGate(
  deps: AskGateDependencies,
  gate: Gate,
  judgement: Judgement,
  known: readonly GateCheckRow[],
  { signal, triesMax, pause }: Parameters<typeof askGates>[3],
): Promise<Pick<GateVerdict, 'kind' | 'reason'> | undefined> {
  const about = { gate: gate.name, stage: judgement.subject.stage, subjectId: judgement.subjectId }
  // A gate may repeat the prompt of a task in its reason, and no deletion reaches the log.
  const isOfUpload = judgement.subject.stage === 'upload'
  if (known.some(({ verdict }) => verdict === undefined))
    deps.logger.warn(about, 'gate is asked again: the verdict of an earlier request is not known')
  for (let tries = 1; ; tries += 1) {
    const verdict = await askOnce(deps, gate, judgement, signal)
    if (verdict === undefined) return undefined
    const told = isOfUpload ? { ...about, reason: verdict.reason } : about
    if (verdict.kind === 'refused') deps.logger.info(told, 'gate refused')
    if (verdict.kind !== 'failed') return verdict
    deps.logger.warn({ ...told, onFailure: gate.onFailure }, 'gate gave no verdict')
    if (tries >= triesMax) return verdict
    await pause(tries)
    signal.throwIfAborted()
  }
}

/**
 * Throws a GateBusyError as the gate does, and the signal's reason if it aborts: then nothing is known, and the request
 * stays without a verdict.
 */
async function askOnce(
  deps: AskGateDependencies,
  gate: Gate,
  { subjectId, accountId, version, subject, lock }: Judgement,
  signal: AbortSignal,
): Promise<GateVerdict | undefined> {
  const id = newGateCheckId(Date.now())
  const check = { id, subjectId, gate: gate.name, stage: subject.stage, version }
  if (!(await recordGateRequest(deps.database, check, lock))) return undefined
  const startedAtMs = performance.now()
  const verdict = await gate.ask(subject, signal, accountId)
  signal.throwIfAborted()
  await recordGateVerdict(deps.database, id, verdict)
  const seconds = (performance.now() - startedAtMs) / 1000
  deps.onGateAsked?.({ gate: gate.name, stage: subject.stage, verdict: verdict.kind, seconds })
  return verdict
}
