// Generated from openapi/ by `npm run generate`. Do not edit: change the contract instead.

import { edgeOf } from '@mediagen/contract-runtime'
import { facts } from './facts.js'
import type { RequestContext } from './request-context.js'

export {
  beginBody,
  ClientGoneError,
  closeAfter,
  countHeader,
  endAfterBody,
  expectsContinue,
  failBody,
  knownPaths,
  newRequestId,
  type RequestEnd,
  type RequestFailure,
  sendJson,
  sendResponse,
  serializeOnce,
  singleHeader,
} from '@mediagen/contract-runtime'

export const { beginRequest, errorHandler, readJson, rejectMalformedPath, requestContext } = edgeOf<RequestContext>(facts)
