import { propertyName, quoted } from '../names.ts'

/** A JSON value, or a bigint, as TypeScript, objects one member a line. */
export function literalText(value: unknown, indent: string): string {
  if (typeof value === 'string') return quoted(value)
  if (typeof value === 'bigint') return `${value}n`
  if (Array.isArray(value)) return `[${value.map((item) => literalText(item, indent)).join(', ')}]`
  if (typeof value !== 'object' || value === null) return String(value)
  const members = Object.entries(value).map(
    ([name, member]) => `${indent}  ${propertyName(name)}: ${literalText(member, `${indent}  `)},\n`,
  )
  return members.length === 0 ? '{}' : `{\n${members.join('')}${indent}}`
}
