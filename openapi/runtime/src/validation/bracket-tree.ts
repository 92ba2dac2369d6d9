import { ServiceError } from '../errors/service-error.ts'

/** Texts, or lists of them, by the names that lead to them. */
export interface Tree {
  [name: string]: unknown
}

/** More than any form has, and few enough to read. */
const namesMax = 1000
const levelsMax = 8

/**
 * What was sent under a name with brackets, such as `filter[by][name]=a`, taken away from the values; what was sent under the plain
 * name if there is none. Throws INVALID_REQUEST for what is no tree, or too large a one.
 */
export function bracketTree(name: string, values: Record<string, unknown>): unknown {
  const names = Object.keys(values).filter((key) => key.startsWith(`${name}[`))
  if (names.length === 0) return values[name]
  const reject = (message: string) =>
    new ServiceError('INVALID_REQUEST', { details: [{ path: `/${name}`, message }] })
  if (names.length > namesMax) throw reject(`must have at most ${namesMax} fields`)
  const root = emptyTree()
  for (const key of names) {
    const steps = stepsOf(key.slice(name.length))
    if (steps === undefined || values[name] !== undefined)
      throw reject('must be fields with their names in brackets')
    if (steps.length > levelsMax) throw reject(`must have at most ${levelsMax} levels`)
    if (!put(root, steps, values[key])) throw reject('must not be a value and an object at one place')
    delete values[key]
  }
  return root
}

export function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !('bytes' in value)
}

/** Without a prototype, so that no name reaches one. */
function emptyTree(): Tree {
  return Object.create(null)
}

function stepsOf(brackets: string): string[] | undefined {
  if (!/^(\[[^[\]]*\])+$/.test(brackets)) return undefined
  const steps = brackets.slice(1, -1).split('][')
  return steps.includes('__proto__') ? undefined : steps
}

function put(root: Tree, steps: readonly string[], value: unknown): boolean {
  let at: unknown = root
  for (const step of steps.slice(0, -1)) {
    if (!isTree(at) || Array.isArray(at)) return false
    at[step] ??= emptyTree()
    at = at[step]
  }
  const last = steps.at(-1) ?? ''
  if (!isTree(at) || Array.isArray(at) || last in at) return false
  at[last] = value
  return true
}
