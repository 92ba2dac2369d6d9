import { httpMethods } from '../contract.ts'
import { asJson, canonicalSchema, followReference, isJson, type Json } from './canonical-schema.ts'

/**
 * What a document promises, as a flat list: a place such as `GET /me › 200 › header X-Request-Id › required`,
 * and its value.
 */
export type Facts = ReadonlyMap<string, string>

/**
 * Every fact about requests, answers and security that both documents can state. Words and examples are left
 * out.
 */
export function factsOf(document: Json): Facts {
  const facts = new Map<string, string>()
  for (const [path, item] of Object.entries(asJson(document.paths))) {
    for (const method of httpMethods) {
      const operation = asJson(item)[method]
      if (isJson(operation)) addOperation(document, `${method.toUpperCase()} ${path}`, operation, facts)
    }
  }
  return facts
}

function addOperation(document: Json, place: string, operation: Json, facts: Map<string, string>): void {
  addValue(`${place} › operationId`, operation.operationId, facts)
  addValue(`${place} › tags`, operation.tags, facts)
  addValue(`${place} › security`, operation.security ?? [], facts)
  for (const raw of listOf(operation.parameters)) {
    const parameter = followReference(document, raw)
    const at = `${place} › ${String(parameter.in)} parameter ${String(parameter.name)}`
    addValue(`${at} › required`, parameter.required ?? false, facts)
    addSchema(document, at, asJson(parameter.schema), facts)
  }
  if (operation.requestBody !== undefined) {
    const body = followReference(document, asJson(operation.requestBody))
    addValue(`${place} › body › required`, body.required ?? false, facts)
    addContent(document, `${place} › body`, body, facts)
  }
  for (const [status, raw] of Object.entries(asJson(operation.responses))) {
    addResponse(document, `${place} › ${status}`, followReference(document, asJson(raw)), facts)
  }
}

function addResponse(document: Json, place: string, response: Json, facts: Map<string, string>): void {
  addValue(`${place} › declared`, true, facts)
  for (const [name, raw] of Object.entries(asJson(response.headers ?? {}))) {
    const header = followReference(document, asJson(raw))
    addValue(`${place} › header ${name} › required`, header.required ?? false, facts)
    addSchema(document, `${place} › header ${name}`, asJson(header.schema), facts)
  }
  addContent(document, place, response, facts)
}

function addContent(document: Json, place: string, holder: Json, facts: Map<string, string>): void {
  for (const [mediaType, media] of Object.entries(asJson(holder.content ?? {}))) {
    addSchema(document, `${place} › ${mediaType}`, asJson(asJson(media).schema), facts)
  }
}

function addSchema(document: Json, place: string, schema: Json, facts: Map<string, string>): void {
  addValue(place, canonicalSchema(document, schema), facts)
}

function addValue(place: string, value: unknown, facts: Map<string, string>): void {
  if (isJson(value)) {
    for (const [name, member] of Object.entries(value)) addValue(`${place} › ${name}`, member, facts)
  } else if (Array.isArray(value) && value.some(isJson)) {
    for (const [index, member] of value.entries()) addValue(`${place} › ${index}`, member, facts)
  } else {
    facts.set(place, JSON.stringify(value))
  }
}

function listOf(value: unknown): Json[] {
  return Array.isArray(value) ? value.map((item) => asJson(item)) : []
}
