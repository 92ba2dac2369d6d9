import { escapeKey } from './pointer.ts'

/** A reference, and where it stands: `#/components/schemas/Item`. */
export interface FoundReference {
  readonly pointer: string
  readonly reference: string
}

/** Every reference inside a value. */
export function referencesIn(root: unknown): FoundReference[] {
  const found: FoundReference[] = []
  const seen = new Set<object>()
  const visit = (value: unknown, pointer: string): void => {
    if (typeof value !== 'object' || value === null || seen.has(value)) return
    seen.add(value)
    for (const [key, member] of Object.entries(value)) {
      if (key === '$ref' && typeof member === 'string') found.push({ pointer, reference: member })
      else visit(member, `${pointer}/${escapeKey(key)}`)
    }
  }
  visit(root, '#')
  return found
}
