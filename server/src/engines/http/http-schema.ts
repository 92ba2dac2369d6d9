import Joi from 'joi'
import { type ProductName, productNames, productsWithInput } from '../../core/domain/products.ts'
import { aspectRatiosSchema, sizeRuleSchema, sizesSchema } from '../shared/request/size-options.ts'
import {
  authSchema,
  httpStatusSchema,
  objectWithPreset,
  pathOfValue as path,
  pointerSchema as pointer,
} from '../shared/templates/call-schema.ts'
import { placeholdersOf } from '../shared/templates/template.ts'
import {
  checkFiles,
  headersSchema,
  matchSchema,
  pathSchema,
  requestKeys,
  submissionPlaceholders,
} from '../shared/templates/template-schema.ts'
import {
  codeMeanings,
  type HttpOptions,
  inputForms,
  type ProductOptions,
  statusMeanings,
  type UploadOptions,
} from './http-options.ts'

const meaning = Joi.valid(...statusMeanings)
const host = Joi.string()
  .pattern(/^(\*\.)?[A-Za-z0-9.-]+$/)
  .messages({ 'string.pattern.base': '{{#label}} must be a host such as cdn.example.com or *.example.com' })
const statusValues = Joi.array().items(Joi.alternatives(Joi.string(), Joi.number())).default([])
const isInput = (placeholder: string) => placeholder === 'input'
const pixels = Joi.number().integer().min(1).max(16_384)
const list = (item: Joi.Schema) => Joi.array().items(item).min(1)

function productSchema(product: ProductName): Joi.ObjectSchema<ProductOptions> {
  const takesInput = productsWithInput.some((name) => name === product)
  return Joi.object({
    ...requestKeys('POST', submissionPlaceholders),
    input: Joi.valid(...inputForms).default('dataUrl'),
    tiers: list(Joi.string()),
    sizeRule: sizeRuleSchema,
    sizes: sizesSchema,
    aspectRatios: aspectRatiosSchema,
    resolutions: Joi.object().pattern(Joi.string(), pixels).min(1),
    durations: Joi.alternatives(
      list(Joi.number().positive()),
      Joi.object({
        min: Joi.number().positive().required(),
        max: Joi.number().min(Joi.ref('min')).required(),
      }),
    ),
  })
    .oxor('json', 'multipart')
    .oxor('sizeRule', 'sizes')
    .custom((options: ProductOptions) => {
      const sendsInput = placeholdersOf([options.json, options.multipart]).includes('input')
      if (takesInput && !sendsInput) throw new Error('must send {{input}}: the product begins with an image')
      if (takesInput && options.input === 'file' && options.multipart === undefined)
        throw new Error('has "input: file", which needs "multipart"')
      if (options.input === 'file') checkFiles(options, isInput)
      return options
    })
}

const keys: Joi.SchemaMap = {
  preset: Joi.string(),
  auth: authSchema,
  headers: headersSchema(['taskId', 'model', 'seed']),
  idempotent: Joi.boolean().default(false),
  isBehindGateway: Joi.boolean(),
  allowedHosts: Joi.array().items(host).default([]),
  keyHosts: Joi.array().items(host).default([]),
  answerBytesMax: Joi.number()
    .integer()
    .min(1024)
    .max(256 * 1024 ** 2)
    .default(64 * 1024 ** 2),
  products: Joi.object(Object.fromEntries(productNames.map((name) => [name, productSchema(name)])))
    .min(1)
    .required(),
  upload: Joi.object({
    ...requestKeys('POST', ['input', 'taskId', 'model']),
    input: Joi.valid('base64', 'dataUrl').default('base64'),
    result: pointer.required(),
  })
    .oxor('json', 'multipart')
    .custom((upload: UploadOptions) => {
      checkFiles(upload, isInput)
      return upload
    }),
  job: Joi.object({ id: pointer, pollUrl: pointer }).or('id', 'pollUrl'),
  poll: Joi.object(requestKeys('GET', ['jobId', 'model'])),
  status: Joi.object({
    pointer,
    values: Joi.object().pattern(Joi.string(), meaning).default({}),
    absent: meaning,
    http: Joi.object().pattern(httpStatusSchema, meaning).default({}),
    progress: Joi.object({ pointer: path.required(), of: Joi.number().positive().default(1) }),
  }).or('pointer', 'http'),
  result: Joi.object({
    url: pointer,
    base64: pointer,
    path: pathSchema(['jobId']),
    lookup: Joi.object({ path: pathSchema(['jobId', 'value']).required(), value: pointer }),
    contentType: Joi.string(),
  })
    .or('url', 'base64', 'path')
    .required(),
  errors: Joi.object({
    code: pointer,
    message: pointer,
    codes: Joi.object()
      .pattern(Joi.string(), Joi.valid(...codeMeanings))
      .default({}),
  }).default({ codes: {} }),
  cancel: Joi.object({
    ...requestKeys('POST', ['jobId', 'model']),
    status: pointer,
    cancelled: statusValues,
    finished: statusValues,
    runsOn: statusValues,
  }),
  find: Joi.object({
    ...requestKeys('GET', ['taskId', 'model', 'seed']),
    list: path.required(),
    match: matchSchema.required(),
    id: path.required(),
  }),
  check: Joi.object({ path: pathSchema([]).required(), models: path }),
}

/** The options of kind `http`, a preset merged in. */
export const httpOptionsSchema: Joi.ObjectSchema<HttpOptions> = objectWithPreset<HttpOptions>(keys, 'presets')
  .custom((options: HttpOptions) => {
    const fault = faultBetween(options)
    if (fault !== undefined) throw new Error(fault)
    return options
  })
  .messages({ 'any.custom': '{{#label}} {{#error.message}}' })
  .prefs({ convert: true })

/** Rules that concern several keys at once. */
function faultBetween(options: HttpOptions): string | undefined {
  const { products, upload, job, poll, status, result, cancel, find, idempotent } = options
  const submissions = Object.values(products)
  if (submissions.some(({ input }) => input === 'upload') && upload === undefined)
    return 'must have "upload", because a product has "input: upload"'
  if (idempotent && !submissions.every((submission) => sendsTaskId([options.headers, submission])))
    return 'has "idempotent", but not every submission sends {{taskId}}'
  if (job === undefined) {
    if (poll !== undefined || cancel !== undefined || find !== undefined)
      return 'must have "job": without it a submission answers with the result, and nothing can be polled, found or cancelled'
    return result.path === undefined && result.lookup === undefined
      ? undefined
      : 'must have "job", because "result" is fetched by a path'
  }
  if (status === undefined) return 'must have "status", which says when a job is over'
  if (poll === undefined && job.pollUrl === undefined) return 'must have "poll" or "job.pollUrl"'
  const needsId = placeholdersOf([poll?.path, result.path, result.lookup?.path, cancel?.path]).includes(
    'jobId',
  )
  if (needsId && job.id === undefined) return 'must have "job.id", because {{jobId}} is used'
  return undefined
}

function sendsTaskId(template: unknown): boolean {
  return placeholdersOf(template).includes('taskId')
}
