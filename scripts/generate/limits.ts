import { sourceFile } from './banner.ts'
import type { Contract } from './contract.ts'
import { literalText } from './literal-text.ts'

/**
 * `limits.ts`: what JSON Schema cannot say, from the document's extensions. Each limit keeps its description
 * as its doc comment. Throws on a limit without a number and a reason.
 */
export function limitsFile(contract: Contract): string {
  const limits = Object.entries(asRecord(contract['x-limits'], 'x-limits')).map(([name, limit]) => {
    const { value, description } = asRecord(limit, `x-limits.${name}`)
    if (typeof value !== 'number' || typeof description !== 'string') {
      throw new Error(`x-limits.${name} needs a number as its value, and a description`)
    }
    return `  /** ${description.trim()} */\n  ${name}: ${value},\n`
  })
  return sourceFile([
    `/** The limits that no schema can state. The unit stands in the name. */\nexport const limits = {\n${limits.join('')}} as const`,
    `/** The size of each resolution: product, resolution, then which edge has how many pixels. */
export const resolutions = ${literalText(asRecord(contract['x-resolutions'], 'x-resolutions'), '')} as const`,
    `/** The HTTP status of each error code. */
export const errorStatuses = ${literalText(asRecord(contract['x-error-statuses'], 'x-error-statuses'), '')} as const`,
  ])
}

function asRecord(value: unknown, name: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Error(`${name} must be an object`)
  return { ...value }
}
