import type { Request } from 'express'

/**
 * The request as `send` and `request.fresh` are to read it: they send the whole file again beside the
 * `Cache-Control: no-cache` that fetch() adds to the conditions of its caller.
 *
 * @param range @default no range, so that the whole file is asked for
 */
export function conditionsOf(request: Request, range?: string): Request {
  const headers = { ...request.headers, 'cache-control': undefined, range }
  return Object.create(request, { headers: { value: headers } })
}
