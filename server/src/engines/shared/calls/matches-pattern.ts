/**
 * Whether a text matches a pattern in which `*` stands for anything, ignoring case. Not a regular expression,
 * because the text comes from the engine and may be long.
 */
export function matchesPattern(pattern: string, code: string): boolean {
  const text = code.toLowerCase()
  const parts = pattern.toLowerCase().split('*')
  if (parts.length === 1) return text === parts[0]
  const first = parts[0] ?? ''
  const last = parts.at(-1) ?? ''
  if (!text.startsWith(first) || !text.endsWith(last) || text.length < first.length + last.length)
    return false
  let from = first.length
  for (const part of parts.slice(1, -1)) {
    const found = text.indexOf(part, from)
    if (found < 0) return false
    from = found + part.length
  }
  return from <= text.length - last.length
}
