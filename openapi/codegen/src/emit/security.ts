import type { Contract } from '../read/contract.ts'
import { follow } from '../read/follow.ts'
import type { Operation } from '../read/operations.ts'
import { escapeKey } from '../read/pointer.ts'
import { sourceFile } from './banner.ts'
import { literalText } from './literal-text.ts'

interface Scheme {
  readonly type: string
  readonly scheme?: string
  readonly in?: string
  readonly name?: string
}

/** `security.ts`: where the credential of each security scheme that an operation demands is found. */
export function securityFile(contract: Contract, operations: readonly Operation[]): string {
  const names = new Set(operations.flatMap(({ security }) => security.flatMap((rule) => Object.keys(rule))))
  const schemes = [...names].map((name) => {
    const scheme = follow<Scheme>(contract, { $ref: `#/components/securitySchemes/${escapeKey(name)}` })
    return [name, formOf(scheme)] as const
  })
  if (schemes.length === 0)
    return sourceFile(["import type { SchemeForm } from '../edge/credentials.js'", noSchemes])
  return sourceFile([
    "import type { SchemeForm } from '../edge/credentials.js'",
    `/** Where the credential of each security scheme is found. */\nexport const schemes = ${literalText(Object.fromEntries(schemes), '')} as const satisfies Readonly<Record<string, SchemeForm>>`,
    'export type SchemeName = keyof typeof schemes',
    authenticating('authenticate', 'SchemeName'),
  ])
}

function authenticating(member: string, names: string): string {
  return `/** How credentials are checked. */
export interface Authenticating<Check> {
  /** A function for each security scheme of the contract. */
  readonly ${member}: Readonly<Record<${names}, Check>>
}`
}

const noSchemes = `/** No operation demands credentials. */
export const schemes: Readonly<Record<string, SchemeForm>> = {}

export type SchemeName = string

${authenticating('authenticate?', 'string')}`

/** OAuth 2 and OpenID Connect both send their token as a bearer's. */
function formOf(scheme: Scheme) {
  if (scheme.type === 'apiKey') return { kind: scheme.in ?? 'header', name: scheme.name ?? '' }
  return { kind: 'authorization', scheme: scheme.type === 'http' ? (scheme.scheme ?? 'bearer') : 'bearer' }
}
