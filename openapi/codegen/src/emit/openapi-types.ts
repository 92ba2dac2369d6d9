import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript'
import type { Contract } from '../read/contract.ts'
import { banner } from './banner.ts'

/**
 * `openapi.ts`: the whole document as types, by openapi-typescript. A field with a default stays optional,
 * because a request may leave it out.
 */
export async function openapiTypesFile(document: Contract): Promise<string> {
  // It changes what it is given, and reads a discriminator's mapping as references alone.
  const spelled: OpenAPI3 = JSON.parse(JSON.stringify(document, withReference(document)))
  const nodes = await openapiTS(spelled, { defaultNonNullable: false, alphabetize: false })
  return `${banner}\n\n${astToString(nodes)}`
}

function withReference(document: Contract): (key: string, value: unknown) => unknown {
  const names = new Set(Object.keys(document.components?.schemas ?? {}))
  return (key, value) => {
    if (key !== 'mapping' || typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([at, to]) => [
        at,
        names.has(String(to)) ? `#/components/schemas/${to}` : to,
      ]),
    )
  }
}
