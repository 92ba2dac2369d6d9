import { type OperationFacts, type OperationId, operations } from '../generated/operations.js'

/** The operation that a request addresses. */
export interface Route {
  readonly operation: OperationId
  readonly facts: OperationFacts
  /** The task or upload in its path, under the contract's name for it. */
  readonly params: Readonly<Record<string, string>>
}

const patterns = Object.entries<OperationFacts>(operations).map(([name, facts]) => ({
  name,
  facts,
  pattern: new RegExp(`^${facts.path.replace(/\{(\w+)\}/, '(?<$1>[^/]+)')}$`),
}))

/**
 * The operation for a method and a path of the contract. For another method, the methods of the path, which
 * are none if the contract does not have it.
 */
export function matchOperation(method: string, path: string): Route | { readonly allow: readonly string[] } {
  const matches = patterns.flatMap(({ name, facts, pattern }) => {
    const params = pattern.exec(path)
    return params === null || !isOperationId(name)
      ? []
      : [{ operation: name, facts, params: params.groups ?? {} }]
  })
  const found = matches.find(({ facts }) => facts.method.toUpperCase() === method)
  if (found === undefined) return { allow: matches.map(({ facts }) => facts.method.toUpperCase()) }
  const params = Object.entries(found.params).map(([name, value]) => [name, decode(value)])
  return { ...found, params: Object.fromEntries(params) }
}

/** Whether a name is an operation of the contract. */
export function isOperationId(name: string): name is OperationId {
  return Object.hasOwn(operations, name)
}

/** The decoded text of a path segment; a malformed one is kept as is, and is never a valid id. */
function decode(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
