import type { SchemeForm } from '../../../runtime/src/edge/credentials.ts'
import { quoted } from '../names.ts'
import type { Contract } from '../read/contract.ts'
import { follow } from '../read/follow.ts'
import type { Operation } from '../read/operations.ts'
import { escapeKey } from '../read/pointer.ts'
import { runtimeModule, sourceFile } from './banner.ts'
import { literalText } from './literal-text.ts'

interface Scheme {
  readonly type: string
  readonly scheme?: string
  readonly in?: 'header' | 'query' | 'cookie'
  readonly name?: string
}

/** `security.ts`: where the credential of each security scheme that an operation demands is found. */
export function securityFile(contract: Contract, operations: readonly Operation[]): string {
  const names = new Set(operations.flatMap(({ security }) => security.flatMap((rule) => Object.keys(rule))))
  const schemes = [...names].map((name) => [name, schemeForm(contract, name)] as const)
  return sourceFile([
    `import type { SchemeForm } from '${runtimeModule}'`,
    `/** Where the credential of each security scheme is found. */\nexport const schemes = ${literalText(Object.fromEntries(schemes), '')} as const satisfies Readonly<Record<string, SchemeForm>>`,
    'export type SchemeName = keyof typeof schemes',
    `/** The schemes of which an operation demands scopes. */\nexport type ScopedScheme = ${union(scopedSchemes(operations))}`,
    `/** Those whose credential is a user name and a password. */\nexport type BasicScheme = ${union(schemes.flatMap(([name, form]) => (isBasic(form) ? [name] : [])))}`,
  ])
}

/** Where the credential of a scheme is; OAuth 2 and OpenID Connect both send their token as a bearer's. */
export function schemeForm(contract: Contract, name: string): SchemeForm {
  const scheme = follow<Scheme>(contract, { $ref: `#/components/securitySchemes/${escapeKey(name)}` })
  if (scheme.type === 'apiKey') return { kind: scheme.in ?? 'header', name: scheme.name ?? '' }
  return { kind: 'authorization', scheme: scheme.type === 'http' ? (scheme.scheme ?? 'bearer') : 'bearer' }
}

/** The schemes of which an operation demands scopes. */
export function scopedSchemes(operations: readonly Operation[]): string[] {
  const demands = operations.flatMap(({ security }) => security.flatMap(Object.entries<readonly string[]>))
  return [...new Set(demands.flatMap(([name, scopes]) => (scopes.length > 0 ? [name] : [])))]
}

function isBasic(form: SchemeForm): boolean {
  return form.kind === 'authorization' && form.scheme.toLowerCase() === 'basic'
}

function union(names: readonly string[]): string {
  return names.map(quoted).join(' | ') || 'never'
}
