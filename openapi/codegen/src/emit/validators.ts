import { _, stringify } from 'ajv'
import { Ajv2020, type CodeKeywordDefinition } from 'ajv/dist/2020.js'
import standaloneCode from 'ajv/dist/standalone/index.js'
import addFormats from 'ajv-formats'
import { isInt64 } from '../../../runtime/src/validation/int64.ts'
import { quoted, upperFirst } from '../names.ts'
import { checkable } from '../read/checkable.ts'
import type { Contract, Schema } from '../read/contract.ts'
import { sharedRules } from '../read/judge.ts'
import { type BodyVariant, withFiles } from '../read/media.ts'
import type { Operation } from '../read/operations.ts'
import { type SharedSchemas, sharedSchemas } from '../read/shared-schemas.ts'
import { eachSubschema, mapSubschemas } from '../read/subschemas.ts'
import type { Settings } from '../settings.ts'
import { inputParameters } from './apis.ts'
import { runtimeModule, sourceFile } from './banner.ts'
import { typedModule } from './typed-module.ts'

const parts = ['path', 'query', 'headers', 'cookies'] as const

/**
 * `request-validators.ts`: the contract's own schemas of everything a request carries, compiled ahead of
 * time, so that the server neither compiles at start nor carries a compiler. `validators.ts`
 * names them by operation.
 */
export function validatorFiles(
  contract: Contract,
  operations: readonly Operation[],
  settings: Settings,
): Record<string, string> {
  const shared = sharedSchemas(contract)
  const compiled: NamedSchema[] = []
  const byOperation = operations.map((operation) => {
    const { id, body } = operation
    const compile = (suffix: string, members: readonly string[], schema: Schema | undefined): string[] => {
      if (schema === undefined) return []
      compiled.push({ name: `${id}${suffix}`, schema })
      return members.map((member) => `${member}: validators.${id}${suffix}`)
    }
    const members = parts.flatMap((part) =>
      compile(upperFirst(part), [part], parameterSchema(operation, part, shared)),
    )
    const variants = body?.variants ?? []
    const bodies = variants.flatMap((variant, at) =>
      compile(
        `Body${at === 0 ? '' : at + 1}`,
        variants.length === 1 ? ['body'] : variant.media.map(({ type }) => quoted(type)),
        bodySchema(contract, variant, shared),
      ),
    )
    members.push(...(variants.length > 1 ? [`bodies: { ${bodies.join(', ')} }`] : bodies))
    return `  ${id}: {${members.length > 0 ? ` ${members.join(', ')} ` : ''}},`
  })
  return {
    'request-validators.ts': typedModule(validatorModule(compiled, shared, settings.strict, boundedIntegers)),
    'validators.ts': sourceFile([
      `import type { RequestValidators } from '${runtimeModule}/validation'
import type { OperationId } from './operations.js'
import * as validators from './request-validators.js'`,
      `export { type BrokenRule, type RequestValidators, type Validator, violationsOf } from '${runtimeModule}/validation'`,
      `export const requestValidators: Readonly<Record<OperationId, RequestValidators>> = {\n${byOperation.join('\n')}\n}`,
    ]),
  }
}

/**
 * The ES module that exports a validator for each schema by its name. Equal schemas share one; large ones that several
 * refer to are a function of their own. `change` is made to those as it was to the others.
 */
export function validatorModule(
  schemas: readonly NamedSchema[],
  shared: SharedSchemas,
  isStrict: boolean,
  change: (schema: Schema) => Schema = (schema) => schema,
): string {
  const firsts = new Map<string, string>()
  const compiled: NamedSchema[] = []
  const aliases: string[] = []
  for (const { name, schema: declared } of schemas) {
    const schema = checkable(declared)
    const text = JSON.stringify(schema)
    const first = firsts.get(text)
    if (first === undefined) {
      firsts.set(text, name)
      compiled.push({ name, schema })
    } else aliases.push(`export const ${name} = ${first};\n`)
  }
  const components = shared
    .components()
    .map(({ name, schema }) => ({ name, schema: checkable(change(schema)) }))
  const ajv = new Ajv2020({
    ...sharedRules,
    strict: true,
    // The survey has named the keywords that check nothing.
    strictSchema: false,
    strictTypes: isStrict,
    strictTuples: isStrict,
    // A branch of anyOf may require what the schema next to it declares.
    strictRequired: false,
    discriminator: true,
    // What is a function of its own is one because it is large.
    inlineRefs: false,
    // A field that is called toString is there in every object otherwise; the check costs time.
    ownProperties: [...compiled, ...components].some(({ schema }) => hasInheritedName(schema)),
    // Sentences for people are made of the keywords.
    messages: false,
    code: { source: true, esm: true, lines: true, optimize: 2 },
  })
  addFormats.default(ajv)
  ajv.addKeyword(int64Keyword)
  for (const { name, schema } of [...components, ...compiled]) ajv.addSchema(schema, name)
  const code = standaloneCode.default(ajv, Object.fromEntries(compiled.map(({ name }) => [name, name])))
  return `${importable(compact(withOwnPaths(code)))}${aliases.join('')}`
}

/** Whole numbers of 64 bits, which the runtime judges. */
const int64Keyword: CodeKeywordDefinition = {
  keyword: 'int64',
  schemaType: 'object',
  error: { message: 'must be a whole number of 64 bits', params: ({ schema }) => _`${stringify(schema)}` },
  code(context) {
    const call = context.gen.scopeValue('func', {
      ref: isInt64,
      code: _`require("ajv/dist/runtime/isInt64").default`,
    })
    context.fail(_`!${call}(${context.data}, ${stringify(context.schema)})`)
  },
}

/**
 * The code with each error added by a call, and without what nothing reads: schemas, and which properties are evaluated where no
 * schema says what others may be. A compiler that reads megabytes of it needs a quarter less memory.
 */
function compact(code: string): string {
  const called = code.replaceAll(
    addedError,
    (_text, _name, path = 'instancePath', ...facts: string[]) =>
      `vErrors = withError(vErrors, ${[path, ...facts.slice(0, 3)].join(', ')});`,
  )
  const short = called.includes('/unevaluated') ? called : called.replaceAll(keptEvaluation, '')
  const uses = new Map<string, number>()
  for (const [name] of short.matchAll(/\bschema\d+\b/g)) uses.set(name, (uses.get(name) ?? 0) + 1)
  return short.replaceAll(/^const (schema\d+) = .*;\n/gm, (text, name: string) =>
    uses.get(name) === 1 ? '' : text,
  )
}

const addedError =
  /const (err\d+) = \{instancePath(?::(.+?))?,schemaPath:(.+?),keyword:(.+?),params:(.+?)(?:,propertyName:\w+)?\};\nif\(vErrors === null\)\{\nvErrors = \[\1\];\n\}\nelse \{\nvErrors\.push\(\1\);\n\}/g

/** Which properties and items a validator has evaluated. */
const keptEvaluation =
  /^const evaluated\d+ = .*\n(?:if\(evaluated\d+\..*\n.*\n\}\n)*|^evaluated\d+\..*\n|^validate\d+\.evaluated = .*\n/gm

/** A schema to be compiled, and what it is exported as. */
export interface NamedSchema {
  readonly name: string
  readonly schema: Schema
}

/**
 * The code with a path of its own for the rules of each function that others call: Ajv begins each at `#`, and a rule of the one
 * would be taken for one of the other.
 */
function withOwnPaths(code: string): string {
  const exported = new Set(
    [...code.matchAll(/^export const \w+ = (validate\d+);$/gm)].map(([, name]) => name),
  )
  return code
    .split(/^(?=function validate\d+\()/m)
    .map((text) => {
      const [, name] = /^function (validate\d+)\(/.exec(text) ?? []
      if (name === undefined || exported.has(name)) return text
      return text.replaceAll('schemaPath:"#', `schemaPath:"#/$defs/${name}`)
    })
    .join('')
}

/** Whether a schema declares a field that every object of JavaScript inherits. */
function hasInheritedName(schema: Schema): boolean {
  let found = Object.keys(schema.properties ?? {}).some((name) => name in Object.prototype)
  eachSubschema(schema, (inner) => {
    found ||= hasInheritedName(inner)
  })
  return found
}

/** The schema of the parameters at one place, or undefined when the operation takes nothing there. */
function parameterSchema(
  operation: Operation,
  part: (typeof parts)[number],
  shared: SharedSchemas,
): Schema | undefined {
  const place = part.replace(/s$/, '')
  const parameters = inputParameters(operation).filter((parameter) => parameter.in === place)
  if (parameters.length === 0) return undefined
  return {
    type: 'object',
    required: parameters
      .filter((parameter) => parameter.required === true)
      .map((parameter) => parameter.name),
    properties: Object.fromEntries(
      parameters.map((parameter) => [parameter.name, boundedIntegers(shared.resolve(parameter.schema))]),
    ),
  }
}

/** Bytes have no schema; in a form, a file is an object of the runtime. */
function bodySchema(contract: Contract, body: BodyVariant, shared: SharedSchemas): Schema | undefined {
  if (body.kind === 'binary') return undefined
  const schema = body.kind === 'multipart' ? withFiles(contract, body.schema, uploadedFile) : body.schema
  return boundedIntegers(shared.resolve(schema))
}

/**
 * The schema with bounds for every integer: JSON.parse rounds larger ones, so the backend would be handed
 * another number than was sent.
 */
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

const uploadedFile: Schema = { type: 'object', required: ['bytes'] }

/** Ajv's ES module output still calls `require` for its runtime (its issue 2209), which ours has. */
function importable(code: string): string {
  const used = new Set<string>()
  const plain = code
    .replace('"use strict";', '')
    .replaceAll(
      /require\("[^"]*\/(ucs2length|equal|formats|isInt64)"\)\.(?:default|fullFormats)/g,
      (_call, name: string) => {
        used.add(name)
        return name
      },
    )
  if (plain.includes('require('))
    throw new Error('Ajv uses a module in another way than before: import it here')
  if (plain.includes('withError(')) used.add('withError')
  const names = [...used].sort().join(', ')
  return `${used.size === 0 ? '' : `import { ${names} } from '${runtimeModule}/validation'\n`}${plain}\n`
}
