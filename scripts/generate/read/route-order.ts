import type { Fault } from './faults.ts'
import type { Operation } from './operations.ts'

/**
 * The operations in an order in which no route takes a request of another. tsoa orders the routes inside a
 * controller; of the controllers, the one with `/todos/search` has to come before the one with `/todos/{id}`.
 */
export function inRouteOrder(operations: readonly Operation[]): { operations: Operation[]; faults: Fault[] } {
  const tags = [...new Set(operations.map((operation) => operation.tag))]
  const before = new Map<string, Set<string>>(tags.map((tag) => [tag, new Set()]))
  for (const first of operations) {
    for (const second of operations) {
      if (first.tag !== second.tag && mustPrecede(first, second)) before.get(second.tag)?.add(first.tag)
    }
  }
  const ordered: string[] = []
  const left = new Set(tags)
  while (left.size > 0) {
    const next = [...left].find((tag) => [...(before.get(tag) ?? [])].every((other) => !left.has(other)))
    if (next === undefined) return { operations: [...operations], faults: [circle(operations, [...left])] }
    ordered.push(next)
    left.delete(next)
  }
  return {
    operations: [...operations].sort((left, right) => ordered.indexOf(left.tag) - ordered.indexOf(right.tag)),
    faults: [],
  }
}

function circle(operations: readonly Operation[], tags: readonly string[]): Fault {
  const first = operations.find((operation) => tags.includes(operation.tag))
  return {
    trail: ['paths'],
    where: first?.path ?? 'paths',
    reason: `the paths of the tags ${tags.join(' and ')} take each other's requests; give them one tag`,
  }
}

/** Whether the second route would take a request that is meant for the first. */
function mustPrecede(first: Operation, second: Operation): boolean {
  const isTaken = first.method === second.method || (first.method === 'head' && second.method === 'get')
  if (!isTaken) return false
  const own = first.path.split('/')
  const other = second.path.split('/')
  if (own.length !== other.length) return false
  if (first.path === second.path) return first.method !== second.method
  const isCovered = own.every((step, at) => other[at] === step || (other[at] ?? '').includes('{'))
  return isCovered && own.some((step, at) => !step.includes('{') && (other[at] ?? '').includes('{'))
}
