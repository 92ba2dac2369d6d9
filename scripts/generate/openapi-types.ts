import openapiTS, { astToString } from 'openapi-typescript'
import { banner } from './banner.ts'

/**
 * `openapi.ts`: the whole document as types, by openapi-typescript. A field with a default stays optional,
 * because a request may leave it out and nothing fills it in on the way to a use case.
 */
export async function openapiTypesFile(bundleFile: string): Promise<string> {
  const nodes = await openapiTS(new URL(`file://${bundleFile}`), {
    defaultNonNullable: false,
    alphabetize: false,
  })
  return `${banner}\n\n${astToString(nodes)}`
}
