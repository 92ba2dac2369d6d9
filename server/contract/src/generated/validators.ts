// Generated from openapi/ by `npm run generate`. Do not edit: change the contract instead.

import type { RequestValidators } from '@mediagen/contract-runtime/validation'
import type { OperationId } from './operations.js'
import * as validators from './request-validators.js'

export { type BrokenRule, type RequestValidators, type Validator, violationsOf } from '@mediagen/contract-runtime/validation'

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
