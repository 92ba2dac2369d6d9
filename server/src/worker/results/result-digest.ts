import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { ProductName } from '../../core/domain/products.ts'
import type { Gates } from '../../core/ports/gate.ts'

/**
 * The SHA-256 of what an engine delivered, if a gate will judge it: a later attempt that gets the same bytes
 * from the engine uses the verdict again. Undefined if no gate will.
 */
export async function digestForGates(
  { gates }: { readonly gates: Pick<Gates, 'forTask'> },
  product: ProductName,
  delivered: { readonly bytes: Uint8Array } | { readonly file: string },
): Promise<{ readonly digest?: string }> {
  if (gates.forTask('after', product).length === 0) return {}
  const hash = createHash('sha256')
  if ('bytes' in delivered) hash.update(delivered.bytes)
  else await pipeline(createReadStream(delivered.file), hash)
  return { digest: hash.digest('hex') }
}
