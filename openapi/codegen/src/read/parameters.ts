import type { Contract, Parameter, RawOperation, Reference } from './contract.ts'
import { follow } from './follow.ts'

/** The parameters of an operation and of its path; the operation's own replace those of the same name. */
export function allParameters(
  contract: Contract,
  path: string,
  operation: RawOperation,
): { readonly parameter: Parameter; readonly trail: readonly string[] }[] {
  const item = contract.paths[path]
  const method = Object.entries(item ?? {}).find(([, value]) => value === operation)?.[0] ?? ''
  const read = (list: readonly (Parameter | Reference)[] | undefined, trail: readonly string[]) =>
    (list ?? []).map((raw, index) => ({
      parameter: withSchema(follow<Parameter>(contract, raw)),
      trail: [...trail, 'parameters', String(index)],
    }))
  const own = read(operation.parameters, ['paths', path, method])
  const shared = read(item?.parameters, ['paths', path]).filter(
    ({ parameter }) =>
      !own.some((other) => other.parameter.name === parameter.name && other.parameter.in === parameter.in),
  )
  return [...shared, ...own]
}

/** Where a media type stands for a schema, it is there. */
function withSchema(parameter: Parameter): Parameter {
  const [media] = Object.values(parameter.content ?? {})
  return media === undefined ? parameter : { ...parameter, schema: media.schema ?? {} }
}
