import type { Database, DatabaseOptions } from '../../../server/src/database/database.ts'
import { openDatabase } from '../../../server/src/database/database.ts'

/**
 * The service's own way to its database, as built: the build carries no types, so they come from the source.
 */
export const openServiceDatabase = openDatabase as unknown as (options: DatabaseOptions) => Database
