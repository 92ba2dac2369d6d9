import type { Database, DatabaseOptions } from '@mediagen/database/database'
import { openDatabase } from '@mediagen/database/database'

/**
 * The service's own way to its database, as built: the build carries no types, so they come from the source.
 */
export const openServiceDatabase = openDatabase as unknown as (options: DatabaseOptions) => Database
