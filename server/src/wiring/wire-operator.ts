import { systemClock } from '../core/domain/clock.ts'
import type { OperatorDependencies } from '../http/operator/operator.ts'
import { createAdministration } from '../operator/administration.ts'
import { linkOriginOf } from './link-origin.ts'
import { listEngines } from './list-engines.ts'
import type { Parts } from './wire.ts'

/** What the operator's page needs; undefined unless ADMIN_TOKEN is set. */
export function wireOperator(parts: Parts): OperatorDependencies | undefined {
  const { config, database, objectStore, providers, gates, elapsedMs } = parts
  const { adminToken, signingSecret, signingSecretPrevious, publicUrl, uploadLimits, taskLimits } = config
  if (adminToken === undefined) return undefined
  return {
    token: adminToken,
    signingSecret,
    previousSecret: signingSecretPrevious,
    isSecure: publicUrl.startsWith('https:'),
    administrationOf: (actor) =>
      createAdministration(database, {
        actor,
        engines: () => listEngines(providers),
        objectStore,
        uploadLimits,
        taskLimits,
        settings: () => ({ ...config, gates: gates.list() }),
      }),
    linkOrigin: linkOriginOf(objectStore),
    nowMs: systemClock.nowMs,
    elapsedMs,
  }
}
