import { createContext } from 'react'
import type { PageSettings } from '../service/settings.ts'
import { strings } from '../strings.ts'
import { timeText } from '../tasks/job.ts'

/** How long the service keeps files; undefined: it does not say. */
export const Retention = createContext<PageSettings['retention']>(undefined)

const dayMs = 24 * 3_600_000

/** How long an uploaded image is kept, in words. */
export function uploadKept(retention: PageSettings['retention']): string {
  if (retention === undefined) return strings.kept.unknown
  return retention.uploadDays === null ? strings.kept.forEver : strings.kept.upload(retention.uploadDays)
}

/** How long the result of a task that ended at `completedAt` is kept, in words. */
export function resultKept(retention: PageSettings['retention'], completedAt: string): string {
  if (retention === undefined) return strings.kept.unknown
  const { resultDays } = retention
  if (resultDays === null) return strings.kept.forEver
  return strings.kept.until(timeText(Date.parse(completedAt) + resultDays * dayMs))
}
