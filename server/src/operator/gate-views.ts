import { toTimestamp, toTimestampOrNull } from '../core/domain/clock.ts'
import type { GateStage } from '../core/ports/gate.ts'
import type { GateCheckRow } from '../database/gate-checks.ts'

/**
 * What gates were asked about a task. For operators alone: the reason would teach a customer how to pass the
 * gate.
 */
export function viewGateChecks(checks: readonly GateCheckRow[]) {
  return checks.map((check) => ({
    gate: check.gate,
    at: check.stage,
    isRepetition: repeats(check, checks),
    askedAt: toTimestamp(check.askedAtMs),
    answeredAt: toTimestampOrNull(check.answeredAtMs),
    verdict: check.verdict ?? null,
    reason: check.reason ?? null,
  }))
}

/** The requests of a stage as events of a task's history. `wentOn`: the task is past that stage. */
export function eventsOfGates(
  checks: readonly GateCheckRow[],
  stage: GateStage,
  wentOn: boolean,
): { readonly askedAtMs: number; readonly what: string; readonly tone: 'bad' | null }[] {
  return checks
    .filter((check) => check.stage === stage)
    .map((check) => ({
      askedAtMs: check.askedAtMs,
      what: `${wordsOf(check, repeats(check, checks))}${wentOn && isUnchecked(check, checks) ? '; let through unchecked, by its onFailure: allow' : ''}`,
      tone: check.verdict === 'refused' || check.verdict === 'failed' ? 'bad' : null,
    }))
}

/** Whether an earlier request about the same was sent, or was about to be, and its verdict is not known. */
function repeats(check: GateCheckRow, checks: readonly GateCheckRow[]): boolean {
  const about = ({ gate, stage, version }: GateCheckRow) => `${gate} ${stage} ${version}`
  return checks.some(
    (other) => other.verdict === undefined && other.id < check.id && about(other) === about(check),
  )
}

/** Whether it is the last request to a gate that gave no verdict: a task that went on was let through. */
function isUnchecked(check: GateCheckRow, checks: readonly GateCheckRow[]): boolean {
  const isLater = (other: GateCheckRow) =>
    other.gate === check.gate && other.stage === check.stage && other.id > check.id
  return check.verdict === 'failed' && !checks.some(isLater)
}

function wordsOf({ gate, stage, verdict, reason }: GateCheckRow, isRepetition: boolean): string {
  const asked = `Gate ${gate} was ${isRepetition ? 'asked again' : 'asked'} ${stage === 'before' ? 'about the request' : 'about the result'}`
  if (verdict === undefined) return `${asked}; no verdict was recorded`
  return `${asked}: ${verdict}${reason === undefined ? '' : ` (${reason})`}`
}
