import type { Config } from '../config/config.ts'
import { systemClock } from '../core/domain/clock.ts'
import { version } from '../core/package/version.ts'
import type { ResultMarker } from '../core/ports/result-marker.ts'
import { createResultMarker } from '../media/provenance/result-marker.ts'

/** What marks results as generated, unless the operator has switched it off. */
export function wireMarker({ provenanceMarks }: Pick<Config, 'provenanceMarks'>): { marker?: ResultMarker } {
  if (!provenanceMarks) return {}
  return { marker: createResultMarker({ clock: systemClock, creatorTool: `mediagen ${version}` }) }
}
