import { propertyName, quoted, typeName } from '../names.ts'
import type { Contract } from '../read/contract.ts'
import { responseExamples } from '../read/examples.ts'
import { operationsOf } from '../read/operations.ts'
import { banner } from './banner.ts'

interface Example {
  readonly status: number
  readonly body: unknown
}

/**
 * The named examples of every response of every operation, as TypeScript: what the SDK's testing kit responds
 * with.
 */
export function contractExamplesFile(contract: Contract): string {
  const operations: string[] = []
  const types: string[] = []
  const shared = new Map<string, string>()
  for (const operation of operationsOf(contract)) {
    const { operationId: id, method, path } = operation
    const examples: Record<string, Example> = {}
    for (const { status } of operation.responses)
      for (const { name, value: body } of responseExamples(contract, operation, status)) {
        if (body === undefined) throw new Error(`${id} ${status} ${name} has no value`)
        if (name in examples) throw new Error(`${id} has two examples that are called ${name}`)
        examples[name] = { status: Number(status), body }
      }
    const namesOf = (isGood: boolean) => {
      const found = Object.entries(examples).filter(([, { status }]) => (status === 200) === isGood)
      return found.map(([name]) => quoted(name)).join(' | ') || 'never'
    }
    types.push(
      `  readonly ${propertyName(id)}: OperationExamples<${quoted(id)}, '${method}', ${namesOf(true)}, ${namesOf(false)}>`,
    )
    const written = Object.entries(examples).map(([name, example]) => {
      const text = JSON.stringify(example)
      if (example.status === 200) return `${propertyName(name)}:${text}`
      // An error is the same for most operations: it is written once.
      if (!shared.has(text)) shared.set(text, `${typeName(name)}_${shared.size}`)
      return `${propertyName(name)}:errors.${shared.get(text)}`
    })
    const route = path.replaceAll(/\{(\w+)\}/g, ':$1')
    operations.push(
      `${propertyName(id)}:{method:'${method}',path:${quoted(route)},examples:{${written.join(',')}}}`,
    )
  }
  return [
    banner,
    "import type { ErrorExample, OperationExamples } from '../operation-examples.js'",
    '',
    `const errors = {${[...shared].map(([text, name]) => `${name}:${text}`).join(',')}} satisfies Record<string, ErrorExample>`,
    '',
    '/** The names of the examples of each operation of the contract, good examples first. */',
    `export interface ContractExamples {\n${types.join('\n')}\n}`,
    '',
    '/** The examples of each operation of the contract. */',
    `export const contractExamples: ContractExamples = {${operations.join(',')}}`,
    '',
  ].join('\n')
}
