import type { Contract } from '../contract.ts'
import type { RouteArguments } from '../edge/route-edge.ts'
import type { BodyMedia } from '../facts.ts'
import type { Shape } from './declared-fields.ts'
import type { ParameterForm } from './parameter-values.ts'
import type { RequestValidators } from './validator.ts'

/** One parameter that reaches a backend. */
interface PlannedParameter {
  /** Its name in the input of the method. */
  readonly argument: string
  readonly place: 'path' | 'query' | 'header'
  /** Its name in the request. */
  readonly name: string
}

/** What has to be done for each request of one operation, worked out once. */
export interface RequestPlan {
  readonly validators: RequestValidators
  readonly forms: readonly ParameterForm[]
  readonly parameters: readonly PlannedParameter[]
  /** The names of query parameters and headers, declared ones only. */
  readonly query: readonly string[]
  readonly headers: readonly string[]
  /** Headers that are rejected when they are sent twice. */
  readonly singleHeaders: readonly string[]
  readonly takesBody: boolean
  /** Whether the backend is told which media type the body has. */
  readonly passesMediaType: boolean
  /** What is passed on of the body; all of it without a shape. */
  readonly shape: Shape | undefined
  /** Whether the body needs a number of fields. */
  readonly isCounted: boolean
}

export function requestPlan(
  { operations, requests, requestIdHeader }: Contract,
  operation: string,
  args: RouteArguments,
): RequestPlan {
  // The names of arguments begin with an underscore, because no controller reads them.
  const parameters = Object.entries(args).flatMap(([argument, { in: place, name }]) =>
    isPlace(place) ? [{ argument: argument.slice(1), place, name }] : [],
  )
  const namesIn = (place: string) => parameters.filter((one) => one.place === place).map(({ name }) => name)
  const headers = namesIn('header')
  // The id's header is never rejected for being sent twice: an invalid one is replaced. The others are lists.
  const repeatable = [requestIdHeader, 'Prefer', 'If-None-Match']
  return {
    validators: requests.requestValidators[operation] ?? {},
    forms: requests.parameterForms[operation] ?? [],
    parameters: parameters.filter(({ place, name }) => place !== 'header' || !isSame(name, requestIdHeader)),
    query: namesIn('query'),
    headers,
    singleHeaders: headers.filter((name) => !repeatable.includes(name)),
    takesBody: Object.values(args).some(({ in: place }) => place === 'body'),
    passesMediaType: passesMediaType(operations[operation]?.media ?? []),
    shape: requests.bodyShapes[operation],
    isCounted: requests.countedBodies.includes(operation),
  }
}

function isPlace(place: string): place is PlannedParameter['place'] {
  return place === 'path' || place === 'query' || place === 'header'
}

function isSame(name: string, header: string): boolean {
  return name.toLowerCase() === header.toLowerCase()
}

/** Bytes and text may be of several types. */
function passesMediaType(media: readonly BodyMedia[]): boolean {
  const isRaw = media.some(({ kind }) => kind === 'binary' || kind === 'text')
  return isRaw && (media.length > 1 || media.some(({ type }) => type.includes('*')))
}
