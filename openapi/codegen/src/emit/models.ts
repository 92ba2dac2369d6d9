import { propertyName } from '../names.ts'
import type { Contract, Schema } from '../read/contract.ts'
import { sourceFile } from './banner.ts'
import { docText, members, typeText } from './type-text.ts'

/**
 * `models.ts`: every schema of the contract as a TypeScript type of the same name. `Models` maps names to types, so that a
 * test can hold them against openapi-typescript's. `others` come last, and are in no document.
 */
export function modelsFile(contract: Contract, others: Readonly<Record<string, Schema>>): string {
  const schemas = Object.entries(contract.components.schemas)
  const index = schemas.map(([name]) => `  ${propertyName(name)}: ${name}`).join('\n')
  return sourceFile([
    ...schemas.map(([name, schema]) => modelText(name, schema)),
    `/** Every schema of the contract by its name. */\nexport interface Models {\n${index}\n}`,
    ...Object.entries(others).map(([name, schema]) => modelText(name, schema)),
  ])
}

const combining = ['allOf', 'anyOf', 'oneOf', '$ref', 'const', 'enum', 'not', 'patternProperties']

function modelText(name: string, schema: Schema): string {
  const isPlainObject =
    schema.type === 'object' &&
    schema.properties !== undefined &&
    typeof schema.additionalProperties !== 'object' &&
    !combining.some((keyword) => keyword in schema)
  if (isPlainObject && Object.keys(schema.properties ?? {}).length > 0)
    return `${docText(schema, '')}export interface ${name} {\n${members(schema, '  ')}\n}`
  return `${docText(schema, '')}export type ${name} = ${typeText(schema)}`
}
