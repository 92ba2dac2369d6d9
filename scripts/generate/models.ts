import { sourceFile } from './banner.ts'
import type { Contract, Schema } from './contract.ts'
import { docText, members, typeText } from './type-text.ts'

/**
 * `models.ts`: every schema of the contract as a TypeScript type of the same name. tsoa reads them for its
 * document, the server for its types. `Models` maps names to types, so that a test can hold them against
 * openapi-typescript's.
 */
export function modelsFile(contract: Contract): string {
  const schemas = Object.entries(contract.components.schemas)
  const index = schemas.map(([name]) => `  ${name}: ${name}`).join('\n')
  return sourceFile([
    ...schemas.map(([name, schema]) => modelText(name, schema)),
    `/** Every schema of the contract by its name. */\nexport interface Models {\n${index}\n}`,
  ])
}

function modelText(name: string, schema: Schema): string {
  refuseReserved(name)
  const isPlainObject =
    schema.type === 'object' &&
    schema.properties !== undefined &&
    typeof schema.additionalProperties !== 'object'
  if (isPlainObject) return `${docText(schema, '')}export interface ${name} {\n${members(schema, '  ')}\n}`
  return `${docText(schema, '')}export type ${name} = ${typeText(schema)}`
}

/** tsoa cannot tell a model from its own decorators or from a global type of the same name. */
function refuseReserved(name: string): void {
  const reserved = ['Body', 'Controller', 'Error', 'Example', 'Get', 'Header', 'OperationId', 'Path', 'Post', 'Query', 'Request',
    'Response', 'Route', 'Security', 'SuccessResponse', 'Tags'] // biome-ignore format: a word list
  if (reserved.includes(name))
    throw new Error(`A schema must not be called ${name}: the name has a meaning in generated code`)
}
