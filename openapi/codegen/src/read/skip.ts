import { CommandError } from '../command-line.ts'
import { type Contract, httpMethods, type RawOperation } from './contract.ts'
import { operationKey } from './faults.ts'
import { pointerKeys } from './pointer.ts'

/** In place of a name: every operation that cannot be generated. */
export const unsupported = 'unsupported'

/** An operation that is not generated. */
export interface LeftOut {
  readonly method: string
  readonly path: string
  readonly reason: string
  /** Whether it is the path that cannot be served, so that nothing answers there. */
  readonly hasNoRoute?: boolean
}

/** The tag of operations that are left out. No backend implements it, so they answer 501. */
export const leftOutTag = 'left out'

/** The document with operations in place of those that were left out, which take anything. */
export function withLeftOut(served: Contract, whole: Contract, leftOut: readonly LeftOut[]): Contract {
  if (leftOut.length === 0) return served
  const paths = Object.fromEntries(
    Object.entries(whole.paths).flatMap(([path, { parameters: _parameters, ...item }]) => {
      const stubs = leftOut
        .filter((one) => one.path === path && one.hasNoRoute !== true)
        .map(({ method }) => [method, stubOf(path, Reflect.get(item, method))])
      const operations = { ...served.paths[path], ...Object.fromEntries(stubs) }
      return Object.keys(operations).length === 0 ? [] : [[path, operations]]
    }),
  )
  return { ...served, paths }
}

function stubOf(path: string, { operationId }: RawOperation): RawOperation {
  const names = [...path.matchAll(/\{([^}]*)\}/g)].map((match) => match[1] ?? '')
  return {
    ...(operationId !== undefined && { operationId }),
    tags: [leftOutTag],
    security: [],
    parameters: names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
    responses: { 200: { description: 'Left out.' } },
  }
}

/**
 * The operations that are left out by name: an operationId, `GET /path`, `/path`, `/path/*` with everything below it, or
 * `tag:NAME`. Throws a CommandError for a name of nothing, which would be a mistake that nobody notices.
 */
export function skippedOperations(document: Contract, names: readonly string[]): LeftOut[] {
  const operations = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    httpMethods.flatMap((method) => {
      const operation = item[method]
      return operation === undefined ? [] : [{ method, path, operation }]
    }),
  )
  const found = new Map<string, LeftOut>()
  for (const name of names.filter((one) => one !== unsupported)) {
    const matching = operations.filter((operation) => matches(name, operation))
    if (matching.length === 0)
      throw new CommandError(`skip: the contract has no operation, path or tag ${name}`)
    for (const { method, path } of matching)
      found.set(operationKey(method, path), { method, path, reason: `skip names ${name}` })
  }
  return [...found.values()]
}

function matches(
  name: string,
  { method, path, operation }: { method: string; path: string; operation: RawOperation },
): boolean {
  if (name === operation.operationId || name === path || name === operationKey(method, path)) return true
  if (name.startsWith('tag:')) return (operation.tags ?? []).includes(name.slice('tag:'.length))
  const below = /^(?:([A-Z]+) )?(\/.*)\/\*$/.exec(name)
  if (below === null) return false
  const [, ofMethod, base = ''] = below
  const isOfMethod = ofMethod === undefined || ofMethod === method.toUpperCase()
  return isOfMethod && (path === base || path.startsWith(`${base}/`))
}

/** The document without some operations, and without the components that only they refer to. */
export function withoutOperations(document: Contract, leftOut: readonly LeftOut[]): Contract {
  if (leftOut.length === 0) return document
  const gone = new Set(leftOut.map(({ method, path }) => operationKey(method, path)))
  const paths = Object.entries(document.paths).flatMap(([path, item]) => {
    const kept = Object.entries(item).filter(([key]) => !gone.has(operationKey(key, path)))
    return kept.some(([key]) => httpMethods.some((method) => method === key))
      ? [[path, Object.fromEntries(kept)] as const]
      : []
  })
  return withoutUnusedComponents({ ...document, paths: Object.fromEntries(paths) })
}

/** The document with the components alone that something refers to. */
export function withoutUnusedComponents(document: Contract): Contract {
  const used = new Set<string>()
  const visit = (value: unknown): void => {
    if (typeof value === 'string') follow(value)
    else if (typeof value === 'object' && value !== null)
      for (const inner of Object.values(value)) visit(inner)
  }
  // The values of a discriminator's mapping refer, too, and may be names alone.
  const follow = (text: string): void => {
    const [kind = '', name = ''] = text.startsWith('#/components/')
      ? pointerKeys(text).slice(1)
      : ['schemas', text]
    const entries = document.components[kind] ?? {}
    if (!Object.hasOwn(entries, name) || used.has(`${kind}/${name}`)) return
    used.add(`${kind}/${name}`)
    visit(entries[name])
  }
  const { components, ...others } = document
  visit(others)
  const kept = Object.entries(components).map(([kind, entries]) => [
    kind,
    kind === 'securitySchemes'
      ? entries
      : Object.fromEntries(Object.entries(entries).filter(([name]) => used.has(`${kind}/${name}`))),
  ])
  return { ...document, components: Object.fromEntries(kept) }
}
