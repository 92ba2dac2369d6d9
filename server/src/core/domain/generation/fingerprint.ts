import { createHash } from 'node:crypto'
import { defaults } from '@mediagen/contract/defaults'
import { operationOf } from '../products.ts'
import type { GenerationRequest } from './generation-request.ts'

/**
 * Identifies what a request asks for: SHA-256 over the product and its validated parameters, whatever the
 * order of the fields, so that two requests with one idempotency key can be compared. Omitting a field equals
 * sending the contract's default. Where an effect may preset a field, the fields are compared as sent,
 * because the catalogue may change.
 */
export function fingerprintOf(request: GenerationRequest): Buffer {
  const { product, parameters } = request
  const mayBePreset = 'effectId' in parameters && parameters.effectId !== undefined
  const settled: Readonly<Record<string, unknown>> = mayBePreset
    ? { ...parameters }
    : { ...defaults[operationOf[product]], ...parameters }
  const sorted = Object.entries(settled)
    // An empty string, allowed only for negativePrompt, equals an omitted one.
    .filter(([, value]) => value !== undefined && value !== '')
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return createHash('sha256')
    .update(JSON.stringify([product, sorted]))
    .digest()
}
