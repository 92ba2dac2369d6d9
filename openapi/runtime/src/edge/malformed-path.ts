import type { RequestHandler } from 'express'
import { ServiceError } from '../errors/service-error.js'
import { operations } from '../generated/operations.js'

const message = 'contains a percent escape that is not UTF-8, or a null character'

/**
 * Rejects malformed paths: percent escapes that are not UTF-8, and the null character. The router would
 * report the first as an internal error, and storage would take the second for the end of an id.
 */
export const rejectMalformedPath: RequestHandler = (request, _response, next) => {
  if (isMalformed(request.path)) {
    throw new ServiceError('INVALID_REQUEST', {
      details: [{ path: malformedParameter(request.path), message }],
    })
  }
  next()
}

function isMalformed(text: string): boolean {
  if (!text.includes('%')) return false
  try {
    return decodeURIComponent(text).includes('\0')
  } catch {
    // decodeURIComponent throws for this reason only.
    return true
  }
}

/** The malformed parameter as a pointer such as `/taskId`; '' if the path belongs to no operation. */
function malformedParameter(path: string): string {
  const steps = path.split('/')
  for (const { path: template } of Object.values(operations)) {
    const names = template.split('/')
    const isThis =
      names.length === steps.length && names.every((name, at) => name.startsWith('{') || name === steps[at])
    const malformed = isThis
      ? names.find((name, at) => name.startsWith('{') && isMalformed(steps[at] ?? ''))
      : undefined
    if (malformed !== undefined) return `/${malformed.slice(1, -1)}`
  }
  return ''
}
