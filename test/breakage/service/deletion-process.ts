/** One deletion of an account's data as a test's process: see `process-parts.ts`. */
import { createAdministration } from '../../../server/src/operator/administration.ts'
import { settings, wireProcessParts } from './process-parts.ts'

const parts = await wireProcessParts('work')
process.send?.({ kind: 'ready' })
await createAdministration(parts.database, parts).deleteAccountData(settings.accountId ?? '')
process.exit(0)
