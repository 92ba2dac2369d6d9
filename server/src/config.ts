import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { limits } from '@mediagen/contract/limits'
import Joi from 'joi'
import { readS3Url } from './adapters/s3-store/s3-settings.js'
import { readMysqlUrl } from './database/dialect/mysql-url.js'
import { type ProductName, productNames } from './domain/generation/products.js'
import { OperatorFileError } from './operator-files/operator-file-error.js'

/** The service's settings, read once from the environment, and nowhere else. */
export interface Config {
  readonly host: string
  readonly port: number
  /** Where health and metrics are served; undefined: on `port`, and not at all by a worker. */
  readonly metrics: { readonly host: string; readonly port: number } | undefined
  /** The URL by which clients reach the service; the prefix of signed links. No trailing slash. */
  readonly publicUrl: string
  readonly dataDir: string
  readonly databaseUrl: string
  readonly objectStoreUrl: string
  /** Set by the operator; if undefined, the embedded mode generates one and keeps it in the data folder. */
  readonly signingSecret: string | undefined
  readonly providersFile: string | undefined
  /** The operating system's PATH, in which programs such as ffmpeg are looked for. */
  readonly searchPath: string
  readonly catalogueDir: string
  /** The built page that is served at `/`, if it is there; undefined: switched off. */
  readonly playgroundDir: string | undefined
  readonly workerConcurrency: number
  /** Lower limits for single products, such as one video at a time. */
  readonly productConcurrency: Partial<Record<ProductName, number>>
  /**
   * How long a stopping worker lets tasks go on. A synchronous engine's answer that comes later is lost.
   */
  readonly workerDrainMs: number
  readonly logLevel: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'silent'
  /** Origins whose pages may call the API; `*` for any. */
  readonly corsOrigins: readonly string[]
  readonly idempotencyRememberedMs: number
  /** Polls of one account that a process holds at one time. */
  readonly heldPollsMax: number
  /** Upload limits of one account: open uploads, and bytes of kept ones. */
  readonly uploadLimits: { readonly openMax: number; readonly bytesKeptMax: number }
  /** Uploads unused by any generation for this long are deleted; undefined: never. */
  readonly uploadRetentionMs: number | undefined
}

interface Environment {
  HOST: string
  PORT: number
  METRICS_HOST?: string
  METRICS_PORT?: number
  PUBLIC_URL?: string
  DATA_DIR: string
  DATABASE_URL?: string
  OBJECT_STORE_URL?: string
  SIGNING_SECRET?: string
  PROVIDERS_FILE?: string
  CATALOGUE_DIR: string
  PLAYGROUND_DIR: string
  WORKER_CONCURRENCY: number
  WORKER_PRODUCT_CONCURRENCY: string
  WORKER_DRAIN_SECONDS: number
  LOG_LEVEL: Config['logLevel']
  CORS_ORIGINS: string
  IDEMPOTENCY_HOURS: number
  HELD_POLLS_MAX: number
  UPLOADS_OPEN_MAX: number
  UPLOADS_KEPT_GB: number
  UPLOAD_RETENTION_DAYS?: number
}

const defaultCatalogueDir = fileURLToPath(new URL('../catalogue', import.meta.url))
const defaultPlaygroundDir = fileURLToPath(new URL('../../examples/playground/dist', import.meta.url))
const signingSecretCharactersMin = 32
const gigabyte = 1024 ** 3
const dayMs = 24 * 3_600_000
/** As many as a process holds of all accounts together. */
const heldPollsMaxMax = 10_000
/** Each reservation reads as many index entries as there may be open uploads. */
const uploadsOpenMaxMax = 10_000
/** One petabyte; sums of bytes stay exact integers far beyond it. */
const uploadsKeptGigabytesMax = 1024 ** 2
const uploadRetentionDaysMax = 36_500
/** Most pictures of synchronous engines, and a studio film of 15 seconds in 1080p, are done within it. */
const workerDrainSeconds = 60
const workerDrainSecondsMax = 3_600

const productConcurrency = `(${productNames.map((name) => name.replace('.', '\\.')).join('|')})=[1-9]\\d{0,2}`
const productConcurrencyPattern = new RegExp(`^${productConcurrency}(,${productConcurrency})*$`)

const environment = Joi.object<Environment>({
  HOST: Joi.string().hostname().default('127.0.0.1'),
  PORT: Joi.number().port().default(3000),
  METRICS_HOST: Joi.string().hostname(),
  METRICS_PORT: Joi.number().port(),
  PUBLIC_URL: Joi.string().uri({ scheme: ['http', 'https'] }),
  DATA_DIR: Joi.string().default('.data'),
  DATABASE_URL: Joi.string()
    .pattern(/^(sqlite:.|mysql:\/\/.)/)
    .custom((text: string) => {
      if (text.startsWith('mysql:')) readMysqlUrl(text)
      return text
    })
    .messages({
      'string.pattern.base': '{{#label}} must begin with sqlite: or mysql://',
      'any.custom': '{{#label}} {{#error.message}}',
    }),
  OBJECT_STORE_URL: Joi.string()
    .pattern(/^(file:.|s3:\/\/.)/)
    .custom((text: string) => {
      if (text.startsWith('s3:')) readS3Url(text)
      return text
    })
    .messages({
      'string.pattern.base':
        '{{#label}} must begin with file: and name a folder, or with s3:// and name a bucket',
      'any.custom': '{{#label}} {{#error.message}}',
    }),
  SIGNING_SECRET: Joi.string().min(signingSecretCharactersMin),
  PROVIDERS_FILE: Joi.string(),
  CATALOGUE_DIR: Joi.string().default(defaultCatalogueDir),
  PLAYGROUND_DIR: Joi.string().default(defaultPlaygroundDir),
  WORKER_CONCURRENCY: Joi.number().integer().min(1).max(1024).default(availableParallelism()),
  WORKER_PRODUCT_CONCURRENCY: Joi.string()
    .allow('')
    .pattern(productConcurrencyPattern)
    .messages({
      'string.pattern.base': `{{#label}} must be like video.generate=1,video.transform=1; the products are ${productNames.join(', ')}`,
    })
    .default(''),
  WORKER_DRAIN_SECONDS: Joi.number().integer().min(0).max(workerDrainSecondsMax).default(workerDrainSeconds),
  LOG_LEVEL: Joi.valid('trace', 'debug', 'info', 'warn', 'error', 'silent').default('info'),
  CORS_ORIGINS: Joi.string().allow('').default(''),
  IDEMPOTENCY_HOURS: Joi.number()
    .min(limits.idempotencyKeyRememberedSeconds / 3600)
    .default(limits.idempotencyKeyRememberedSeconds / 3600),
  HELD_POLLS_MAX: Joi.number().integer().min(0).max(heldPollsMaxMax).default(limits.heldPollsMax),
  UPLOADS_OPEN_MAX: Joi.number().integer().min(1).max(uploadsOpenMaxMax).default(limits.openUploadsMax),
  UPLOADS_KEPT_GB: Joi.number()
    .positive()
    .max(uploadsKeptGigabytesMax)
    .default(limits.keptUploadsBytesMax / gigabyte),
  UPLOAD_RETENTION_DAYS: Joi.number().integer().min(1).max(uploadRetentionDaysMax),
})
  .custom((settings: Environment) => {
    const { METRICS_HOST: host, METRICS_PORT: port } = settings
    // Without a separate port the metrics would be public, contrary to the purpose of the host.
    if (host !== undefined && port === undefined) throw new Error('"METRICS_HOST" needs "METRICS_PORT"')
    if (port !== undefined && port !== 0 && port === settings.PORT)
      throw new Error('"METRICS_PORT" must not be "PORT", where the API is: metrics need a separate port')
    return settings
  })
  .messages({ 'any.custom': '{{#error.message}}' })

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
  if (error !== undefined)
    throw new OperatorFileError(
      'Settings',
      error.details.map((detail) => detail.message),
    )

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
    publicUrl: (value.PUBLIC_URL ?? `http://${value.HOST}:${value.PORT}`).replace(/\/+$/, ''),
    dataDir,
    databaseUrl,
    objectStoreUrl: absoluteUrl(
      'file:',
      value.OBJECT_STORE_URL ?? `file:${dataDir}/objects`,
      workingDirectory,
    ),
    signingSecret: value.SIGNING_SECRET,
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
    logLevel: value.LOG_LEVEL,
    corsOrigins: value.CORS_ORIGINS.split(',')
      .map((origin) => origin.trim())
      .filter((origin) => origin !== ''),
    idempotencyRememberedMs: value.IDEMPOTENCY_HOURS * 3_600_000,
    heldPollsMax: value.HELD_POLLS_MAX,
    uploadLimits: {
      openMax: value.UPLOADS_OPEN_MAX,
      bytesKeptMax: Math.floor(value.UPLOADS_KEPT_GB * gigabyte),
    },
    uploadRetentionMs:
      value.UPLOAD_RETENTION_DAYS === undefined ? undefined : value.UPLOAD_RETENTION_DAYS * dayMs,
  }
}

/**
 * An environment variable that the providers file names: the key of an engine. Empty is as good as not set.
 */
export function readSecret(variable: string): string | undefined {
  return process.env[variable] || undefined
}

/** The file of an embedded service's database; undefined with any other database. */
export function sqliteFileOf({ databaseUrl }: Pick<Config, 'databaseUrl'>): string | undefined {
  return databaseUrl.startsWith('sqlite:') ? databaseUrl.slice('sqlite:'.length) : undefined
}

function absoluteUrl(scheme: string, url: string, workingDirectory: string): string {
  return url.startsWith(scheme) ? scheme + resolve(workingDirectory, url.slice(scheme.length)) : url
}
