import { expect, test } from 'vitest'
import type { Contract } from '../read/contract.ts'
import { defaultSettings } from '../settings.ts'
import { fixtureContract } from '../support/fixture-contract.ts'
import { errorCodesFile } from './error-codes.ts'

/** The contract of the tests with these error codes, and examples of them. */
const contractWith = (statuses: object, ...messages: string[]) => ({
  ...fixtureContract(),
  components: {
    schemas: {},
    examples: Object.fromEntries(
      messages.map((message, place) => [
        `error-${place}`,
        { value: { status: 404, code: 'NO_TASK', message } },
      ]),
    ),
  },
  'x-error-statuses': statuses,
  'x-error-messages': { NO_PATH: 'There is no such path.' },
})

const codesOf = (contract: Contract) =>
  errorCodesFile(contract, { ...defaultSettings, errorCodes: 'contract' }, '.')

test('an error code has the message of its examples, or of x-error-messages', () => {
  const text = codesOf(contractWith({ NO_TASK: 404, NO_PATH: 404 }, 'No task.', 'No task.'))
  expect(text).toContain("NO_TASK: {\n    status: 404,\n    message: 'No task.',")
  expect(text).toContain("NO_PATH: {\n    status: 404,\n    message: 'There is no such path.',")
})

test('an error code without a message, or with two, fails the generation', () => {
  expect(() => codesOf(contractWith({ NO_TASK: 404 }))).toThrow('NO_TASK has no message')
  expect(() => codesOf(contractWith({ NO_TASK: 404 }, 'a', 'b'))).toThrow('NO_TASK has two messages')
})
