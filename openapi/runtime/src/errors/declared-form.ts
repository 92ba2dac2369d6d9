import { type EdgeFacts, type ErrorForm, forStatus } from '../facts.ts'
import type { EdgeError, ErrorResponse } from './edge-error.ts'
import { filledTemplate } from './error-template.ts'

const jsonType = 'application/json'

/** An error of the edge in the form that the contract declares for the operation and the status. */
export function declaredResponse(
  facts: EdgeFacts,
  error: EdgeError,
  operation: string | undefined,
): ErrorResponse {
  const { status } = error
  const form = declaredForm(facts, operation, status) ?? facts.errorForms[0]
  if (form !== undefined && form.body === undefined) return { status, headers: {}, body: undefined }
  if (form?.body === undefined || form.body.is === 'rendered') {
    const { contentType, body } = facts.renderError(error)
    return { status, headers: { 'Content-Type': form?.mediaType ?? contentType }, body }
  }
  // Of JSON alone, the header is written with the body.
  const { mediaType = jsonType } = form
  const headers: Record<string, string> = mediaType === jsonType ? {} : { 'Content-Type': mediaType }
  return { status, headers, body: filledTemplate(form.body, error) }
}

/** The form of a status that the contract declares, by itself, its range or default. */
export function declaredForm(
  { errorForms, formsByOperation }: EdgeFacts,
  operation: string | undefined,
  status: number,
): ErrorForm | undefined {
  const place = forStatus(operation === undefined ? undefined : formsByOperation[operation], status)
  return place === undefined ? undefined : errorForms[place]
}
