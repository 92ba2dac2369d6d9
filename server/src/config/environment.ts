import { availableParallelism } from 'node:os'
import { limits } from '@mediagen/contract/limits'
import Joi from 'joi'
import { productNames } from '../core/domain/products.ts'
import { packagePath } from '../core/package/package-path.ts'
import { readMysqlUrl } from '../database/dialect/mysql/url.ts'
import { readS3Url } from '../storage/s3-store/s3-settings.ts'
import { secretCharactersMin } from './placeholder-secrets.ts'
import { checkProxy, trustedProxies } from './trusted-proxies.ts'

export type LogLevel = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'silent'

/** The variables of the environment as they are validated, with their defaults. */
export interface Environment {
  HOST: string
  PORT: number
  METRICS_HOST?: string
  METRICS_PORT?: number
  PUBLIC_URL?: string
  TRUST_PROXY: string
  DATA_DIR: string
  DATABASE_URL?: string
  OBJECT_STORE_URL?: string
  SIGNING_SECRET?: string
  SIGNING_SECRET_PREVIOUS?: string
  ADMIN_TOKEN?: string
  PROVIDERS_FILE?: string
  CATALOGUE_DIR: string
  PLAYGROUND_DIR: string
  WORKER_CONCURRENCY: number
  WORKER_PRODUCT_CONCURRENCY: string
  WORKER_DRAIN_SECONDS: number
  PROVENANCE_MARKS: 'on' | 'off'
  C2PA_CERTIFICATE?: string
  C2PA_PRIVATE_KEY?: string
  LOG_LEVEL: LogLevel
  CORS_ORIGINS: string
  IDEMPOTENCY_HOURS: number
  HELD_POLLS_MAX: number
  TASKS_OPEN_MAX?: number
  TASKS_RUNNING_MAX?: number
  UPLOADS_OPEN_MAX: number
  UPLOADS_KEPT_GB: number
  UPLOAD_RETENTION_DAYS?: number
  RESULT_RETENTION_DAYS?: number
  TASK_RETENTION_DAYS?: number
  TASK_ARCHIVE_DAYS?: number
  OTEL_EXPORTER_OTLP_ENDPOINT?: string
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT?: string
  OTEL_EXPORTER_OTLP_PROTOCOL?: string
  OTEL_SERVICE_NAME?: string
  OTEL_TRACES_SAMPLER?: string
  OTEL_TRACES_SAMPLER_ARG?: string
  OTEL_BSP_SCHEDULE_DELAY?: string
  OTEL_SDK_DISABLED?: string
}

const defaultCatalogueDir = packagePath('catalogue')
const defaultPlaygroundDir = packagePath('playground', 'dist')
const portMax = 65_535
/** It is sent in a header, and a short one could be guessed. */
const adminTokenPattern = new RegExp(`^[!-~]{${secretCharactersMin},512}$`)
export const gigabyte = 1024 ** 3
/** As many as a process holds of all accounts together. */
const heldPollsMaxMax = 10_000
/** More than this of one account is no limit in practice. */
const tasksOfAccountMax = 1_000_000
/** Each reservation reads at most twice as many index entries as there may be open uploads. */
const uploadsOpenMaxMax = 10_000
/** One petabyte; sums of bytes stay exact integers far beyond it. */
const uploadsKeptGigabytesMax = 1024 ** 2
const retentionDaysMax = 36_500
/** Between the scrubbing of a task and its leaving: for the sweep that does it, the books, and whoever asks. */
const archivedDaysAfterMin = 30
/** Most images of synchronous engines, and a 15-second 1080p video of the studio, are done within it. */
const workerDrainSeconds = 60
const workerDrainSecondsMax = 3_600

const productConcurrency = `(${productNames.map((name) => name.replace('.', '\\.')).join('|')})=[1-9]\\d{0,2}`
const productConcurrencyPattern = new RegExp(`^${productConcurrency}(,${productConcurrency})*$`)

/** The origins of a comma-separated list. */
export function listedOrigins(text: string): string[] {
  return text
    .split(',')
    .map((origin) => origin.trim())
    .filter((origin) => origin !== '')
}

/**
 * Browsers send an origin in exactly one form. One in another form, such as with a slash at its end, would
 * allow no page, and nothing would say so.
 */
function checkOrigin(text: string): void {
  if (text === '*' || text === 'null') return
  const url = URL.canParse(text) && !text.includes('*') ? new URL(text) : undefined
  // The pages of apps and extensions have schemes of their own, for which URL knows no origin.
  const origin = url?.origin === 'null' && url.host !== '' ? `${url.protocol}//${url.host}` : url?.origin
  if (origin === undefined || origin === 'null')
    throw new Error('must list origins such as https://app.example.com, or be * for any')
  if (origin !== text) throw new Error(`must list the origin as browsers send it: ${origin}`)
}

/** The messages of Joi name one end of a range only. */
function wholeNumberFrom(min: number, max: number): Joi.NumberSchema {
  return Joi.number()
    .integer()
    .min(min)
    .max(max)
    .messages({ '*': `{{#label}} must be a whole number from ${min} to ${max}` })
}

/** The rules of each variable. Messages name the variable and never its value, which may be secret. */
export const environment = Joi.object<Environment>({
  HOST: Joi.string().hostname().default('127.0.0.1'),
  PORT: wholeNumberFrom(0, portMax).default(3000),
  METRICS_HOST: Joi.string().hostname(),
  METRICS_PORT: wholeNumberFrom(0, portMax),
  PUBLIC_URL: Joi.string()
    .uri({ scheme: ['http', 'https'] })
    .custom((text: string) => {
      const url = URL.parse(text)
      if (url !== null && `${url.username}${url.password}` !== '')
        throw new Error('must not contain a user or a password: it begins every link that callers get')
      if (/[?#]/.test(text))
        throw new Error('must not contain a query or a fragment: the paths of links follow it')
      return text
    })
    .messages({ 'any.custom': '{{#label}} {{#error.message}}' }),
  TRUST_PROXY: Joi.string()
    .custom((text: string) => {
      const proxies = trustedProxies(text)
      if (typeof proxies !== 'number') for (const proxy of proxies) checkProxy(proxy)
      return text
    })
    .messages({ 'any.custom': '{{#label}} {{#error.message}}' })
    .default('0'),
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
  SIGNING_SECRET: Joi.string().min(secretCharactersMin),
  SIGNING_SECRET_PREVIOUS: Joi.string().min(secretCharactersMin),
  // Messages must not contain the value: this one is secret.
  ADMIN_TOKEN: Joi.string().pattern(adminTokenPattern).messages({
    'string.pattern.base':
      '{{#label}} must have 32 to 512 visible ASCII characters, without spaces; openssl rand -hex 32 makes one',
  }),
  PROVIDERS_FILE: Joi.string(),
  CATALOGUE_DIR: Joi.string().default(defaultCatalogueDir),
  PLAYGROUND_DIR: Joi.string().default(defaultPlaygroundDir),
  WORKER_CONCURRENCY: wholeNumberFrom(1, 1024).default(availableParallelism()),
  WORKER_PRODUCT_CONCURRENCY: Joi.string()
    .allow('')
    .pattern(productConcurrencyPattern)
    .messages({
      'string.pattern.base': `{{#label}} must be like video.generate=1,video.transform=1; the products are ${productNames.join(', ')}`,
    })
    .default(''),
  WORKER_DRAIN_SECONDS: wholeNumberFrom(0, workerDrainSecondsMax).default(workerDrainSeconds),
  PROVENANCE_MARKS: Joi.valid('on', 'off').default('on'),
  C2PA_CERTIFICATE: Joi.string(),
  C2PA_PRIVATE_KEY: Joi.string(),
  LOG_LEVEL: Joi.valid('trace', 'debug', 'info', 'warn', 'error', 'silent').default('info'),
  CORS_ORIGINS: Joi.string()
    .allow('')
    .custom((text: string) => {
      for (const origin of listedOrigins(text)) checkOrigin(origin)
      return text
    })
    .messages({ 'any.custom': '{{#label}} {{#error.message}}' })
    .default(''),
  IDEMPOTENCY_HOURS: Joi.number()
    .min(limits.idempotencyKeyRememberedSeconds / 3600)
    .default(limits.idempotencyKeyRememberedSeconds / 3600),
  HELD_POLLS_MAX: wholeNumberFrom(0, heldPollsMaxMax).default(limits.heldPollsMax),
  TASKS_OPEN_MAX: wholeNumberFrom(1, tasksOfAccountMax),
  TASKS_RUNNING_MAX: wholeNumberFrom(1, tasksOfAccountMax),
  UPLOADS_OPEN_MAX: wholeNumberFrom(1, uploadsOpenMaxMax).default(limits.openUploadsMax),
  UPLOADS_KEPT_GB: Joi.number()
    .positive()
    .max(uploadsKeptGigabytesMax)
    .messages({ '*': `{{#label}} must be a number above 0, up to ${uploadsKeptGigabytesMax}` })
    .default(limits.keptUploadsBytesMax / gigabyte),
  UPLOAD_RETENTION_DAYS: wholeNumberFrom(1, retentionDaysMax),
  RESULT_RETENTION_DAYS: wholeNumberFrom(1, retentionDaysMax),
  TASK_RETENTION_DAYS: wholeNumberFrom(1, retentionDaysMax),
  TASK_ARCHIVE_DAYS: wholeNumberFrom(1, retentionDaysMax),
  // Checked by readTraceSettings: without a collector they concern other programs.
  OTEL_EXPORTER_OTLP_ENDPOINT: Joi.string(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: Joi.string(),
  OTEL_EXPORTER_OTLP_PROTOCOL: Joi.string(),
  OTEL_SERVICE_NAME: Joi.string(),
  OTEL_TRACES_SAMPLER: Joi.string(),
  OTEL_TRACES_SAMPLER_ARG: Joi.string(),
  OTEL_BSP_SCHEDULE_DELAY: Joi.string(),
  OTEL_SDK_DISABLED: Joi.string(),
})
  .custom((settings: Environment) => {
    const { METRICS_HOST: host, METRICS_PORT: port } = settings
    // Without a separate port the metrics would be public, which defeats the purpose of the host.
    if (host !== undefined && port === undefined) throw new Error('"METRICS_HOST" needs "METRICS_PORT"')
    if (port !== undefined && port !== 0 && port === settings.PORT)
      throw new Error('"METRICS_PORT" must not be "PORT", where the API is: metrics need a separate port')
    const { TASK_RETENTION_DAYS: taskDays, IDEMPOTENCY_HOURS: rememberedHours } = settings
    if (taskDays !== undefined && taskDays * 24 < rememberedHours)
      throw new Error(
        '"TASK_RETENTION_DAYS" must be at least as long as "IDEMPOTENCY_HOURS": a retry with a remembered key is answered with its task',
      )
    const { TASK_ARCHIVE_DAYS: archiveDays } = settings
    if (
      archiveDays !== undefined &&
      archiveDays < (taskDays ?? Number.POSITIVE_INFINITY) + archivedDaysAfterMin
    )
      throw new Error(
        `"TASK_ARCHIVE_DAYS" needs "TASK_RETENTION_DAYS", and must be at least ${archivedDaysAfterMin} more: an archive has no prompts`,
      )
    const isSigning = settings.C2PA_CERTIFICATE !== undefined
    if (isSigning !== (settings.C2PA_PRIVATE_KEY !== undefined))
      throw new Error('"C2PA_CERTIFICATE" and "C2PA_PRIVATE_KEY" need each other')
    if (isSigning && settings.PROVENANCE_MARKS === 'off')
      throw new Error('"C2PA_CERTIFICATE" needs "PROVENANCE_MARKS": a signature says what the mark says')
    return settings
  })
  .messages({ 'any.custom': '{{#error.message}}' })
