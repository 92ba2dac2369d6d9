// Generated from openapi/ by `npm run generate`. Do not edit: change the contract instead.

import type { OperationId } from './operations.js'
import * as validators from './request-validators.js'

/** One broken rule: which keyword of the schema, where in the checked value, and the keyword's own facts. */
export interface BrokenRule {
  readonly instancePath: string
  readonly schemaPath: string
  readonly keyword: string
  readonly params: Readonly<Record<string, unknown>>
}

/** Returns whether the value meets the contract; if not, `errors` holds every broken rule until the next call. */
export interface Validator {
  (value: unknown): boolean
  readonly errors?: readonly BrokenRule[] | null
}

/** What an operation checks of a request, part by part. A part that is missing has no rules. */
export interface RequestValidators {
  readonly path?: Validator
  readonly query?: Validator
  readonly headers?: Validator
  readonly body?: Validator
}

export const requestValidators: Readonly<Record<OperationId, RequestValidators>> = {
  getAccount: {},
  getUsage: { query: validators.getUsageQuery },
  getPricing: {},
  listEffects: { query: validators.listEffectsQuery },
  listExamples: { query: validators.listExamplesQuery },
  generateImage: { headers: validators.generateImageHeaders, body: validators.generateImageBody },
  transformImage: { headers: validators.transformImageHeaders, body: validators.transformImageBody },
  generateVideo: { headers: validators.generateVideoHeaders, body: validators.generateVideoBody },
  transformVideo: { headers: validators.transformVideoHeaders, body: validators.transformVideoBody },
  listTasks: { query: validators.listTasksQuery, headers: validators.listTasksHeaders },
  getTask: { path: validators.getTaskPath, headers: validators.getTaskHeaders },
  cancelTask: { path: validators.cancelTaskPath },
  createUpload: { body: validators.createUploadBody },
  completeUpload: { path: validators.completeUploadPath, body: validators.completeUploadBody },
  getUpload: { path: validators.getUploadPath },
}
