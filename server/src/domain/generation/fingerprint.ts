import { createHash } from 'node:crypto'
import { defaults } from '@mediagen/contract/defaults'
import type { GenerationRequest } from './generation-request.js'
import { operationOf } from './products.js'

/**
 * Tells whether two requests with one idempotency key ask for the same thing: SHA-256 over the product and
 * its validated parameters, whatever the order of the fields. Omitting a field equals sending the contract's
 * default. Only where an effect may preset a field, and the catalogue may change, are the fields compared as
 * sent.
 */
export function fingerprintOf(request: GenerationRequest): Buffer {
  const { product, parameters } = request
  const mayBePreset = 'effectId' in parameters && parameters.effectId !== undefined
  const settled: Readonly<Record<string, unknown>> = mayBePreset
    ? { ...parameters }
    : { ...defaults[operationOf[product]], ...parameters }
  const sorted = Object.entries(settled)
    // An empty string, which only negativePrompt may be, equals an omitted one.
    .filter(([, value]) => value !== undefined && value !== '')
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return createHash('sha256')
    .update(JSON.stringify([product, sorted]))
    .digest()
}
