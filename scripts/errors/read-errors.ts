import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { isNode, LineCounter, parseDocument } from 'yaml'
import { projectRoot } from '../set-up/project.mjs'

/** openapi/errors.yaml, whose head says what each key means. */
export interface Errors {
  readonly requests: Kind<RequestError>
  readonly tasks: Kind<EndFacts>
  readonly results: Kind<EndFacts>
  readonly uploads: Kind<EndFacts>
  readonly responses: Readonly<Record<string, ErrorResponse>>
}

/** The codes of one enumeration of the contract. */
export interface Kind<Facts extends ErrorFacts> {
  /** Name and description of its schema. */
  readonly schema: string
  readonly description: string
  readonly codes: Readonly<Record<string, Facts>>
}

export interface ErrorFacts {
  readonly title: string
  readonly happened: string
  readonly more?: string
  readonly do: string
  readonly how?: string
  readonly retry?: string
  readonly advice?: string
  readonly next?: string
  readonly cli?: string
}

/** Why a task or an upload has ended, where no response says whether to try again. */
export interface EndFacts extends ErrorFacts {
  readonly retry: string
}

/** An error that a request is answered with. */
export interface RequestError extends ErrorFacts {
  readonly status: number
  readonly message: string
  readonly retryAfterSeconds?: number
  readonly charged: string
  readonly example?: string
  readonly examples?: Readonly<Record<string, ErrorExample>>
}

export interface ErrorExample {
  readonly summary: string
  /** Messages by the place in the request. */
  readonly details?: Readonly<Record<string, string>>
}

export interface ErrorResponse {
  readonly description: string
  /** Codes, each with its own example, or the name of one with another example. */
  readonly examples: readonly (string | Readonly<Record<string, string>>)[]
}

const file = 'openapi/errors.yaml'

/** Throws an error with a line `path:line: what` for each fault of the file. */
export function readErrors(source: string = readFileSync(join(projectRoot, file), 'utf8')): Errors {
  const lines = new LineCounter()
  const document = parseDocument(source, { lineCounter: lines })
  const faults: string[] = []
  const note = (offset: number, message: string) =>
    faults.push(`${file}:${lines.linePos(offset).line}: ${message}`)
  for (const { pos, message } of document.errors) note(pos[0], message.split('\n')[0] ?? '')
  const value: unknown = document.errors.length > 0 ? undefined : document.toJS()
  const validate = new Ajv2020({ allErrors: true }).compile<Errors>(schema)
  if (validate(value)) return value
  for (const { instancePath, message = '', params } of faults.length > 0 ? [] : (validate.errors ?? [])) {
    const keys = instancePath.split('/').slice(1)
    const node = document.getIn(keys, true)
    const [start = 0] = isNode(node) ? (node.range ?? []) : []
    const unknown = 'additionalProperty' in params ? `: ${params.additionalProperty}` : ''
    note(start, `${keys.join('.')} ${message}${unknown}`)
  }
  throw new Error(faults.join('\n'))
}

const text = { type: 'string', minLength: 1 }
const facts = {
  title: text,
  happened: text,
  more: text,
  do: text,
  how: text,
  retry: text,
  advice: text,
  next: { enum: ['edit', 'smaller', 'image', 'key'] },
  cli: text,
}
const refusal = {
  ...facts,
  status: { type: 'integer', minimum: 400, maximum: 599 },
  message: text,
  retryAfterSeconds: { type: 'integer', minimum: 1 },
  charged: text,
  example: text,
  examples: mapOf(object({ summary: text, details: mapOf(text) }, ['summary'])),
}
const kind = kindOf(facts, ['title', 'happened', 'do', 'retry'])
const response = { description: text, examples: { type: 'array', minItems: 1 } }
const schema = strict({
  requests: kindOf(refusal, ['status', 'message', 'title', 'happened', 'do', 'charged']),
  tasks: kind,
  results: kind,
  uploads: kind,
  responses: mapOf(strict(response)),
})

function kindOf(properties: object, required: readonly string[]): object {
  return strict({ schema: text, description: text, codes: mapOf(object(properties, required)) })
}

function mapOf(additionalProperties: object): object {
  return { type: 'object', additionalProperties }
}

/** An object with each of these properties. */
function strict(properties: object): object {
  return object(properties, Object.keys(properties))
}

function object(properties: object, required: readonly string[]): object {
  return { type: 'object', properties, required, additionalProperties: false }
}
