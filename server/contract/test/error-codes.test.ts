import { expect, test } from 'vitest'
import { errorAnswer } from '../src/errors/error-answer.js'
import { errorCodes } from '../src/errors/error-codes.js'
import { ServiceError } from '../src/errors/service-error.js'
import { errorStatuses } from '../src/generated/limits.js'

test('the status of an error is that of the contract, in the response and in its body', () => {
  for (const code of Object.keys(errorCodes) as (keyof typeof errorCodes)[]) {
    const { status, body } = errorAnswer(new ServiceError(code), { requestId: 'request-1' })
    expect(body).toMatchObject({ status, code, requestId: 'request-1' })
    expect(status).toBe(errorStatuses[code])
  }
  expect(Object.keys(errorCodes).sort()).toEqual(Object.keys(errorStatuses).sort())
})
