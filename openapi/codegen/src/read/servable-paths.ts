import { httpMethods } from './contract.ts'
import { listOf } from './record.ts'

type Json = Readonly<Record<string, unknown>>

/**
 * Adds a path without what no request has of it: a fragment, which some contracts tell operations apart by, or a query. An
 * operation that is there already is named.
 */
export function addPath(
  paths: Map<string, Json>,
  path: string,
  item: Json,
  report: (method: string, plain: string) => void,
): void {
  const plain = path.replace(/[#?].*$/s, '')
  const known = paths.get(plain)
  if (known === undefined) return void paths.set(plain, item)
  const { parameters, ...others } = item
  const added = Object.entries(others).flatMap(([key, value]) => {
    if (!httpMethods.some((method) => method === key)) return []
    if (key in known) {
      report(key, plain)
      return []
    }
    const operation: Json = Object(value)
    return [[key, { ...operation, parameters: [...listOf(parameters), ...listOf(operation.parameters)] }]]
  })
  paths.set(plain, { ...known, ...Object.fromEntries(added) })
}
