import type { Operation } from './operations.ts'

/**
 * The operations in the order in which their routes have to be tried, whatever their tags: of two paths, the
 * one whose first different step is written out comes first. tsoa keeps the order of the contract.
 */
export function inRouteOrder(operations: readonly Operation[]): Operation[] {
  const steps = new Map(operations.map(({ path }) => [path, path.split('/').map(openness)]))
  const stepsOf = ({ path }: Operation) => steps.get(path) ?? []
  // The sort is stable: HEAD stays before the GET of the same path.
  return [...operations].sort((left, right) => compareSteps(stepsOf(left), stepsOf(right)))
}

/** How much a step of a path leaves open: nothing, or the less the more characters of it are written out. */
function openness(step: string): number {
  if (!step.includes('{')) return 0
  return 1 / (1 + step.replaceAll(/\{[^}]*\}/g, '').length)
}

function compareSteps(left: readonly number[], right: readonly number[]): number {
  for (const [at, own] of left.entries()) {
    const difference = own - (right[at] ?? own)
    if (difference !== 0) return difference
  }
  return 0
}
