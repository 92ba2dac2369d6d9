// Generated from openapi/ by `npm run generate`. Do not edit: change the contract instead.

import type { ApiError } from './models.js'

/** The body of each error that an operation declares, by its status. */
export interface ErrorBodies {
  readonly getAccount: {
    readonly 401: { readonly body: ApiError }
    readonly 500: { readonly body: ApiError }
    readonly 503: { readonly body: ApiError }
  }
  readonly getUsage: {
    readonly 400: { readonly body: ApiError }
    readonly 401: { readonly body: ApiError }
    readonly 500: { readonly body: ApiError }
    readonly 503: { readonly body: ApiError }
  }
  readonly getPricing: {
    readonly 500: { readonly body: ApiError }
    readonly 503: { readonly body: ApiError }
  }
  readonly listEffects: {
    readonly 400: { readonly body: ApiError }
    readonly 500: { readonly body: ApiError }
    readonly 503: { readonly body: ApiError }
  }
  readonly listExamples: {
    readonly 400: { readonly body: ApiError }
    readonly 500: { readonly body: ApiError }
    readonly 503: { readonly body: ApiError }
  }
  readonly generateImage: {
    readonly 400: { readonly body: ApiError }
    readonly 401: { readonly body: ApiError }
    readonly 402: { readonly body: ApiError }
    readonly 403: { readonly body: ApiError }
    readonly 408: { readonly body: ApiError }
    readonly 409: { readonly body: ApiError }
    readonly 413: { readonly body: ApiError }
    readonly 415: { readonly body: ApiError }
    readonly 429: { readonly body: ApiError }
    readonly 500: { readonly body: ApiError }
    readonly 503: { readonly body: ApiError }
  }
  readonly transformImage: {
    readonly 400: { readonly body: ApiError }
    readonly 401: { readonly body: ApiError }
    readonly 402: { readonly body: ApiError }
    readonly 403: { readonly body: ApiError }
    readonly 408: { readonly body: ApiError }
    readonly 409: { readonly body: ApiError }
    readonly 413: { readonly body: ApiError }
    readonly 415: { readonly body: ApiError }
    readonly 429: { readonly body: ApiError }
    readonly 500: { readonly body: ApiError }
    readonly 503: { readonly body: ApiError }
  }
  readonly generateVideo: {
    readonly 400: { readonly body: ApiError }
    readonly 401: { readonly body: ApiError }
    readonly 402: { readonly body: ApiError }
    readonly 403: { readonly body: ApiError }
    readonly 408: { readonly body: ApiError }
    readonly 409: { readonly body: ApiError }
    readonly 413: { readonly body: ApiError }
    readonly 415: { readonly body: ApiError }
    readonly 429: { readonly body: ApiError }
    readonly 500: { readonly body: ApiError }
    readonly 503: { readonly body: ApiError }
  }
  readonly transformVideo: {
    readonly 400: { readonly body: ApiError }
    readonly 401: { readonly body: ApiError }
    readonly 402: { readonly body: ApiError }
    readonly 403: { readonly body: ApiError }
    readonly 408: { readonly body: ApiError }
    readonly 409: { readonly body: ApiError }
    readonly 413: { readonly body: ApiError }
    readonly 415: { readonly body: ApiError }
    readonly 429: { readonly body: ApiError }
    readonly 500: { readonly body: ApiError }
    readonly 503: { readonly body: ApiError }
  }
  readonly listTasks: {
    readonly 400: { readonly body: ApiError }
    readonly 401: { readonly body: ApiError }
    readonly 500: { readonly body: ApiError }
    readonly 503: { readonly body: ApiError }
  }
  readonly getTask: {
    readonly 400: { readonly body: ApiError }
    readonly 401: { readonly body: ApiError }
    readonly 404: { readonly body: ApiError }
    readonly 500: { readonly body: ApiError }
    readonly 503: { readonly body: ApiError }
  }
  readonly cancelTask: {
    readonly 400: { readonly body: ApiError }
    readonly 401: { readonly body: ApiError }
    readonly 403: { readonly body: ApiError }
    readonly 404: { readonly body: ApiError }
    readonly 409: { readonly body: ApiError }
    readonly 500: { readonly body: ApiError }
    readonly 503: { readonly body: ApiError }
  }
  readonly createUpload: {
    readonly 400: { readonly body: ApiError }
    readonly 401: { readonly body: ApiError }
    readonly 403: { readonly body: ApiError }
    readonly 408: { readonly body: ApiError }
    readonly 409: { readonly body: ApiError }
    readonly 413: { readonly body: ApiError }
    readonly 415: { readonly body: ApiError }
    readonly 429: { readonly body: ApiError }
    readonly 500: { readonly body: ApiError }
    readonly 503: { readonly body: ApiError }
  }
  readonly completeUpload: {
    readonly 400: { readonly body: ApiError }
    readonly 401: { readonly body: ApiError }
    readonly 403: { readonly body: ApiError }
    readonly 404: { readonly body: ApiError }
    readonly 408: { readonly body: ApiError }
    readonly 409: { readonly body: ApiError }
    readonly 413: { readonly body: ApiError }
    readonly 415: { readonly body: ApiError }
    readonly 500: { readonly body: ApiError }
    readonly 503: { readonly body: ApiError }
  }
  readonly getUpload: {
    readonly 400: { readonly body: ApiError }
    readonly 401: { readonly body: ApiError }
    readonly 404: { readonly body: ApiError }
    readonly 500: { readonly body: ApiError }
    readonly 503: { readonly body: ApiError }
  }
}

/** What renderError gives: a body that the contract declares for an error of the edge. */
export type RenderedError = { readonly contentType: string; readonly body: unknown }
