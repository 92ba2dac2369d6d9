import type { RequestHandler } from 'express'
import { ServiceError } from '../domain/service-error.js'
import { operations } from '../generated/operations.js'

const message = 'holds a percent escape that is no UTF-8 text, or a null character'

/**
 * Refuses malformed paths: percent escapes that are not UTF-8, and the null character. The router would
 * report the first as an internal error, and storage would take the second for the end of an id.
 */
export const refuseOddAddress: RequestHandler = (request, _response, next) => {
  if (isOdd(request.path)) {
    throw new ServiceError('INVALID_REQUEST', { details: [{ path: oddParameter(request.path), message }] })
  }
  next()
}

function isOdd(text: string): boolean {
  if (!text.includes('%')) return false
  try {
    return decodeURIComponent(text).includes('\0')
  } catch {
    // decodeURIComponent throws for this reason only.
    return true
  }
}

/** The malformed parameter as a pointer such as `/taskId`; '' if the path belongs to no operation. */
function oddParameter(path: string): string {
  const steps = path.split('/')
  for (const { path: template } of Object.values(operations)) {
    const names = template.split('/')
    const isThis =
      names.length === steps.length && names.every((name, at) => name.startsWith('{') || name === steps[at])
    const odd = isThis ? names.find((name, at) => name.startsWith('{') && isOdd(steps[at] ?? '')) : undefined
    if (odd !== undefined) return `/${odd.slice(1, -1)}`
  }
  return ''
}
