// Generated from openapi/ by `npm run generate`. Do not edit: change the contract instead.

import type { EdgeFacts } from '@mediagen/contract-runtime'
import type { EdgeError } from '@mediagen/contract-runtime/errors'
import { renderError } from '@mediagen/contract-runtime/errors'
import type { RenderedError } from './error-bodies.js'
import { errorCodes } from './error-codes.js'
import { errorForms, formsByOperation } from './error-forms.js'
import { hiddenFields, namedHiddenFields } from './hidden-fields.js'
import { limits } from './limits.js'
import { operations } from './operations.js'
import { schemes } from './security.js'

/** What the contract declares is what renderError has to make. */
const render: (error: EdgeError) => RenderedError = renderError

export const facts: EdgeFacts = {
  operations,
  schemes,
  limits,
  requestIdHeader: 'X-Request-Id',
  errorCodes,
  errorForms,
  formsByOperation,
  renderError: render,
  hiddenFields,
  namedHiddenFields,
}
