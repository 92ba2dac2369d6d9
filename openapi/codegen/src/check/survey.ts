import {
  type Contract,
  httpMethods,
  type MediaType,
  type RawOperation,
  type ResponseObject,
  type Schema,
} from '../read/contract.ts'
import { type Fault, operationKey, type ReportFault } from '../read/faults.ts'
import { follow } from '../read/follow.ts'
import { fieldsOf, isFile, type MediaKind, mediaKind, plainType } from '../read/media.ts'
import { escapeKey } from '../read/pointer.ts'
import { versionOf } from '../read/upgrade.ts'
import { surveyEncoding } from './survey-encoding.ts'
import { surveyExpansion } from './survey-expansion.ts'
import { surveyParameters } from './survey-parameters.ts'
import { SchemaSurvey } from './survey-schemas.ts'
import { surveyServers } from './survey-servers.ts'
import type { Surveyed } from './surveyed.ts'

/** What a survey found: faults reject the contract, notices name what is left out. */
export interface Survey {
  readonly faults: readonly Fault[]
  readonly notices: readonly Fault[]
}

/** Looks at everything that the generator reads, and collects what it cannot do. Throws nothing. */
export function survey(contract: Contract): Survey {
  const faults: Fault[] = []
  const notices: Fault[] = []
  const version = versionOf(contract)
  if (!/^OpenAPI 3\.1(\.|$)/.test(version))
    faults.push({
      trail: ['openapi'],
      where: 'document',
      reason: `is ${version}; OpenAPI 3.1, 3.0 or Swagger 2.0 is needed`,
    })
  if ('webhooks' in contract)
    notices.push({ trail: ['webhooks'], where: 'webhooks', reason: 'are left out: a backend sends them' })
  for (const [path, item] of Object.entries(contract.paths ?? {})) {
    const operations = httpMethods
      .filter((method) => item[method] !== undefined)
      .map((method) => operationKey(method, path))
    const ofPath = (reason: string) =>
      faults.push({ trail: ['paths', path], where: path, reason, operations })
    for (const fault of pathFaults(path, item)) ofPath(fault)
    for (const method of httpMethods) {
      const operation = item[method]
      if (operation === undefined) continue
      const where = operationKey(method, path)
      const reporting =
        (list: Fault[]): ReportFault =>
        (trail, reason, cause) =>
          list.push({ trail, where, reason, operations: [where], ...(cause !== undefined && { cause }) })
      const fault = reporting(faults)
      const notice = reporting(notices)
      const trail = ['paths', path, method]
      try {
        surveyOperation(
          { contract, fault, notice, schemas: new SchemaSurvey(contract, fault, notice) },
          trail,
          path,
          operation,
        )
      } catch (error) {
        fault(trail, error instanceof Error ? error.message : String(error))
      }
      if ('callbacks' in operation)
        notice([...trail, 'callbacks'], 'callbacks are left out: a backend sends them')
    }
  }
  return {
    faults: [...faults, ...surveyExpansion(contract)],
    notices: [...notices, ...surveyServers(contract)],
  }
}

function pathFaults(path: string, item: object): string[] {
  const literal = path.replaceAll(/\{[^}]*\}/g, '')
  const special = /[^\w\-./~@$&'=%,;:*+()![\]]/.exec(literal)?.[0]
  const names = [...path.matchAll(/\{([^}]*)\}/g)].map((match) => match[1])
  return [
    ...(special === undefined ? [] : [`has ${special}, which no path of a URL has`]),
    ...(path.includes('}{') ? ['has two parameters with nothing between them'] : []),
    ...(new Set(names).size < names.length ? ['names a parameter twice'] : []),
    ...('$ref' in item ? ['is a reference to a path that cannot be found'] : []),
  ]
}

function surveyOperation(
  at: Surveyed,
  trail: readonly string[],
  path: string,
  operation: RawOperation,
): void {
  surveyParameters(at, trail, path, operation)
  surveySecurity(at, trail, operation)
  if (operation.requestBody !== undefined) surveyBody(at, trail, operation)
  for (const [status, raw] of Object.entries(operation.responses ?? {}))
    surveyResponse(at, [...trail, 'responses', status], follow<ResponseObject>(at.contract, raw), status)
}

function surveyBody(at: Surveyed, trail: readonly string[], operation: RawOperation): void {
  const here = [...trail, 'requestBody']
  const body = follow<{ content?: Readonly<Record<string, MediaType>> }>(
    at.contract,
    operation.requestBody ?? {},
  )
  const content = body.content ?? {}
  if (Object.keys(content).length === 0) at.fault(here, 'its body has no media type')
  for (const type of Object.keys(content))
    if (/^multipart\/(?!form-data\b)/.test(plainType(type)))
      at.fault(
        [...here, 'content'],
        `body of ${type}: of multipart bodies only multipart/form-data is parsed`,
      )
  for (const [type, media] of Object.entries(content)) {
    if (media.schema !== undefined)
      at.schemas.visit([...here, 'content', type, 'schema'], media.schema, 'request')
    surveyLengths(at, [...here, 'content', type, 'schema'], mediaKind(type, media.schema), media.schema ?? {})
    if (/^multipart\/|urlencoded$/.test(plainType(type)))
      surveyEncoding(at.contract, at, [...here, 'content', type], media)
  }
}

/** Bytes have no schema, but for how long they may be. */
function surveyLengths(at: Surveyed, trail: readonly string[], kind: MediaKind, schema: Schema): void {
  const fields = kind === 'multipart' ? fieldsOf(at.contract, schema) : []
  const files = kind === 'binary' ? [schema] : fields.map(([, field]) => field)
  for (const file of files.map((one) => follow<Schema>(at.contract, one)))
    if ((kind === 'binary' || isFile(file)) && file.maxLength !== undefined)
      at.notice(trail, `the maxLength ${file.maxLength} of a file is not checked; requestBodyBytesMax is`)
}

function surveyResponse(
  at: Surveyed,
  trail: readonly string[],
  response: ResponseObject,
  status: string,
): void {
  for (const type of Object.keys(response.content ?? {}))
    if (/^multipart\/(?!form-data\b)/.test(plainType(type)))
      at.fault([...trail, 'content'], `response ${status} of ${type}: multipart is not written`)
  for (const [type, media] of Object.entries(response.content ?? {})) {
    if (media.schema !== undefined)
      at.schemas.visit([...trail, 'content', type, 'schema'], media.schema, 'response')
  }
  for (const [name, raw] of Object.entries(response.headers ?? {})) {
    const header = follow<{ schema?: object }>(at.contract, raw)
    const here = [...trail, 'headers', name]
    if (header.schema !== undefined) at.schemas.visit([...here, 'schema'], header.schema, 'response')
  }
}

function surveySecurity(at: Surveyed, trail: readonly string[], operation: RawOperation): void {
  const here = operation.security === undefined ? ['security'] : [...trail, 'security']
  for (const rule of operation.security ?? at.contract.security ?? []) {
    for (const name of Object.keys(rule)) {
      const scheme = at.contract.components.securitySchemes?.[name]
      if (scheme === undefined) at.fault(here, `demands the security scheme ${name}, which is not declared`)
      else if (
        follow<{ type?: string }>(at.contract, { $ref: `#/components/securitySchemes/${escapeKey(name)}` })
          .type === 'mutualTLS'
      )
        at.fault(here, `demands ${name}, a client certificate, which is checked before HTTP`)
    }
  }
}
