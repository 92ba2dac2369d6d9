import { sourceFile } from './banner.ts'
import type { Contract } from './contract.ts'
import { productDefaults } from './defaults.ts'
import { literalText } from './literal-text.ts'
import type { Operation } from './operations.ts'

/**
 * `limits.ts`: what JSON Schema cannot say, from the document's extensions, and what it cannot do: defaults by product. Each limit keeps its description as its doc
 * comment. Throws on a limit without a number and a reason.
 */
export function limitsFile(contract: Contract, operations: readonly Operation[]): string {
  const resolutions = asRecord(contract['x-resolutions'], 'x-resolutions')
  const defaults = productDefaults(contract, operations, Object.keys(resolutions))
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
export const resolutions = ${literalText(resolutions, '')} as const`,
    `/**
 * What a field means that a request leaves out, by product. Validation does not fill them in: on a transformation the
 * effect's presets come before them.
 */
export const defaults = ${literalText(defaults, '')} as const`,
    `/** The HTTP status of each error code. */
export const errorStatuses = ${literalText(asRecord(contract['x-error-statuses'], 'x-error-statuses'), '')} as const`,
  ])
}

function asRecord(value: unknown, name: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Error(`${name} must be an object`)
  return { ...value }
}
