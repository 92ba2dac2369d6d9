import { type Contract, httpMethods } from './contract.ts'
import { followOrEmpty } from './follow.ts'
import { listOf, mapRecords } from './record.ts'

type Json = Readonly<Record<string, unknown>>

/** Paths with what they have, by what requests see of them. */
export type Paths = Map<string, readonly [path: string, item: Json]>

/**
 * Adds a path without what no request has of it: a fragment, which some contracts tell operations apart by, a query, or other
 * names of its parameters, and returns what it is then. An operation that is there already is named.
 */
export function addPath(
  document: Contract,
  paths: Paths,
  path: string,
  item: Json,
  report: (method: string, plain: string) => void,
): string {
  const own = path.replace(/[#?].*$/s, '')
  const seen = own.replaceAll(/\{[^}]*\}/g, '{}')
  const [plain, known] = paths.get(seen) ?? []
  if (plain === undefined || known === undefined) {
    paths.set(seen, [own, item])
    return own
  }
  const added = withoutShared(document, item, namesIn(own), namesIn(plain))
  for (const method of Object.keys(added)) if (method in known) report(method, plain)
  paths.set(seen, [plain, { ...added, ...withoutShared(document, known) }])
  return plain
}

/** The operations of a path with what it has for all of them as their own, parameters of the path under other names. */
function withoutShared(
  document: Contract,
  { parameters, servers, ...item }: Json,
  from: readonly string[] = [],
  to: readonly string[] = [],
): Json {
  const keyOf = ({ in: place, name }: Json) => `${place} ${name}`
  const follow = (raw: unknown) => followOrEmpty<Json>(document, Object(raw))
  const renamed = (raw: unknown): unknown => {
    const at = follow(raw).in === 'path' ? from.indexOf(String(follow(raw).name)) : -1
    return at < 0 || from[at] === to[at] ? raw : { ...follow(raw), name: to[at] }
  }
  const methods = Object.entries(item).filter(([key]) => httpMethods.some((method) => method === key))
  return mapRecords(Object.fromEntries(methods), (operation) => {
    const own = listOf(operation.parameters)
    const keys = new Set(own.map((raw) => keyOf(follow(raw))))
    const shared = listOf(parameters).filter((raw) => !keys.has(keyOf(follow(raw))))
    return {
      ...(servers !== undefined && { servers }),
      ...operation,
      parameters: [...shared, ...own].map(renamed),
    }
  })
}

function namesIn(path: string): string[] {
  return [...path.matchAll(/\{([^}]*)\}/g)].map(([, name = '']) => name)
}
