import type { Config } from '../../config.js'

/** The settings that an explanation names. */
export type NamedSettings = Pick<
  Config,
  'host' | 'port' | 'metrics' | 'dataDir' | 'databaseUrl' | 'objectStoreUrl'
>
