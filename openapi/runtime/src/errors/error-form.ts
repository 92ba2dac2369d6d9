import type { EdgeError } from './edge-error.ts'

/** Every error as problem details (RFC 9457). */
export function renderError(error: EdgeError): { readonly contentType: string; readonly body: unknown } {
  const { status, code, message, requestId, details } = error
  return {
    contentType: 'application/problem+json',
    body: {
      type: 'about:blank',
      title: message,
      status,
      code,
      requestId,
      ...(details.length > 0 && { errors: details }),
    },
  }
}
