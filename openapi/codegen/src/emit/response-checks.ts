import type { ParameterForm } from '../../../runtime/src/validation/parameter-values.ts'
import type { Contract, Schema } from '../read/contract.ts'
import type { ResponseHeader } from '../read/operations.ts'
import { sharedSchemas } from '../read/shared-schemas.ts'
import { runtimeModule, sourceFile } from './banner.ts'
import { literalText } from './literal-text.ts'
import { backendHeaders } from './responses.ts'
import type { ReturnedBodies } from './returned-bodies.ts'
import { isOneText, styledForm } from './text-forms.ts'
import { typedModule } from './typed-module.ts'
import { type NamedSchema, validatorModule } from './validators.ts'

/**
 * `response-validators.ts`: the schemas of JSON and headers that operations return, compiled ahead of time.
 * `response-checks.ts` names them by operation and status.
 */
export function responseCheckFiles(
  contract: Contract,
  { operations, components }: ReturnedBodies,
): Record<string, string> {
  const schemas = { ...contract.components.schemas, ...components }
  const whole: Contract = { ...contract, components: { ...contract.components, schemas } }
  const shared = sharedSchemas(whole)
  const items: NamedSchema[] = []
  const compile = (name: string, schema: Schema) => {
    items.push({ name, schema: shared.resolve(schema) })
    return `validators.${name}`
  }
  const entries = operations.map(({ id, responses }) => {
    const rules = responses.flatMap((response) => {
      if (!/^[23]\d\d$/.test(response.status)) return []
      const name = `${id}${response.status}`
      const headers = backendHeaders(response)
      const forms = headers.flatMap(({ name: header, schema }) => headerForm(whole, header, schema))
      const members = [
        ...(response.kind === 'json' ? [`body: ${compile(name, response.schema ?? {})}`] : []),
        ...(headers.length > 0 ? [`headers: ${compile(`${name}Headers`, headersSchema(headers))}`] : []),
        ...(forms.length > 0 ? [`headerForms: ${literalText(forms, '    ')}`] : []),
      ]
      return members.length === 0 ? [] : [` ${response.status}: { ${members.join(', ')} }`]
    })
    return `  ${id}: {${rules.join(',')}${rules.length > 0 ? ' ' : ''}},`
  })
  return {
    'response-validators.ts': typedModule(validatorModule(items, shared, false)),
    'response-checks.ts': sourceFile([
      `import type { ResponseRules } from '${runtimeModule}/validation'
import type { OperationId } from './operations.js'
import * as validators from './response-validators.js'`,
      `/** What operations return has to meet these, by status. */
export const responseValidators: Readonly<Record<OperationId, Readonly<Record<number, ResponseRules>>>> = {\n${entries.join('\n')}\n}`,
    ]),
  }
}

function headersSchema(headers: readonly ResponseHeader[]): Schema {
  return {
    type: 'object',
    required: headers.flatMap(({ name, required }) => (required === true ? [name] : [])),
    properties: Object.fromEntries(headers.map(({ name, schema }) => [name, schema])),
  }
}

function headerForm(contract: Contract, name: string, schema: Schema): ParameterForm[] {
  const form = styledForm(contract, schema, { in: 'header' })
  return isOneText(form) ? [] : [{ in: 'header', name, ...form }]
}
