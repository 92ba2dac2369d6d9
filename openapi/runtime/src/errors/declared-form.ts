import type { RenderedError } from '../generated/error-bodies.js'
import { type ErrorForm, forms, formsByOperation } from '../generated/error-forms.js'
import type { EdgeError, ErrorResponse } from './edge-error.js'
import { renderError } from './error-form.js'
import { filledTemplate } from './error-template.js'

const jsonType = 'application/json'

/** What the contract declares is what renderError has to make. */
const render: (error: EdgeError) => RenderedError = renderError

/** An error of the edge in the form that the contract declares for the operation and the status. */
export function declaredResponse(error: EdgeError, operation: string | undefined): ErrorResponse {
  const { status } = error
  const form = declaredForm(operation, status) ?? forms[0]
  if (form !== undefined && form.body === undefined) return { status, headers: {}, body: undefined }
  if (form?.body === undefined || form.body.is === 'rendered') {
    const { contentType, body } = render(error)
    return { status, headers: { 'Content-Type': form?.mediaType ?? contentType }, body }
  }
  // Of JSON alone, the header is written with the body.
  const { mediaType = jsonType } = form
  const headers: Record<string, string> = mediaType === jsonType ? {} : { 'Content-Type': mediaType }
  return { status, headers, body: filledTemplate(form.body, error) }
}

/** The form of a status that the contract declares, by itself, its range or default. */
export function declaredForm(operation: string | undefined, status: number): ErrorForm | undefined {
  const places = operation === undefined ? undefined : formsByOperation[operation]
  const place = places?.[status] ?? places?.[`${Math.trunc(status / 100)}XX`] ?? places?.default
  return place === undefined ? undefined : forms[place]
}
