const depthMax = 4
const entriesMax = 32

/**
 * The first link or data URL in a model's output, which may be text, a list or an object, depending on the
 * model.
 */
export function findLink(output: unknown, depth = 0): string | undefined {
  if (typeof output === 'string') return /^(https?:\/\/|data:)/i.test(output) ? output : undefined
  if (typeof output !== 'object' || output === null || depth === depthMax) return undefined
  for (const value of Object.values(output).slice(0, entriesMax)) {
    const link = findLink(value, depth + 1)
    if (link !== undefined) return link
  }
  return undefined
}
