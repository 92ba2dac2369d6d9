import { dayMs } from '../core/domain/utc-day.ts'
import type { Gate } from '../core/ports/gate.ts'

export interface ShownSettings {
  readonly resultRetentionMs: number | undefined
  readonly taskRetentionMs: number | undefined
  readonly uploadRetentionMs: number | undefined
  readonly providersFile: string | undefined
  /** Those in force in this process. */
  readonly gates: readonly Pick<Gate, 'name' | 'at' | 'products' | 'onFailure'>[]
}

/** Settings that only the environment and the providers file change, as the operator's page shows them. */
export function viewSettings(settings: ShownSettings) {
  const { resultRetentionMs, taskRetentionMs, uploadRetentionMs, providersFile, gates } = settings
  const days = (ms: number | undefined): number | null => (ms === undefined ? null : ms / dayMs)
  return {
    /** null: for ever. */
    retention: [
      { setting: 'RESULT_RETENTION_DAYS' as const, days: days(resultRetentionMs) },
      { setting: 'TASK_RETENTION_DAYS' as const, days: days(taskRetentionMs) },
      { setting: 'UPLOAD_RETENTION_DAYS' as const, days: days(uploadRetentionMs) },
    ],
    providersFile: providersFile ?? null,
    gates: gates.map(({ name, at, products, onFailure }) => ({
      name,
      at,
      products: products ?? null,
      onFailure,
    })),
  }
}
