import * as migrations from '../../../../server/dist/database/migrate.js'
import * as reconcile from '../../../../server/dist/database/reconcile-ledger.js'
import * as usd from '../../../../server/dist/domain/usd.js'
import * as administer from '../../../../server/dist/use-cases/administer-accounts.js'
import * as sweep from '../../../../server/dist/use-cases/sweep-objects.js'

// See wire.ts beside this file.
export const { findDisagreements } =
  reconcile as unknown as typeof import('../../../../server/src/database/reconcile-ledger.ts')
export const { migrate } =
  migrations as unknown as typeof import('../../../../server/src/database/migrate.ts')
export const { createAdministration } =
  administer as unknown as typeof import('../../../../server/src/use-cases/administer-accounts.ts')
export const { Usd } = usd as unknown as typeof import('../../../../server/src/domain/usd.ts')
export const { sweepObjects } =
  sweep as unknown as typeof import('../../../../server/src/use-cases/sweep-objects.ts')
