// Generated from openapi/ by `npm run generate`. Do not edit: change the contract instead.

import type { SchemeForm } from '@mediagen/contract-runtime'

/** Where the credential of each security scheme is found. */
export const schemes = {
  ApiKey: {
    kind: 'authorization',
    scheme: 'bearer',
  },
} as const satisfies Readonly<Record<string, SchemeForm>>

export type SchemeName = keyof typeof schemes
