import type { ValidateFunction } from 'ajv/dist/2020.js'
import { errorCodes } from '../../../runtime/src/errors/error-codes.ts'
import {
  type ErrorFacts,
  type ErrorTemplate,
  filledTemplate,
} from '../../../runtime/src/errors/error-template.ts'
import { type ErrorForm, forStatus } from '../../../runtime/src/facts.ts'
import { isBuiltIn, type Settings } from '../settings.ts'
import type { Contract, Schema } from './contract.ts'
import { errorTemplates, withDetailsSomewhere } from './error-template.ts'
import { resolveSchema } from './follow.ts'
import { schemaJudge } from './judge.ts'
import type { DeclaredResponse, Operation } from './operations.ts'
import { mapSubschemas } from './subschemas.ts'

/** The forms of the errors of a contract. */
export interface ErrorForms {
  /** By the operation's id and the status as it is declared: 404, 4XX or default. */
  readonly byOperation: ReadonlyMap<string, Readonly<Record<string, ErrorForm>>>
  /** Of what belongs to no operation: another path, or another method. */
  readonly fallback: ErrorForm
  /** The responses whose body the edge cannot make. */
  readonly impossible: readonly {
    readonly operation: Operation
    readonly response: DeclaredResponse
    readonly reason: string
  }[]
}

type Code = keyof typeof errorCodes | 'NOT_IMPLEMENTED'
const rendered: ErrorForm = { body: { is: 'rendered' } }

export function errorForms(
  contract: Contract,
  operations: readonly Operation[],
  settings: Settings,
): ErrorForms {
  const byOperation = new Map<string, Readonly<Record<string, ErrorForm>>>()
  const impossible: { operation: Operation; response: DeclaredResponse; reason: string }[] = []
  const makeForm = formMaker(contract, settings)
  const uses = new Map<string, { response: DeclaredResponse; count: number }>()
  for (const operation of operations) {
    const forms: Record<string, ErrorForm> = {}
    for (const response of operation.responses.filter(isError)) {
      const codes = codesOf(operation, response)
      const made = codes.length === 0 ? formOfOthers(response, makeForm) : makeForm(response, codes)
      if ('reason' in made) impossible.push({ operation, response, reason: made.reason })
      else forms[response.status] = made
      if (response.kind === undefined) continue
      const key = JSON.stringify([response.mediaTypes, response.schema])
      uses.set(key, { response, count: (uses.get(key)?.count ?? 0) + 1 })
    }
    if (Object.keys(forms).length > 0) byOperation.set(operation.id, forms)
  }
  return { byOperation, impossible, fallback: fallbackOf([...uses.values()], makeForm) }
}

function isError({ status }: DeclaredResponse): boolean {
  return /^[45](\d\d|XX)$|^default$/.test(status)
}

/** The form of errors that only the backend throws: by the declared fields where they can be read off. */
function formOfOthers(response: DeclaredResponse, makeForm: FormMaker): ErrorForm {
  const made = response.kind === 'json' ? makeForm(response, []) : undefined
  if (made !== undefined && !('reason' in made) && made.body?.is !== 'rendered') return made
  const [mediaType] = response.mediaTypes
  return mediaType === undefined ? {} : { mediaType }
}

/** The errors of the edge that a response stands for. */
function codesOf(operation: Operation, response: DeclaredResponse): Code[] {
  const declared = Object.fromEntries(operation.responses.map((one) => [one.status, one]))
  return edgeCodes(operation).filter((code) => forStatus(declared, statusOf(code)) === response)
}

function edgeCodes({ path, parameters, body, security }: Operation): Code[] {
  const takesParameters = parameters.some(({ atEdge }) => !atEdge) || path.includes('{')
  return [
    ...(takesParameters || body !== undefined ? (['INVALID_REQUEST'] as const) : []),
    ...(body === undefined
      ? []
      : (['INVALID_JSON', 'REQUEST_TIMEOUT', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'] as const)),
    ...(security.some((rule) => Object.keys(rule).length > 0) ? (['UNAUTHENTICATED'] as const) : []),
    ...(security.some((rule) => Object.values(rule).some((scopes) => scopes.length > 0))
      ? (['FORBIDDEN'] as const)
      : []),
    'RATE_LIMITED',
    'INTERNAL',
    'SERVICE_UNAVAILABLE',
    'NOT_IMPLEMENTED',
  ]
}

function statusOf(code: Code): number {
  return code === 'NOT_IMPLEMENTED' ? 501 : errorCodes[code].status
}

type FormMaker = (
  response: DeclaredResponse,
  codes: readonly Code[],
) => ErrorForm | { readonly reason: string }

function formMaker(contract: Contract, settings: Settings): FormMaker {
  const judgeOf = schemaJudge()
  const known = new Map<string, ReturnType<FormMaker>>()
  const make: FormMaker = (response, codes) => {
    if (response.kind === undefined) return {}
    if (!isBuiltIn(settings.errorForm)) return rendered
    if (response.kind === 'text' && response.mediaTypes.includes('text/plain'))
      return { mediaType: 'text/plain; charset=utf-8', body: { is: 'message', withDetails: true } }
    // A message that quotes the request is no page, and no image.
    if (response.kind !== 'json') return {}
    const schema = resolveSchema(contract, response.schema ?? {})
    const candidates = candidatesOf(response, schema, settings)
    const judge = judgeOf(schema)
    // Alternatives that nothing tells apart are written as oneOf, too, which no body meets.
    const lenient = judgeOf(withAnyOf(schema))
    for (const meets of [judge, lenient]) {
      const found = candidates.find((form) =>
        codes.flatMap(samplesOf).every((facts) => meets(bodyOf(form.body ?? { is: 'rendered' }, facts))),
      )
      if (found !== undefined) return found
    }
    return { reason: reasonOf(judge, candidates.at(-1) ?? rendered) }
  }
  return (response, codes) => {
    const key = JSON.stringify([response.status, response.kind, response.mediaTypes, response.schema, codes])
    const made = known.get(key) ?? make(response, codes)
    known.set(key, made)
    return made
  }
}

/** Problem details where they are declared or nothing else can be read off; the declared fields otherwise. */
function candidatesOf(
  { mediaTypes, status }: DeclaredResponse,
  schema: Schema,
  { errorForm }: Settings,
): ErrorForm[] {
  const problemType = 'application/problem+json'
  const mediaType = mediaTypes.includes(problemType) ? problemType : (mediaTypes[0] ?? 'application/json')
  const problem: ErrorForm = { mediaType, body: { is: 'rendered' } }
  if (errorForm === 'problem') return [problem]
  const formOf = (body: ErrorTemplate): ErrorForm => ({ mediaType, body: withDetailsSomewhere(body) })
  const declared = errorTemplates(schema, false)
    .filter((template) => JSON.stringify(template).includes('"is":"message"') || template.is === 'constant')
    .map(formOf)
  const filled = errorTemplates(schema, true, status).map(formOf)
  return mediaType === problemType ? [problem, ...declared, ...filled] : [...declared, problem, ...filled]
}

function withAnyOf(schema: Schema): Schema {
  const { oneOf, ...others } = mapSubschemas(schema, withAnyOf)
  return oneOf === undefined ? others : { ...others, allOf: [...(others.allOf ?? []), { anyOf: oneOf }] }
}

/** An error with and without details. */
function samplesOf(code: Code): ErrorFacts[] {
  const status = statusOf(code)
  const message =
    code === 'NOT_IMPLEMENTED' ? 'This backend does not implement it.' : errorCodes[code].message
  const facts = { status, code, message, requestId: '0123456789abcdef0123456789abcdef', details: [] }
  if (code !== 'INVALID_REQUEST') return [facts]
  return [facts, { ...facts, details: [{ path: '/name', message: 'is required' }] }]
}

function bodyOf(template: ErrorTemplate, facts: ErrorFacts): unknown {
  if (template.is !== 'rendered') return filledTemplate(template, facts)
  const { message, status, code, requestId, details } = facts
  const errors = details.length > 0 && { errors: details }
  return { type: 'about:blank', title: message, status, code, requestId, ...errors }
}

function reasonOf(judge: ValidateFunction, form: ErrorForm): string {
  judge(bodyOf(form.body ?? { is: 'rendered' }, samplesOf('INVALID_REQUEST')[0] ?? never()))
  const [error] = judge.errors ?? []
  return error === undefined
    ? 'its schema takes no code or message of the edge'
    : `${error.instancePath || 'it'} ${error.message ?? 'is invalid'}`
}

function never(): never {
  throw new Error('A code has a sample')
}

/** The form that most errors have. */
function fallbackOf(
  uses: readonly { response: DeclaredResponse; count: number }[],
  makeForm: FormMaker,
): ErrorForm {
  const [most] = [...uses].sort((left, right) => right.count - left.count)
  if (most === undefined) return rendered
  const made = makeForm({ ...most.response, status: 'default' }, [
    'NOT_FOUND',
    'METHOD_NOT_ALLOWED',
    'INVALID_REQUEST',
  ])
  return 'reason' in made ? rendered : made
}
