import { countHeader } from '@mediagen/contract/edge'
import { ServiceError } from '@mediagen/contract/errors'
import type { RequestHandler } from 'express'

/**
 * Rejects HTTP/1.1 requests without exactly one Host header (RFC 9112, section 3.2): a proxy and this service
 * could attribute them to different hosts.
 */
export const checkHost: RequestHandler = (request, _response, next) => {
  const hosts = countHeader(request, 'host')
  if (hosts === 1 || (hosts === 0 && request.httpVersion === '1.0')) return next()
  const message = hosts === 0 ? 'is required' : 'must be sent once'
  throw new ServiceError('INVALID_REQUEST', { details: [{ path: '/Host', message }] })
}
