import type { EdgeError, RenderedError } from './server/generated/errors.js'

/** The shop's own form of errors. */
export function renderError({ code, message, details }: EdgeError): RenderedError {
  const where = details.map((detail) => `${detail.path} ${detail.message}`).join('; ')
  return {
    contentType: 'application/json',
    body: { error: { code, message: where === '' ? message : where } },
  }
}
