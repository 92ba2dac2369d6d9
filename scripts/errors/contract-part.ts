import { stringify } from 'yaml'
import type { ErrorExample, ErrorResponse, Errors, RequestError } from './read-errors.ts'

/** The line of description.md in whose place the contract has the table of error codes. */
const tablePlace = /^.*\(errors\.yaml\).*$/m

/** The id of every example. */
const requestId = '4be0a71c93d25f68be17a04c6d92f35e'

/**
 * openapi/errors.generated.yaml: what the contract says of error codes, under the names of its components. Throws an
 * error for a response that is not of one status, or names what is not there.
 */
export function contractPart(errors: Errors, description: string): string {
  const { requests, responses } = errors
  const codes = Object.entries(requests.codes)
  const examples = examplesOf(requests.codes)
  const statuses = codes.map(([code, { status }]) => [code, status])
  const part = {
    description: description.replace(tablePlace, () => tableOf(requests.codes)),
    statuses: Object.fromEntries(statuses),
    retryAfterSeconds: Object.fromEntries(
      codes.flatMap(([code, { retryAfterSeconds: seconds }]) =>
        seconds === undefined ? [] : [[code, seconds]],
      ),
    ),
    // The others are those of the examples.
    messages: Object.fromEntries(
      codes
        .filter(([code]) => !examples.some((one) => one.code === code))
        .map(([code, { message }]) => [code, message]),
    ),
    schemas: Object.fromEntries(
      [requests, errors.tasks, errors.results, errors.uploads].map((kind) => [
        kind.schema,
        { type: 'string', enum: Object.keys(kind.codes), description: kind.description },
      ]),
    ),
    responses: Object.fromEntries(
      Object.entries(responses).map(([name, response]) => [name, responseOf(name, response, examples)]),
    ),
    examples: Object.fromEntries(
      examples.map(({ name, summary, value }) => [`error-${name}`, { summary, value }]),
    ),
  }
  const head = '# Generated from errors.yaml and description.md by `npm run generate`. Do not edit.\n'
  return head + stringify(part, { lineWidth: 0, aliasDuplicateObjects: false })
}

function tableOf(codes: Readonly<Record<string, RequestError>>): string {
  const rows = Object.entries(codes).map(
    ([code, { status, happened, do: toDo }]) => `| \`${code}\` | ${status} | ${happened} | ${toDo} |`,
  )
  return ['| Code | Status | What happened | What to do |', '|---|---|---|---|', ...rows].join('\n')
}

interface Example {
  readonly code: string
  readonly status: number
  readonly name: string
  readonly summary: string
  readonly value: object
}

function examplesOf(codes: Readonly<Record<string, RequestError>>): Example[] {
  return Object.entries(codes).flatMap(([code, { status, message, example, examples }]) => {
    const all: Readonly<Record<string, ErrorExample>> =
      example === undefined ? (examples ?? {}) : { [nameOf(code)]: { summary: example } }
    return Object.entries(all).map(([name, { summary, details }]) => {
      const places = Object.entries(details ?? {}).map(([path, text]) => ({ path, message: text }))
      const value = { status, code, message, requestId, ...(details !== undefined && { details: places }) }
      return { code, status, name, summary, value }
    })
  })
}

/** The name of a code's own example. */
function nameOf(code: string): string {
  return code.toLowerCase().replaceAll('_', '-')
}

function responseOf(name: string, { description, examples }: ErrorResponse, all: readonly Example[]): object {
  const named = examples.flatMap((one) =>
    typeof one === 'string' ? [[one, nameOf(one)]] : Object.entries(one),
  )
  const shown = named.map(([, example]) => {
    const found = all.find((one) => one.name === example)
    if (found === undefined) throw new Error(`responses.${name}: there is no example ${example}`)
    return found
  })
  const [status, other] = new Set(shown.map((one) => one.status))
  if (status === undefined || other !== undefined)
    throw new Error(`responses.${name}: its codes have the statuses ${status} and ${other}`)
  return {
    description,
    headers: headersOf(status),
    content: {
      'application/json': {
        schema: { $ref: 'schemas/errors.yaml#/ApiError' },
        examples: Object.fromEntries(
          named.map(([key, example]) => [key, { $ref: `#/examples/error-${example}` }]),
        ),
      },
    },
  }
}

/** What every error carries, and who is not let in or has to wait. */
function headersOf(status: number): object {
  const header = (name: string) => ({ $ref: `headers.yaml#/${name}` })
  return {
    'X-Request-Id': header('RequestId'),
    ...(status === 401 && { 'WWW-Authenticate': header('WwwAuthenticate') }),
    ...([429, 503].includes(status) && { 'Retry-After': header('RetryAfter') }),
  }
}
