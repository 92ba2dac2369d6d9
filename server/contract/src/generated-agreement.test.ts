import { describe, expect, expectTypeOf, test } from 'vitest'
import { errorAnswer } from './errors/error-answer.js'
import { ServiceError } from './errors/service-error.js'
import { errorCodes } from './generated/error-codes.js'
import type { Models } from './generated/models.js'
import type { components } from './generated/openapi.js'

type Schemas = components['schemas']

/** Names of the schemas that the two do not type alike: neither may allow what the other forbids. */
type Disagreement = {
  [Name in keyof Schemas]: [Models[Name], Schemas[Name]] extends [Schemas[Name], Models[Name]] ? never : Name
}[keyof Schemas]

describe('two generators that read the same contract', () => {
  test('make the same types of it, but for the empty object, which one of them takes for closed', () => {
    expectTypeOf<Disagreement>().toEqualTypeOf<'UploadCompletionRequest'>()
    expectTypeOf<keyof Models>().toEqualTypeOf<keyof Schemas>()
  })
})

describe('the table of error codes', () => {
  test('decides the status in the answer and in the body alike', () => {
    for (const code of Object.keys(errorCodes) as (keyof typeof errorCodes)[]) {
      const { status, body } = errorAnswer(new ServiceError(code), { requestId: 'request-1' })
      expect(body).toMatchObject({ status, code, requestId: 'request-1' })
      expect(status).toBe(errorCodes[code].status)
    }
  })
})
