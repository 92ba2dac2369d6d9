/** A path of the contract as Express writes it: every sign but a parameter means itself. */
export function expressPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}|[:*?+()!"[\]]/g, (text, name: string | undefined) =>
    name === undefined ? `\\${text}` : `:${name}`,
  )
}

/** Matches the paths that a path of the contract stands for. */
export function pathPattern(path: string): RegExp {
  const parts = path.split(/\{\w+\}/).map((text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('([^/]+)')}$`)
}
