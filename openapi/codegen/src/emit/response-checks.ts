import type { Contract } from '../read/contract.ts'
import type { Operation } from '../read/operations.ts'
import { sharedSchemas } from '../read/shared-schemas.ts'
import { runtimeModule, sourceFile } from './banner.ts'
import type { ReturnedBodies } from './returned-bodies.ts'
import { typedModule } from './typed-module.ts'
import { validatorModule } from './validators.ts'

/**
 * `response-validators.ts`: the schemas of JSON that operations return, compiled ahead of time.
 * `response-checks.ts` names them by operation and status.
 */
export function responseCheckFiles(
  contract: Contract,
  { operations, components }: ReturnedBodies,
): Record<string, string> {
  const schemas = { ...contract.components.schemas, ...components }
  const whole: Contract = { ...contract, components: { ...contract.components, schemas } }
  const shared = sharedSchemas(whole)
  const items = operations.flatMap((operation) =>
    returnedJson(operation).map(({ status, schema = {} }) => ({
      operation,
      status,
      name: `${operation.id}${status}`,
      schema: shared.resolve(schema),
    })),
  )
  const names = new Map<Operation, string[]>(operations.map((operation) => [operation, []]))
  for (const { operation, status, name } of items)
    names.get(operation)?.push(` ${status}: validators.${name}`)
  const entries = [...names].map(
    ([{ id }, members]) => `  ${id}: {${members.join(',')}${members.length > 0 ? ' ' : ''}},`,
  )
  return {
    'response-validators.ts': typedModule(validatorModule(items, shared, false)),
    'response-checks.ts': sourceFile([
      `import type { Validator } from '${runtimeModule}/validation'
import type { OperationId } from './operations.js'
import * as validators from './response-validators.js'`,
      `/** The validators of what operations return, by status. */
export const responseValidators: Readonly<Record<OperationId, Readonly<Record<number, Validator>>>> = {\n${entries.join('\n')}\n}`,
    ]),
  }
}

function returnedJson({ responses }: Operation) {
  return responses.filter(({ status, kind }) => kind === 'json' && /^[23]\d\d$/.test(status))
}
