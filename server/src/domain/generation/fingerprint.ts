import { createHash } from 'node:crypto'
import { defaults } from '../../generated/defaults.js'
import type { GenerationRequest } from './generation-request.js'
import { operationOf } from './products.js'

/**
 * Tells whether two requests with one idempotency key ask for the same thing: SHA-256 over the product and its validated
 * parameters, whatever the order of the fields. Leaving a field out equals sending the contract's default. Only where an
 * effect stands between the two, which the catalogue may change, are the fields compared as they were sent.
 */
export function fingerprintOf(request: GenerationRequest): Buffer {
  const { product, parameters } = request
  const mayBePreset = 'effectId' in parameters && parameters.effectId !== undefined
  const settled: Readonly<Record<string, unknown>> = mayBePreset
    ? { ...parameters }
    : { ...defaults[operationOf[product]], ...parameters }
  const sorted = Object.entries(settled)
    // Empty text, which no field but negativePrompt may be, asks for as much as none.
    .filter(([, value]) => value !== undefined && value !== '')
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return createHash('sha256')
    .update(JSON.stringify([product, sorted]))
    .digest()
}
