import type { EngineView } from '../operator/views.ts'

/** The health of an engine in a list, beginning with `up` or `down`. */
export function engineHealthText({
  health,
  downSeconds,
}: Pick<EngineView, 'health' | 'downSeconds'>): string {
  if (health === 'up') return 'up'
  return downSeconds > 0 ? `down, tried again in ${downSeconds} s` : 'down, its next task tries it'
}
