import { describe, expect, test } from 'vitest'
import { contractPart } from './contract-part.ts'
import { type Errors, readErrors } from './read-errors.ts'

const ends = '{ schema: A, description: A., codes: {} }'
const source = (requests: string, responses = '{}') => `requests:
  schema: ApiErrorCode
  description: What went wrong.
  codes:
${requests}
tasks: ${ends}
results: ${ends}
uploads: ${ends}
responses: ${responses}
`
const entry = (code: string, status: number, more = '') => `    ${code}:
      status: ${status}
      message: It is not there.
      title: It is not there
      happened: It was removed
      do: Look elsewhere
      charged: nothing
${more}`
const part = (errors: Errors) =>
  contractPart(errors, 'Errors:\n\n*The table: [errors.yaml](errors.yaml).*\n\nEnd.\n')

describe('errors.yaml', () => {
  test('is rejected with the line of each fault', () => {
    const faulty = source(entry('GONE', 302, '      colour: red\n').replace('      do: Look elsewhere\n', ''))
    expect(() => readErrors(faulty)).toThrow(/^openapi\/errors\.yaml:6: requests\.codes\.GONE must .*'do'$/m)
    expect(() => readErrors(faulty)).toThrow(/:6: requests\.codes\.GONE must NOT .*: colour$/m)
    expect(() => readErrors(faulty)).toThrow(/:6: requests\.codes\.GONE\.status must be >= 400$/m)
    expect(() => readErrors('requests:\n  a: b: c\n')).toThrow(/^openapi\/errors\.yaml:2: /)
  })

  test('makes a row of the table, a status and a message of a code without an example', () => {
    const made = part(readErrors(source(entry('GONE', 410))))
    expect(made).toContain('  | `GONE` | 410 | It was removed | Look elsewhere |\n\n  End.\n')
    expect(made).toContain('statuses:\n  GONE: 410\n')
    expect(made).toContain('messages:\n  GONE: It is not there.\n')
  })

  test('is rejected where a response has two statuses, or an example that is not there', () => {
    const example = '      example: Gone\n'
    const codes = entry('GONE', 410, example) + entry('LOST', 404, example)
    const withResponse = (examples: string) =>
      readErrors(source(codes, `{ Away: { description: Away., examples: [${examples}] } }`))
    expect(part(withResponse('GONE'))).toContain('$ref: "#/examples/error-gone"')
    expect(() => part(withResponse('GONE, LOST'))).toThrow(
      'responses.Away: its codes have the statuses 410 and 404',
    )
    expect(() => part(withResponse('other: invalid'))).toThrow('responses.Away: there is no example invalid')
  })
})
