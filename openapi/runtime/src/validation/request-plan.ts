import type { Contract } from '../contract.ts'
import type { RouteArguments } from '../edge/route-edge.ts'
import type { Shape } from './declared-fields.ts'
import type { ParameterForm } from './parameter-values.ts'
import type { RequestValidators, Validator } from './validator.ts'

/** One parameter that reaches a backend. */
interface PlannedParameter {
  /** Its name in the input of the method. */
  readonly argument: string
  readonly place: ParameterForm['in']
  /** Its name in the request. */
  readonly name: string
}

/** What has to be done for each request of one operation, worked out once. */
export interface RequestPlan {
  readonly path: string
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
  /** The rules of the body by its media type. */
  readonly bodies: readonly BodyRules[]
}

/** What a body of one media type has to meet. */
interface BodyRules {
  readonly type: string
  readonly validator: Validator | undefined
  /** What is passed on of it; all without a shape. */
  readonly shape: Shape | undefined
}

export function requestPlan(
  { operations, requests, requestIdHeader }: Contract,
  operation: string,
  args: RouteArguments,
): RequestPlan {
  // The names of arguments begin with an underscore, because no controller reads them.
  const ofRoute = Object.entries(args).flatMap(([argument, { in: place, name }]) =>
    isPlace(place) ? [{ argument: argument.slice(1), place, name }] : [],
  )
  const forms = requests.parameterForms[operation] ?? []
  // tsoa knows no cookies.
  const cookies = forms.flatMap(({ in: place, name, argument }) =>
    argument === undefined ? [] : [{ argument, place, name }],
  )
  const parameters = [...ofRoute, ...cookies]
  const namesIn = (place: string) => parameters.filter((one) => one.place === place).map(({ name }) => name)
  const headers = namesIn('header')
  // The id's header is never rejected for being sent twice: an invalid one is replaced. The others are lists.
  const repeatable = [requestIdHeader, 'Prefer', 'If-None-Match']
  const media = operations[operation]?.media ?? []
  const validators = requests.requestValidators[operation] ?? {}
  return {
    validators,
    path: operations[operation]?.path ?? '',
    forms,
    parameters: parameters.filter(({ place, name }) => place !== 'header' || !isSame(name, requestIdHeader)),
    query: namesIn('query'),
    headers,
    singleHeaders: headers.filter((name) => !repeatable.includes(name)),
    takesBody: Object.values(args).some(({ in: place }) => place === 'body'),
    passesMediaType: operations[operation]?.passesMediaType === true,
    bodies: media.map(({ type }) => {
      // Bodies of one kind have one entry, the others one for each media type.
      const keys = [operation, `${operation} ${type}`]
      return {
        type,
        validator: validators.bodies?.[type] ?? validators.body,
        shape: keys.map((key) => requests.bodyShapes[key]).find((shape) => shape !== undefined),
      }
    }),
  }
}

function isPlace(place: string): place is PlannedParameter['place'] {
  return place === 'path' || place === 'query' || place === 'header'
}

function isSame(name: string, header: string): boolean {
  return name.toLowerCase() === header.toLowerCase()
}
