import { propertyName, quoted, typeName } from '../names.ts'
import type { Contract } from '../read/contract.ts'
import { record } from '../read/record.ts'
import { banner } from './banner.ts'

/**
 * The named examples of every response of every operation, as TypeScript: what the SDK's testing kit responds
 * with.
 */
export function contractExamplesFile(contract: Contract): string {
  const resolve = (value: unknown): unknown => {
    const reference = member(value, '$ref')
    if (typeof reference !== 'string') return value
    return resolve(reference.slice(2).split('/').reduce<unknown>(member, contract))
  }
  const operations: string[] = []
  const types: string[] = []
  const shared = new Map<string, string>()
  for (const [path, item] of entries(member(contract, 'paths'))) {
    for (const [method, operation] of entries(item)) {
      const id = member(operation, 'operationId')
      if (typeof id !== 'string') continue
      const examples: Record<string, unknown> = {}
      for (const [status, example] of entries(member(operation, 'responses'))) {
        const content = member(member(resolve(example), 'content'), 'application/json')
        for (const [name, example] of entries(member(content, 'examples'))) {
          const body = member(resolve(example), 'value')
          if (body === undefined) throw new Error(`${id} ${status} ${name} has no value`)
          if (name in examples) throw new Error(`${id} has two examples that are called ${name}`)
          examples[name] = { status: Number(status), body }
        }
      }
      const namesOf = (isGood: boolean) => {
        const found = Object.entries(examples).filter(
          ([, example]) => (member(example, 'status') === 200) === isGood,
        )
        return found.map(([name]) => quoted(name)).join(' | ') || 'never'
      }
      types.push(
        `  readonly ${propertyName(id)}: OperationExamples<${quoted(id)}, '${method}', ${namesOf(true)}, ${namesOf(false)}>`,
      )
      const written = Object.entries(examples).map(([name, example]) => {
        const text = JSON.stringify(example)
        if (member(example, 'status') === 200) return `${propertyName(name)}:${text}`
        // An error is the same for most operations: it is written once.
        if (!shared.has(text)) shared.set(text, `${typeName(name)}_${shared.size}`)
        return `${propertyName(name)}:errors.${shared.get(text)}`
      })
      const route = path.replaceAll(/\{(\w+)\}/g, ':$1')
      operations.push(
        `${propertyName(id)}:{method:'${method}',path:${quoted(route)},examples:{${written.join(',')}}}`,
      )
    }
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

function member(value: unknown, name: string): unknown {
  return record(value)[name]
}

function entries(value: unknown): [string, unknown][] {
  return Object.entries(record(value))
}
