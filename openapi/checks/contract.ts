import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { ContractDocument } from '../codegen/src/checker/document.ts'

export * from '../codegen/src/checker/document.ts'

/** The file of the bundled contract of this checkout. */
export const contractFile = fileURLToPath(new URL('../generated/openapi.json', import.meta.url))

/** The bundled contract of this checkout. Redocly has linted it, so its shape is trusted. */
export function readContract(): ContractDocument {
  return JSON.parse(readFileSync(contractFile, 'utf8'))
}
