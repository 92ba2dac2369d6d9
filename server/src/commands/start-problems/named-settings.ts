import type { Config } from '../../config/config.ts'

/** The settings that an explanation names. */
export type NamedSettings = Pick<
  Config,
  'host' | 'port' | 'metrics' | 'dataDir' | 'databaseUrl' | 'objectStoreUrl'
>
