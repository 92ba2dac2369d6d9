import { isReservedWord } from '../names.ts'
import type { Contract } from '../read/contract.ts'
import type { Settings } from '../settings.ts'
import { sourceFile } from './banner.ts'
import { commentText } from './comment.ts'
import { literalText } from './literal-text.ts'

/** The longest id of a request that the edge takes over, where the contract does not say. */
const requestIdCharactersMax = 128
/** How long a client may take to send a body, where the contract does not say. */
const requestBodySeconds = 30

/**
 * `limits.ts`: what JSON Schema cannot say, from the document's extensions. Each limit keeps its description
 * as its doc comment. Throws on a limit without a number and a reason.
 */
export function limitsFile(contract: Contract, settings: Settings): string {
  const declared = declaredLimits(contract)
  const assumed = {
    requestBodyBytesMax: { value: settings.requestBodyBytesMax, description: 'Size of a request body.' },
    requestBodySeconds: { value: requestBodySeconds, description: 'How long a request body may take.' },
    requestIdCharactersMax: {
      value: requestIdCharactersMax,
      description: 'Length of a client’s own request id.',
    },
  }
  for (const [name, limit] of Object.entries(assumed)) if (!declared.has(name)) declared.set(name, limit)
  const limits = [...declared].map(
    ([name, { value, description }]) => `  /** ${description} */\n  ${name}: ${value},\n`,
  )
  return sourceFile([
    `/** The limits that no schema can state. The unit stands in the name. */\nexport const limits = {\n${limits.join('')}} as const`,
    constant(
      contract,
      'x-resolutions',
      'resolutions',
      'The size of each resolution: product, resolution, then which edge has how many pixels.',
    ),
    constant(contract, 'x-error-statuses', 'errorStatuses', 'The HTTP status of each error code.'),
  ])
}

/** `limits.ts` of a client: a constant for each limit, so that a bundle holds those that it reads. */
export function limitConstantsFile(contract: Contract): string {
  return sourceFile(
    [...declaredLimits(contract)].map(
      ([name, { value, description }]) => `/** ${description} */\nexport const ${name} = ${value}`,
    ),
  )
}

function declaredLimits(contract: Contract): Map<string, { value: number; description: string }> {
  const limits = Object.entries(asRecord(contract['x-limits'] ?? {}, 'x-limits'))
  return new Map(limits.map(([name, limit]) => [name, limitOf(name, limit)]))
}

function limitOf(name: string, limit: unknown): { value: number; description: string } {
  if (!/^[A-Za-z_$][\w$]*$/.test(name) || isReservedWord(name))
    throw new Error(`x-limits.${name} must have the name of a constant`)
  const { value, description } = asRecord(limit, `x-limits.${name}`)
  if (typeof value !== 'number' || typeof description !== 'string')
    throw new Error(`x-limits.${name} needs a number as its value, and a description`)
  return { value, description: commentText(description.trim()) }
}

/** An extension as a constant; '' when the contract has none. */
function constant(contract: Contract, key: `x-${string}`, name: string, description: string): string {
  if (contract[key] === undefined) return ''
  return `/** ${description} */\nexport const ${name} = ${literalText(asRecord(contract[key], key), '')} as const`
}

function asRecord(value: unknown, name: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Error(`${name} must be an object`)
  return { ...value }
}
