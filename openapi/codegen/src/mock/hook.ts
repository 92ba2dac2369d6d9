import type { RequestHandler } from 'express'
import { loadExport } from '../load-export.ts'
import type { Choice, MockResponse, OperationRequest } from './exchange.ts'

/**
 * What the owner of a contract adds to its mock: a module that exports it as `hook` is loaded by `mock --hook`.
 */
export interface MockHook {
  /** Handlers before those of the contract: for files that examples link to. */
  readonly routes?: readonly RequestHandler[]
  /** The response to a request that prefers none. @default Prism's choice */
  readonly choose?: (request: OperationRequest) => Choice
  /** The response that is sent instead. @default the same */
  readonly respond?: (response: MockResponse, request: OperationRequest) => MockResponse
}

/** The hook of a module. Throws a CommandError for one that has none. */
export function loadHook(file: string): Promise<MockHook> {
  return loadExport<MockHook>('hook', file)
}
