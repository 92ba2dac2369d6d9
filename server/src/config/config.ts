import { resolve } from 'node:path'
import type { ProductName } from '../core/domain/products.ts'
import { dayMs } from '../core/domain/utc-day.ts'
import { environment, gigabyte, type LogLevel, listedOrigins } from './environment.ts'
import { misspeltSettings } from './misspelt-settings.ts'
import { OperatorFileError } from './operator-file-error.ts'
import { secretProblems } from './placeholder-secrets.ts'
import { readTraceSettings, type TraceSettings } from './trace-settings.ts'
import { trustedProxies } from './trusted-proxies.ts'

/** The service's settings, read once from the environment, and nowhere else. */
export interface Config {
  readonly host: string
  readonly port: number
  /** Where health and metrics are served; undefined: on `port`, and not at all by a worker. */
  readonly metrics: { readonly host: string; readonly port: number } | undefined
  /** The URL by which clients reach the service; the prefix of signed links. No trailing slash. */
  readonly publicUrl: string
  /** The proxies whose X-Forwarded-For is believed, in Express's form. */
  readonly trustProxy: number | readonly string[]
  readonly dataDir: string
  readonly databaseUrl: string
  readonly objectStoreUrl: string
  /** Set by the operator; if undefined, the embedded mode generates one and keeps it in the data folder. */
  readonly signingSecret: string | undefined
  /** A second secret whose links are accepted while the first is being replaced; nothing is signed with it. */
  readonly signingSecretPrevious: string | undefined
  /** The token that grants access to the operator's page; undefined: there is no such page. */
  readonly adminToken: string | undefined
  readonly providersFile: string | undefined
  /** The operating system's PATH, in which programs such as ffmpeg are searched. */
  readonly searchPath: string
  readonly catalogueDir: string
  /** The built page that is served at `/`, if it exists; undefined: switched off. */
  readonly playgroundDir: string | undefined
  readonly workerConcurrency: number
  /** Lower limits for single products, such as one video at a time. */
  readonly productConcurrency: Partial<Record<ProductName, number>>
  /**
   * How long a stopping worker lets tasks go on. A synchronous engine's response that comes later is lost.
   */
  readonly workerDrainMs: number
  /** Whether results are marked as generated. */
  readonly provenanceMarks: boolean
  /** What results are signed with (C2PA), as PEM; undefined: they are not signed. */
  readonly c2pa: { readonly certificateFile: string; readonly privateKeyFile: string } | undefined
  readonly logLevel: LogLevel
  /** Origins whose pages may call the API; `*` for any. */
  readonly corsOrigins: readonly string[]
  readonly idempotencyRememberedMs: number
  /** Maximum polls of one account that a process holds at one time. */
  readonly heldPollsMax: number
  /** Upload limits of one account: open uploads, and bytes of kept ones. */
  readonly uploadLimits: { readonly openMax: number; readonly bytesKeptMax: number }
  /** Task limits of accounts that have none of their own; undefined: no limit. */
  readonly taskLimits: {
    readonly tasksOpenMax: number | undefined
    readonly tasksRunningMax: number | undefined
  }
  /** Uploads unused by any generation for this long are deleted; undefined: never. */
  readonly uploadRetentionMs: number | undefined
  /** Results of tasks that ended this long ago are removed; undefined: never. */
  readonly resultRetentionMs: number | undefined
  /** Tasks that ended this long ago are scrubbed, with their results; undefined: never. */
  readonly taskRetentionMs: number | undefined
  /** Scrubbed tasks that ended this long ago leave the database for files of the object store; undefined: never. */
  readonly taskArchiveMs: number | undefined
  /** Where traces are sent, and which; undefined: none are recorded. */
  readonly traces: TraceSettings | undefined
}

/**
 * Reads the settings from environment variables. Relative paths start at `workingDirectory`. Throws an
 * OperatorFileError that names every invalid variable.
 */
export function readConfig(
  variables: NodeJS.ProcessEnv = process.env,
  workingDirectory: string = process.cwd(),
): Config {
  const given = Object.fromEntries(
    Object.entries(variables).filter(([name, value]) => value !== '' || name === 'CORS_ORIGINS'),
  )
  const { value, error } = environment.validate(given, { abortEarly: false, stripUnknown: true })
  const invalid = new Set((error?.details ?? []).map(({ message }) => message))
  const problems = [...invalid, ...secretProblems(given)]
  if (error !== undefined || problems.length > 0) throw new OperatorFileError('Settings', problems)

  const traces = readTraceSettings(value)
  if (Array.isArray(traces)) throw new OperatorFileError('Settings', traces)
  const dataDir = resolve(workingDirectory, value.DATA_DIR)
  const databaseUrl = absoluteUrl(
    'sqlite:',
    value.DATABASE_URL ?? `sqlite:${dataDir}/mediagen.sqlite`,
    workingDirectory,
  )
  if (!databaseUrl.startsWith('sqlite:') && value.SIGNING_SECRET === undefined) {
    throw new OperatorFileError('Settings', [
      '"SIGNING_SECRET" is required unless the database is SQLite: every process must sign links alike',
    ])
  }
  return {
    host: value.HOST,
    port: value.PORT,
    metrics:
      value.METRICS_PORT === undefined
        ? undefined
        : { host: value.METRICS_HOST ?? value.HOST, port: value.METRICS_PORT },
    publicUrl: (value.PUBLIC_URL ?? `http://${hostInUrl(value.HOST)}:${value.PORT}`).replace(
      /(?<!\/)\/+$/,
      '',
    ),
    trustProxy: trustedProxies(value.TRUST_PROXY),
    dataDir,
    databaseUrl,
    objectStoreUrl: absoluteUrl(
      'file:',
      value.OBJECT_STORE_URL ?? `file:${dataDir}/objects`,
      workingDirectory,
    ),
    signingSecret: value.SIGNING_SECRET,
    signingSecretPrevious: value.SIGNING_SECRET_PREVIOUS,
    adminToken: value.ADMIN_TOKEN,
    providersFile:
      value.PROVIDERS_FILE === undefined ? undefined : resolve(workingDirectory, value.PROVIDERS_FILE),
    searchPath: variables.PATH ?? '',
    catalogueDir: resolve(workingDirectory, value.CATALOGUE_DIR),
    playgroundDir:
      value.PLAYGROUND_DIR === 'off' ? undefined : resolve(workingDirectory, value.PLAYGROUND_DIR),
    workerConcurrency: value.WORKER_CONCURRENCY,
    productConcurrency: Object.fromEntries(
      value.WORKER_PRODUCT_CONCURRENCY.split(',')
        .filter((part) => part !== '')
        .map((part) => part.split('='))
        .map(([product, most]) => [product, Number(most)]),
    ),
    workerDrainMs: value.WORKER_DRAIN_SECONDS * 1000,
    provenanceMarks: value.PROVENANCE_MARKS === 'on',
    c2pa:
      value.C2PA_CERTIFICATE === undefined || value.C2PA_PRIVATE_KEY === undefined
        ? undefined
        : {
            certificateFile: resolve(workingDirectory, value.C2PA_CERTIFICATE),
            privateKeyFile: resolve(workingDirectory, value.C2PA_PRIVATE_KEY),
          },
    logLevel: value.LOG_LEVEL,
    corsOrigins: listedOrigins(value.CORS_ORIGINS),
    idempotencyRememberedMs: value.IDEMPOTENCY_HOURS * 3_600_000,
    heldPollsMax: value.HELD_POLLS_MAX,
    uploadLimits: {
      openMax: value.UPLOADS_OPEN_MAX,
      bytesKeptMax: Math.floor(value.UPLOADS_KEPT_GB * gigabyte),
    },
    taskLimits: { tasksOpenMax: value.TASKS_OPEN_MAX, tasksRunningMax: value.TASKS_RUNNING_MAX },
    uploadRetentionMs: daysInMs(value.UPLOAD_RETENTION_DAYS),
    resultRetentionMs: daysInMs(value.RESULT_RETENTION_DAYS),
    taskRetentionMs: daysInMs(value.TASK_RETENTION_DAYS),
    taskArchiveMs: daysInMs(value.TASK_ARCHIVE_DAYS),
    traces,
  }
}

/**
 * An environment variable that the providers file names: an engine's key. An empty variable counts as unset.
 */
export function readSecret(variable: string): string | undefined {
  return process.env[variable] || undefined
}

/** The variables of this process that are no setting but almost one, by the setting. */
export function findMisspeltSettings(): ReadonlyMap<string, string> {
  return misspeltSettings(process.env)
}

/** The file of an embedded service's database; undefined with any other database. */
export function sqliteFileOf({ databaseUrl }: Pick<Config, 'databaseUrl'>): string | undefined {
  return databaseUrl.startsWith('sqlite:') ? databaseUrl.slice('sqlite:'.length) : undefined
}

function daysInMs(days: number | undefined): number | undefined {
  return days === undefined ? undefined : days * dayMs
}

/** An IPv6 address stands in brackets. */
function hostInUrl(host: string): string {
  return host.includes(':') ? `[${host}]` : host
}

function absoluteUrl(scheme: string, url: string, workingDirectory: string): string {
  return url.startsWith(scheme) ? scheme + resolve(workingDirectory, url.slice(scheme.length)) : url
}
