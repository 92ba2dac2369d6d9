/**
 * The operation that a request is for: its path may carry a query string. A fixed path goes before a pattern.
 */
export function findOperation<Found extends { readonly method: string; readonly path: string }>(
  operations: readonly Found[],
  method: string,
  path: string,
): Found | undefined {
  const bare = path.replace(/[?#].*$/, '')
  const fitting = operations.filter(
    (operation) =>
      operation.method.toLowerCase() === method.toLowerCase() && patternOf(operation.path).test(bare),
  )
  return fitting.find((operation) => operation.path === bare) ?? fitting[0]
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{[^}]+\}/g, '[^/]+')}$`)
}
