// Generated from openapi/ by `npm run generate`. Do not edit: change the contract instead.

import type { Validator } from '@mediagen/contract-runtime/validation'
import type { OperationId } from './operations.js'
import * as validators from './response-validators.js'

/** The validators of what operations return, by status. */
export const responseValidators: Readonly<Record<OperationId, Readonly<Record<number, Validator>>>> = {
  getAccount: { 200: validators.getAccount200 },
  getUsage: { 200: validators.getUsage200 },
  getPricing: { 200: validators.getPricing200 },
  listEffects: { 200: validators.listEffects200 },
  listExamples: { 200: validators.listExamples200 },
  generateImage: { 200: validators.generateImage200 },
  transformImage: { 200: validators.transformImage200 },
  generateVideo: { 200: validators.generateVideo200 },
  transformVideo: { 200: validators.transformVideo200 },
  listTasks: { 200: validators.listTasks200 },
  getTask: { 200: validators.getTask200 },
  cancelTask: { 200: validators.cancelTask200 },
  createUpload: { 200: validators.createUpload200 },
  completeUpload: { 200: validators.completeUpload200 },
  getUpload: { 200: validators.getUpload200 },
}
