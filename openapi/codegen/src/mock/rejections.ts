import { renderError } from '../../../runtime/src/errors/error-form.ts'
import { filledTemplate } from '../../../runtime/src/errors/error-template.ts'
import { forStatus } from '../../../runtime/src/facts.ts'
import type { Contract } from '../read/contract.ts'
import { errorForms } from '../read/error-forms.ts'
import { responseExamples } from '../read/examples.ts'
import { normalized, withBooleanSchemasAsObjects } from '../read/normalize.ts'
import { type Operation, operationsOf } from '../read/operations.ts'
import { defaultSettings } from '../settings.ts'
import type { MockResponse } from './exchange.ts'

/** Why the mock itself rejects a request. */
export interface MockRejection {
  readonly status: number
  readonly code: string
  readonly message: string
  readonly details?: readonly { readonly path: string; readonly message: string }[]
}

const requestId = 'mock'

/**
 * Makes the responses that no example stands for, in the form that a generated server would give them: that of the
 * operation, or the one that most of them have.
 */
export function rejectionMaker(
  document: Contract,
): (rejection: MockRejection, operation?: Operation) => MockResponse {
  const contract = normalized(withBooleanSchemasAsObjects(document))
  const operations = operationsOf(contract)
  const forms = errorForms(contract, operations, defaultSettings)
  const example = errorExample(contract, operations)
  return ({ status, code, message, details = [] }, operation) => {
    const error = { status, code, message, requestId, details }
    const own = operation && forStatus(forms.byOperation.get(operation.id), status)
    const { mediaType, body } = own ?? forms.fallback
    const isKnown = body !== undefined && body.is !== 'rendered'
    const made =
      !isKnown && example !== undefined
        ? { contentType: 'application/json', body: example }
        : isKnown
          ? { contentType: mediaType ?? 'application/json', body: filledTemplate(body, error) }
          : renderError(error)
    return {
      status,
      headers: { 'content-type': made.contentType, 'x-request-id': requestId },
      body: made.body,
      violations: details.map((detail) => `${detail.path} ${detail.message}`),
    }
  }
}

/** An error that the contract shows, of an operation whose errors have no schema. */
function errorExample(contract: Contract, operations: readonly Operation[]): unknown {
  return operations
    .flatMap((operation) =>
      operation.responses
        .filter(({ status }) => /^[45]|^default$/.test(status))
        .flatMap(({ status }) => responseExamples(contract, operation, status)),
    )
    .find(({ value }) => value !== undefined)?.value
}
