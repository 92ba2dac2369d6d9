import type { Task } from '../types/index.js'

/** What errors of the SDK say of themselves. */
export interface Facts extends Error {
  readonly code?: unknown
  readonly status?: unknown
  readonly retry?: unknown
  readonly task?: Task
}

export function errorOf(reason: unknown): Facts {
  return reason instanceof Error ? reason : new Error(String(reason))
}

export function noClient(): Error {
  return new Error('There is no client yet')
}
