import type { Auth } from './call-options.ts'

/** The header with the key; none without a key. */
export function keyHeader(auth: Auth, apiKey: string | undefined): Record<string, string> {
  if (apiKey === undefined || auth === 'none') return {}
  if (typeof auth === 'object') return { [auth.header]: `${auth.prefix}${apiKey}` }
  return { Authorization: `${auth === 'bearer' ? 'Bearer' : 'Key'} ${apiKey}` }
}
