import { systemClock } from '@mediagen/core/domain/clock'
import type { AdminDependencies } from './http/admin/admin.js'
import { createAdministration } from './use-cases/operator/administration.js'
import type { Parts } from './wire.js'

/** What the operator's page needs; undefined unless ADMIN_TOKEN is set. */
export function wireAdmin(parts: Parts): AdminDependencies | undefined {
  const { config, database, objectStore, providers, elapsedMs } = parts
  const { adminToken, signingSecret, publicUrl, uploadLimits } = config
  if (adminToken === undefined) return undefined
  return {
    token: adminToken,
    signingSecret,
    isSecure: publicUrl.startsWith('https:'),
    administrationOf: (actor) =>
      createAdministration(database, {
        actor,
        engines: () => providers.list(),
        objectStore,
        uploadLimits,
      }),
    nowMs: systemClock.nowMs,
    elapsedMs,
  }
}
