import { ServiceError } from '../errors/service-error.ts'

/** Whether a declared type such as image/* or application/json takes the type that was sent. */
export function covers(declared: string, sent: string): boolean {
  if (declared === '*/*') return true
  return declared.endsWith('/*') ? sent.startsWith(declared.slice(0, -1)) : declared === sent
}

/** Throws INVALID_REQUEST if a file of a form has another media type than its encoding declares. */
export function checkPartTypes(
  fields: Readonly<Record<string, unknown>>,
  types: Readonly<Record<string, readonly string[]>>,
): void {
  const details = Object.entries(types).flatMap(([name, declared]) => {
    const message = `must be of the type ${declared.join(' or ')}`
    const value = fields[name]
    if (!Array.isArray(value)) return isOf(declared, value) ? [] : [{ path: `/${name}`, message }]
    return value.flatMap((item, at) => (isOf(declared, item) ? [] : [{ path: `/${name}/${at}`, message }]))
  })
  if (details.length > 0) throw new ServiceError('INVALID_REQUEST', { details })
}

/** A field that is no file has no type; its schema says what it has to be. */
function isOf(declared: readonly string[], part: unknown): boolean {
  if (typeof part !== 'object' || part === null || !('mediaType' in part)) return true
  const sent = String(part.mediaType).toLowerCase()
  return declared.some((type) => covers(type, sent))
}
