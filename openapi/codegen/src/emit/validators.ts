import { Ajv2020 } from 'ajv/dist/2020.js'
import standaloneCode from 'ajv/dist/standalone/index.js'
import addFormats from 'ajv-formats'
import { fullFormats } from 'ajv-formats/dist/formats.js'
import { upperFirst } from '../names.ts'
import type { Contract, Schema } from '../read/contract.ts'
import { resolveSchema } from '../read/follow.ts'
import { type OperationBody, withFiles } from '../read/media.ts'
import type { Operation } from '../read/operations.ts'
import { eachSubschema, mapSubschemas } from '../read/subschemas.ts'
import type { Settings } from '../settings.ts'
import { inputParameters } from './apis.ts'
import { banner, sourceFile } from './banner.ts'

const parts = ['path', 'query', 'headers', 'body'] as const
type Part = (typeof parts)[number]

/**
 * `request-validators.js`: the contract's own schemas of everything a request carries, compiled ahead of
 * time, so that the server neither compiles at start nor carries a compiler. `validators.ts`
 * names them by operation.
 */
export function validatorFiles(
  contract: Contract,
  operations: readonly Operation[],
  settings: Settings,
): Record<string, string> {
  const schemas = operations.flatMap((operation) =>
    parts.flatMap((part) => {
      const schema = requestSchema(contract, operation, part)
      return schema === undefined ? [] : [{ operation, part, name: validatorName(operation, part), schema }]
    }),
  )
  const names = new Map<Operation, string[]>(operations.map((operation) => [operation, []]))
  for (const { operation, part, name } of schemas) names.get(operation)?.push(`${part}: validators.${name}`)
  const byOperation = [...names].map(([operation, members]) => {
    return `  ${operation.id}: {${members.length > 0 ? ` ${members.join(', ')} ` : ''}},`
  })
  return {
    'request-validators.js': `${banner}\n${validatorModule(schemas, settings.strict)}`,
    'validators.ts': sourceFile([
      "import type { OperationId } from './operations.js'\nimport * as validators from './request-validators.js'",
      `/** One broken rule: which keyword of the schema, where in the checked value, and the keyword's own facts. */
export interface BrokenRule {
  readonly instancePath: string
  readonly schemaPath: string
  readonly keyword: string
  readonly params: Readonly<Record<string, unknown>>
}`,
      `/** Returns whether the value meets the contract; if not, \`errors\` holds every broken rule until the next call. */
export interface Validator {
  (value: unknown): boolean
  readonly errors?: readonly BrokenRule[] | null
}`,
      `/** What an operation checks of a request, part by part. A part that is missing has no rules. */
export interface RequestValidators {
${parts.map((part) => `  readonly ${part}?: Validator`).join('\n')}
}`,
      `export const requestValidators: Readonly<Record<OperationId, RequestValidators>> = {\n${byOperation.join('\n')}\n}`,
    ]),
  }
}

/** The ES module that exports a validator for each schema by its name. Equal schemas share one. */
export function validatorModule(
  schemas: readonly { readonly name: string; readonly schema: Schema }[],
  isStrict: boolean,
): string {
  const firsts = new Map<string, string>()
  const compiled: { readonly name: string; readonly schema: Schema }[] = []
  const aliases: string[] = []
  for (const { name, schema: declared } of schemas) {
    const schema = withKnownFormats(declared)
    const text = JSON.stringify(schema)
    const first = firsts.get(text)
    if (first === undefined) {
      firsts.set(text, name)
      compiled.push({ name, schema })
    } else aliases.push(`export const ${name} = ${first};\n`)
  }
  const ajv = new Ajv2020({
    allErrors: true,
    strict: true,
    strictTypes: isStrict,
    strictTuples: isStrict,
    // A branch of anyOf may require what the schema next to it declares.
    strictRequired: false,
    discriminator: true,
    // A field that is called toString is there in every object otherwise; the check costs time.
    ownProperties: schemas.some(({ schema }) => hasInheritedName(schema)),
    // Sentences for people are made of the keywords.
    messages: false,
    code: { source: true, esm: true, lines: true, optimize: 2 },
  })
  addFormats.default(ajv)
  for (const { name, schema } of compiled) ajv.addSchema(schema, name)
  const code = standaloneCode.default(ajv, Object.fromEntries(compiled.map(({ name }) => [name, name])))
  return `${importable(code)}${aliases.join('')}`
}

/** Whether a schema declares a field that every object of JavaScript inherits. */
function hasInheritedName(schema: Schema): boolean {
  let found = Object.keys(schema.properties ?? {}).some((name) => name in Object.prototype)
  eachSubschema(schema, (inner) => {
    found ||= hasInheritedName(inner)
  })
  return found
}

/** The schema without formats that ajv-formats does not know: they check nothing. */
function withKnownFormats(schema: Schema): Schema {
  const inner = mapSubschemas(schema, withKnownFormats)
  const { format, ...others } = inner
  return format === undefined || Object.hasOwn(fullFormats, format) ? inner : others
}

/** The schema of one part of a request, or undefined when the operation takes nothing there. */
function requestSchema(contract: Contract, operation: Operation, part: Part): Schema | undefined {
  if (part === 'body') return operation.body && bodySchema(contract, operation.body)
  const place = part === 'headers' ? 'header' : part
  const parameters = inputParameters(operation).filter((parameter) => parameter.in === place)
  if (parameters.length === 0) return undefined
  return {
    type: 'object',
    required: parameters
      .filter((parameter) => parameter.required === true)
      .map((parameter) => parameter.name),
    properties: Object.fromEntries(
      parameters.map((parameter) => [parameter.name, checkedSchema(contract, parameter.schema)]),
    ),
  }
}

/** Bytes have no schema; in a form, a file is an object of the runtime. */
function bodySchema(contract: Contract, body: OperationBody): Schema | undefined {
  if (body.kind === 'binary') return undefined
  const schema = body.kind === 'multipart' ? withFiles(contract, body.schema, uploadedFile) : body.schema
  return checkedSchema(contract, schema)
}

/**
 * The schema with bounds for every integer: JSON.parse rounds larger ones, so the backend would be handed
 * another number than was sent.
 */
function checkedSchema(contract: Contract, schema: Schema): Schema {
  return boundedIntegers(resolveSchema(contract, schema))
}

function boundedIntegers(schema: Schema): Schema {
  const inner = mapSubschemas(schema, boundedIntegers)
  const types = [schema.type ?? []].flat()
  if (!types.includes('integer') || types.includes('number')) return inner
  if (schema.enum !== undefined || schema.const !== undefined) return inner
  const { MAX_SAFE_INTEGER: highest, MIN_SAFE_INTEGER: lowest } = Number
  return {
    ...inner,
    ...((schema.maximum ?? Infinity) > highest && { maximum: highest }),
    ...((schema.minimum ?? -Infinity) < lowest && { minimum: lowest }),
  }
}

/**
 * The same validators for a package that is small and must not depend on Ajv: what they need of it at run
 * time, the length of a text in characters and two formats, stands in the file itself. An error is added by a
 * function, and which properties are evaluated is kept only where a schema says what others may be.
 */
export function selfContained(validators: string): string {
  const whole = [...validators.matchAll(/^import \* as (\w+) from '(.*)'$\n/gm)]
    .reduce((text, [statement, name = '', path = '']) => {
      const own = path.endsWith('/ucs2length.js') ? '(text) => Array.from(text).length' : undefined
      const without = text.replace(statement, '')
      return own === undefined ? without : without.replaceAll(`defaultOf(${name})`, own)
    }, validators)
    .replace(defaultOf, '')
    .replaceAll(/\(module\d+\.fullFormats \?\? module\d+\.default\.fullFormats\)/g, 'formats')
    .replaceAll(addedError, (_, _name, path = 'instancePath', ...facts: string[]) => {
      return `vErrors = withError(vErrors, ${[path, ...facts.slice(0, 3)].join(', ')});`
    })
  const code = whole.includes('/unevaluated') ? whole : whole.replaceAll(keptEvaluation, '')
  if (code.includes('defaultOf(') || /\bmodule\d/.test(code))
    throw new Error('Ajv uses a function that the SDK does not have: name it here')
  const known = ['date', 'date-time']
  for (const [, name = ''] of code.matchAll(/= formats(?:\.|\[")([\w-]+)/g))
    if (!known.includes(name)) throw new Error(`The SDK has no check of the format ${name}: add it here`)
  return code.replace('\n', `\n${withError}${code.includes('= formats') ? ownFormats : ''}`)
}

/** What Ajv writes for each broken rule. */
const addedError =
  /const (\w+) = \{instancePath(?::(.+?))?,schemaPath:(.+?),keyword:(.+?),params:(.+)\};\nif\(vErrors === null\)\{\nvErrors = \[\1\];\n\}\nelse \{\nvErrors\.push\(\1\);\n\}/g

/** Which properties and items a validator has evaluated. */
const keptEvaluation =
  /^const evaluated\d+ = .*\n(?:if\(evaluated\d+\..*\n.*\n\}\n)*|^evaluated\d+\..*\n|^validate\d+\.evaluated = .*\n/gm

const withError = `const withError = (errors, instancePath, schemaPath, keyword, params) => [
  ...(errors ?? []),
  { instancePath, schemaPath, keyword, params },
]
`

/** As in RFC 3339: the day must exist; the time has a zone. */
const ownFormats = `const isDate = (text) =>
  /^\\d{4}-\\d\\d-\\d\\d$/.test(text) && new Date(\`\${text}T00:00:00Z\`).toJSON()?.startsWith(text) === true
const isDateTime = (text) =>
  isDate(text.slice(0, 10)) && /^.{10}[t\\s]([01]\\d|2[0-3]):[0-5]\\d:([0-5]\\d|60)(\\.\\d+)?(z|[+-]\\d\\d:?[0-5]\\d)$/i.test(text)
const formats = { date: { validate: isDate }, 'date-time': { validate: isDateTime } }
`

const uploadedFile: Schema = { type: 'object', required: ['bytes'] }

/**
 * Ajv's ES module output still calls `require` for its runtime (its issue 2209). Imported as a namespace,
 * what CommonJS exports is there in ES modules and in CommonJS alike, though not in the same place.
 */
function importable(code: string): string {
  const modules = new Map<string, string>()
  const plain = code
    .replace('"use strict";', '')
    .replaceAll(/require\("([^"]+)"\)\.(\w+)/g, (_call, path: string, name: string) => {
      const module = modules.get(path) ?? `module${modules.size}`
      modules.set(path, module)
      return name === 'default' ? `defaultOf(${module})` : `(${module}.${name} ?? ${module}.default.${name})`
    })
  if (plain.includes('require('))
    throw new Error('Ajv uses a module in another way than before: import it here')
  const imports = [...modules].map(([path, module]) => `import * as ${module} from '${path}.js'\n`)
  return `${imports.join('')}${modules.size === 0 ? '' : defaultOf}${plain}\n`
}

const defaultOf = `const defaultOf = (module) => module.default?.default ?? module.default\n`

function validatorName(operation: Operation, part: Part): string {
  return `${operation.id}${upperFirst(part)}`
}
