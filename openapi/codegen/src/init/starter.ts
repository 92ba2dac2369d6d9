import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  apiName,
  groupByTag,
  inputName,
  isSecured,
  methodParameters,
  operationDoc,
  type TagGroup,
  tagOf,
  takesInput,
} from '../emit/apis.ts'
import { runtimeModule } from '../emit/banner.ts'
import { commentLine } from '../emit/comment.ts'
import { propertyName, quoted } from '../names.ts'
import { packageFolder } from '../package-folder.ts'
import type { Contract } from '../read/contract.ts'
import type { Operation } from '../read/operations.ts'
import { apiKey, apiModule, tagName } from '../tag-names.ts'
import { starterTest } from './starter-test.ts'

/** What a starter is made of. */
export interface StarterContract {
  /** The contract's path from the starter's folder. */
  readonly path: string
  readonly document: Contract
  readonly operations: readonly Operation[]
  /** The module of error bodies, where they cannot be derived. */
  readonly errors?: string
  /** Whether the contract lists its error codes itself. */
  readonly hasErrorCodes: boolean
}

const generated = './generated/server/index.js'

/** The files of a project that serves a contract, by path. Its operations respond with 501 at first. */
export function starterFiles(contract: StarterContract, { type }: Manifest): Record<string, string> {
  const groups = groupByTag(contract.operations)
  const tsconfig = starterText('tsconfig.json')
  return {
    // TypeScript has it for ES modules alone.
    'tsconfig.json': type === 'module' ? tsconfig : tsconfig.replace(/ *"verbatimModuleSyntax".*\n/, ''),
    'generate.yaml': configurationText(contract),
    'src/app.ts': appText(groups, contract.operations),
    'src/server.ts': serverText,
    'src/app.test.ts': starterTest(contract.document, contract.operations),
    ...Object.fromEntries(groups.map((group) => [`src/${apiModule(group.tag)}.ts`, stubsText(group)])),
  }
}

/** A file of the package's folder starter/. */
export function starterText(file: string): string {
  return readFileSync(join(packageFolder, 'starter', file), 'utf8')
}

/** What is read of a package.json. */
export interface Manifest {
  readonly name?: string
  readonly type?: string
  readonly scripts?: Readonly<Record<string, string>>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
}

/** A package.json with the scripts and dependencies that it lacks; whatever else it has stays. */
export function completed(given: Manifest): Manifest {
  const own: Required<Manifest> & { readonly version: string } = JSON.parse(
    readFileSync(join(packageFolder, 'package.json'), 'utf8'),
  )
  const { scripts, ...starter }: Required<Manifest> = JSON.parse(starterText('package.json'))
  const { dependencies, devDependencies } = given
  const known = { ...dependencies, ...devDependencies }
  const lacking = (named: object) => Object.entries(named).filter(([name]) => known[name] === undefined)
  const runtime = { [runtimeModule]: own.dependencies[runtimeModule] }
  // The script that npm init writes only fails.
  const others = Object.entries(given.scripts ?? {}).filter(([, script]) => !/no test specified/.test(script))
  return {
    ...given,
    scripts: { ...scripts, ...Object.fromEntries(others) },
    dependencies: {
      ...dependencies,
      ...Object.fromEntries(lacking({ ...runtime, ...starter.dependencies })),
    },
    devDependencies: {
      ...devDependencies,
      ...Object.fromEntries(lacking({ [own.name]: own.version, ...starter.devDependencies })),
    },
  }
}

function configurationText({ path, errors, hasErrorCodes }: StarterContract): string {
  return [
    '# yaml-language-server: $schema=node_modules/@mediagen/codegen/generate.schema.json',
    `contract: ${JSON.stringify(path)}`,
    'out: src/generated',
    ...(errors === undefined ? [] : [`errors: ${errors}`]),
    ...(hasErrorCodes ? ['# The codes of x-error-statuses.', 'errorCodes: contract'] : []),
    '',
  ].join('\n')
}

function stubsText(group: TagGroup): string {
  const { tag, operations } = group
  const types = [
    apiName(tag),
    ...operations.filter(takesInput).map(inputName),
    ...(operations.some(isSecured) ? ['RequestContext'] : []),
  ]
  const names = ['NotImplementedError', ...types.map((type) => `type ${type}`)]
  return `import { ${names.join(', ')} } from '${generated}'

/** The operations tagged ${commentLine(tagOf(group))}: put what each returns in place of its \`throw\`. */
export class ${tagName(tag)} implements ${apiName(tag)} {
${operations.map((operation) => stubText(tag, operation)).join('\n\n')}
}
`
}

function stubText(tag: string, operation: Operation): string {
  const { id } = operation
  return `${operationDoc(operation)}
  async ${id}(${methodParameters(operation)}): ReturnType<${apiName(tag)}[${quoted(id)}]> {
    throw new NotImplementedError(${quoted(id)})
  }`
}

function appText(groups: readonly TagGroup[], operations: readonly Operation[]): string {
  const schemes = new Set(operations.flatMap(({ security }) => security.flatMap(Object.keys)))
  const scopes = new Set(
    operations.flatMap(({ security }) => security.flatMap((rule) => Object.values(rule).flat())),
  )
  const authenticate = [...schemes].map((scheme) => `${propertyName(scheme)}: anyone`).join(', ')
  return `import { ${schemes.size === 0 ? '' : 'type BasicCredential, '}createContractApp } from '${generated}'
${groups.map(({ tag }) => `import { ${tagName(tag)} } from './${apiModule(tag)}.js'`).join('\n')}
${
  schemes.size === 0
    ? ''
    : `
/** Takes any credentials${scopes.size === 0 ? '' : ', with all scopes'}: find out whose they are, and return undefined for unknown ones. */
const anyone = async (credential: string | BasicCredential) => ({
  id: typeof credential === 'string' ? credential : credential.username,${
    scopes.size === 0 ? '' : `\n  scopes: [${[...scopes].map(quoted).join(', ')}],`
  }
})
`
}
export const app = createContractApp(
  { ${groups.map(({ tag }) => `${apiKey(tag)}: new ${tagName(tag)}()`).join(', ')} },
  {${
    schemes.size === 0
      ? ''
      : `
    authenticate: { ${authenticate} },`
  }
    // A response that breaks the contract becomes a 500, and the reason is logged.
    validateResponses: process.env.NODE_ENV !== 'production',
  },
)
`
}

const serverText = `import { app } from './app.js'

const port = Number(process.env.PORT ?? 3000)
app.listen(port, () => console.log(\`Listening on http://localhost:\${port}\`))
`
