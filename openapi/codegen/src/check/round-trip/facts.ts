import { httpMethods } from '../../read/contract.ts'
import { isRecord } from '../../read/record.ts'
import { asJson, canonicalSchema, followReference, type Json } from './canonical-schema.ts'

/**
 * What a document promises, as a flat list: a place such as `GET /me › 200 › header X-Request-Id › required`,
 * and its value.
 */
export type Facts = ReadonlyMap<string, string>

/**
 * Every fact about requests, responses and security that both documents can state. Words and examples are
 * left out.
 */
export function factsOf(document: Json): Facts {
  return collect(document, true)
}

/** The facts without those of schemas: what there is, and what of it is required. */
export function structureOf(document: Json): Facts {
  return collect(document, false)
}

/** What facts are added to, and whether those of schemas are among them. */
interface Collecting {
  readonly document: Json
  readonly facts: Map<string, string>
  readonly withSchemas: boolean
}

function collect(document: Json, withSchemas: boolean): Facts {
  const to = { document, facts: new Map<string, string>(), withSchemas }
  for (const [path, item] of Object.entries(asJson(document.paths))) {
    const shared = listOf(asJson(item).parameters)
    for (const method of httpMethods) {
      const operation = asJson(item)[method]
      if (isRecord(operation)) addOperation(to, `${method.toUpperCase()} ${path}`, operation, shared)
    }
  }
  return to.facts
}

function addOperation(to: Collecting, place: string, operation: Json, shared: readonly Json[]): void {
  const { document, facts } = to
  addValue(`${place} › operationId`, operation.operationId ?? placeId(place), facts)
  addValue(`${place} › tags`, tagsOf(operation.tags), facts)
  addSecurity(place, operation.security ?? document.security ?? [], facts)
  for (const raw of [...shared, ...listOf(operation.parameters)]) {
    const parameter = followReference(document, raw)
    // tsoa knows no cookies.
    if (parameter.in === 'cookie') continue
    const at = `${place} › ${String(parameter.in)} parameter ${String(parameter.name)}`
    addValue(`${at} › required`, parameter.required ?? false, facts)
    addParameterSchema(to, at, asJson(parameter.schema ?? {}))
  }
  if (operation.requestBody !== undefined) {
    const body = followReference(document, asJson(operation.requestBody))
    addValue(`${place} › body › required`, body.required ?? false, facts)
    addContent(to, `${place} › body`, body)
  }
  for (const [status, raw] of Object.entries(asJson(operation.responses))) {
    addResponse(to, `${place} › ${status}`, followReference(document, asJson(raw)))
  }
}

/** The id of an operation that states none. */
function placeId(place: string): string {
  const [method = '', path = ''] = place.split(' ')
  return `${method.toLowerCase()} ${path}`
}

/** Alternatives by their place, since an empty one has no facts of its own. */
function addSecurity(place: string, rules: unknown, facts: Map<string, string>): void {
  addValue(`${place} › security`, [], facts)
  for (const [index, rule] of listOf(rules).entries())
    facts.set(`${place} › security › ${index}`, JSON.stringify(rule))
}

function tagsOf(tags: unknown): unknown[] {
  return Array.isArray(tags) && tags.length > 0 ? [...tags].sort() : ['default']
}

function addResponse(to: Collecting, place: string, response: Json): void {
  addValue(`${place} › declared`, true, to.facts)
  for (const [name, raw] of Object.entries(asJson(response.headers ?? {}))) {
    if (name.toLowerCase() === 'content-type') continue
    const header = followReference(to.document, asJson(raw))
    addValue(`${place} › header ${name} › required`, header.required ?? false, to.facts)
    addSchema(to, `${place} › header ${name}`, asJson(header.schema))
  }
  addContent(to, place, response)
}

function addContent(to: Collecting, place: string, holder: Json): void {
  if (!to.withSchemas) return
  for (const [mediaType, media] of Object.entries(asJson(holder.content ?? {}))) {
    addSchema(to, `${place} › ${mediaType}`, asJson(asJson(media).schema))
  }
}

/** tsoa would fill in a default by itself; it is read from the contract, by the forms of requests. */
function addParameterSchema({ document, facts, withSchemas }: Collecting, place: string, schema: Json): void {
  if (!withSchemas) return
  const { default: _default, ...rules } = canonicalSchema(document, schema)
  addValue(place, rules, facts)
}

function addSchema({ document, facts, withSchemas }: Collecting, place: string, schema: Json): void {
  if (withSchemas) addValue(place, canonicalSchema(document, schema), facts)
}

function addValue(place: string, value: unknown, facts: Map<string, string>): void {
  if (isRecord(value)) {
    for (const [name, member] of Object.entries(value)) addValue(`${place} › ${name}`, member, facts)
  } else if (Array.isArray(value) && value.some(isRecord)) {
    for (const [index, member] of value.entries()) addValue(`${place} › ${index}`, member, facts)
  } else {
    facts.set(place, JSON.stringify(value))
  }
}

function listOf(value: unknown): Json[] {
  return Array.isArray(value) ? value.map((item) => asJson(item)) : []
}
