import type { HttpOptions } from './http-options.ts'

/** The header with the key; none without a key. */
export function keyHeader(auth: HttpOptions['auth'], apiKey: string | undefined): Record<string, string> {
  if (apiKey === undefined || auth === 'none') return {}
  if (typeof auth === 'object') return { [auth.header]: `${auth.prefix}${apiKey}` }
  return { Authorization: `${auth === 'bearer' ? 'Bearer' : 'Key'} ${apiKey}` }
}
