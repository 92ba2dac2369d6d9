// Generated from openapi/ by `npm run generate`. Do not edit: change the contract instead.

import type { SchemeForm } from '../edge/credentials.js'

/** Where the credential of each security scheme is found. */
export const schemes = {
  ApiKey: {
    kind: 'authorization',
    scheme: 'bearer',
  },
} as const satisfies Readonly<Record<string, SchemeForm>>

export type SchemeName = keyof typeof schemes

/** How credentials are checked. */
export interface Authenticating<Check> {
  /** A function for each security scheme of the contract. */
  readonly authenticate: Readonly<Record<SchemeName, Check>>
}
