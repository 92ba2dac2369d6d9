import type { RequestHandler } from 'express'
import { ServiceError } from '../errors/service-error.ts'
import type { EdgeFacts } from '../facts.ts'

const message = 'contains a percent escape that is not UTF-8, or a null character'

/**
 * Rejects malformed paths: percent escapes that are not UTF-8, and the null character. The router would
 * report the first as an internal error, and storage would take the second for the end of an id.
 */
export function rejectMalformedPath({ operations }: EdgeFacts): RequestHandler {
  const templates = Object.values(operations).map(({ path }) => path.split('/'))
  return (request, _response, next) => {
    if (isMalformed(request.path)) {
      throw new ServiceError('INVALID_REQUEST', {
        details: [{ path: malformedParameter(templates, request.path), message }],
      })
    }
    next()
  }
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
function malformedParameter(templates: readonly (readonly string[])[], path: string): string {
  const steps = path.split('/')
  for (const names of templates) {
    const isThis =
      names.length === steps.length && names.every((name, at) => name.startsWith('{') || name === steps[at])
    const malformed = isThis
      ? names.find((name, at) => name.startsWith('{') && isMalformed(steps[at] ?? ''))
      : undefined
    if (malformed !== undefined) return `/${malformed.slice(1, -1)}`
  }
  return ''
}
