// Generated from openapi/ by `npm run generate`. Do not edit: change the contract instead.
import type { Validator } from './validator.js'

export declare const getUsageQuery: Validator
export declare const listEffectsQuery: Validator
export declare const generateImageHeaders: Validator
export declare const generateImageBody: Validator
export declare const transformImageBody: Validator
export declare const generateVideoBody: Validator
export declare const transformVideoBody: Validator
export declare const listTasksQuery: Validator
export declare const listTasksHeaders: Validator
export declare const getTaskPath: Validator
export declare const createUploadBody: Validator
export declare const completeUploadPath: Validator
export declare const completeUploadBody: Validator
export declare const listExamplesQuery: Validator
export declare const transformImageHeaders: Validator
export declare const generateVideoHeaders: Validator
export declare const transformVideoHeaders: Validator
export declare const getTaskHeaders: Validator
export declare const cancelTaskPath: Validator
export declare const getUploadPath: Validator
