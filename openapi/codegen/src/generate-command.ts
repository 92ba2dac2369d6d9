import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { type Arguments, type Command, UsageError } from './command-line.ts'
import { type Configuration, packageConfiguration, readConfiguration } from './config.ts'
import { contractEntry } from './contract-entry.ts'
import { importPath } from './emit/import-path.ts'
import { generate } from './generate.ts'
import { openContract } from './open-contract.ts'
import { packageFolder } from './package-folder.ts'
import { ContractError, type Finding, findingLines, findingsOf } from './read/findings.ts'
import { readSources } from './read/read-sources.ts'
import { rightsFlags, rightsHelp, rightsOf, rightsUsage, rightsValues } from './read/reference-rights.ts'
import { isBuiltIn, type Settings } from './settings.ts'
import { checkFolders, differingFiles, markFolders, publish, writeFiles } from './staging.ts'
import { filesOfDocument, rerunOnChange } from './watch.ts'

const defaultConfig = 'generate.yaml'

export const command: Command = {
  usage: `[--config FILE] [--contract DIR_OR_FILE] [--out DIR] [--skip NAME]… [--copy-runtime] [--check | --watch] [--json] ${rightsUsage}`,
  help: `  --config    a YAML file with choices, which may name the contract and the folder: ${defaultConfig} if neither
              is given here
  --contract  an OpenAPI document of version 3.1, 3.0 or 2.0, or a folder with an openapi.yaml
  --out       the folder that gets openapi/, server/ and client/
  --skip      leaves an operation out, which then answers 501: an operationId, 'GET /path', '/path', '/path/*', 'tag:NAME',
              or 'unsupported' for every one that cannot be generated
  --copy-runtime
              copies the runtime into server/, which then needs no @mediagen/contract-runtime
  --check     changes nothing; fails and lists the files that are out of date
  --watch     generates again whenever the contract or the config file changes, until Ctrl-C
  --json      prints the outcome as one JSON document
${rightsHelp}`,
  flags: ['check', 'watch', 'json', 'copy-runtime', ...rightsFlags],
  values: ['contract', 'out', 'config', ...rightsValues],
  lists: ['skip'],
  run: async (given) => {
    const { flags } = given
    const isCheck = flags.has('check')
    const run = async () => {
      const outcome = await outcomeOf(await targetOf(given), isCheck)
      print(outcome, isCheck, flags.has('json'))
      return isRejected(outcome) || (isCheck && outcome.files.length > 0) ? 1 : 0
    }
    if (!flags.has('watch')) return run()
    if (isCheck || flags.has('json')) throw new UsageError('--watch goes with neither --check nor --json')
    const ending = new AbortController()
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ending.abort())
    let target = await targetOf(given)
    await rerunOnChange(
      () => [
        ...configOf(given.values),
        ...filesOfDocument(target.entry),
        ...(target.rights.overlay === undefined ? [] : [target.rights.overlay]),
      ],
      async () => {
        try {
          target = await targetOf(given)
          await run()
        } catch (error) {
          console.error(reasonOf(error))
        }
      },
      ending.signal,
    )
    return 0
  },
}

/** What a generation came to. */
interface Outcome {
  /** Why nothing was generated, or what is left out. */
  readonly findings: readonly Finding[]
  /** The files that differed before, and how. */
  readonly files: readonly string[]
  readonly seconds: number
}

type Target = Configuration & { readonly entry: string; readonly out: string }

async function outcomeOf(
  { entry, out, outputs, settings, rights }: Target,
  isCheck: boolean,
): Promise<Outcome> {
  const startedMs = performance.now()
  const seconds = () => Number(((performance.now() - startedMs) / 1000).toFixed(1))
  const staging = await makeStaging()
  try {
    await checkFolders(out, outputs)
    const sources = readSources(entry, rights)
    const read = await openContract(sources, settings)
    await generate({ staging, out, outputs, settings }, read)
    await markFolders(staging, outputs)
    const files = await differingFiles(staging, out, outputs)
    if (!isCheck && files.length > 0) await publish(staging, out, outputs)
    const begun = await beginErrors(settings, join(out, outputs.server, 'generated', 'errors.js'), isCheck)
    return { findings: read.notices, files: [...files, ...begun], seconds: seconds() }
  } catch (error) {
    return { findings: findingsOf(error), files: [], seconds: seconds() }
  } finally {
    await rm(staging, { recursive: true, force: true })
  }
}

/** Writes the module of error bodies that the config file names, where there is none yet. */
async function beginErrors(
  { errorForm }: Settings,
  generated: string,
  isCheck: boolean,
): Promise<readonly string[]> {
  if (isBuiltIn(errorForm) || existsSync(errorForm)) return []
  const file = relative(process.cwd(), errorForm)
  if (isCheck) return [`${file} is missing`]
  await writeFiles(dirname(errorForm), {
    [basename(errorForm)]: errorsModule(importPath(dirname(errorForm), generated)),
  })
  console.error(`${file} is begun: it compiles once it makes a body that the contract declares.`)
  return [`${file} is missing`]
}

function errorsModule(generated: string): string {
  return `import type { EdgeError, RenderedError } from '${generated}'

/** The body of every error that the app itself sends. RenderedError is each that the contract declares. */
export function renderError({ code, message, requestId, details }: EdgeError): RenderedError {
  return { contentType: 'application/json', body: { code, message, requestId, details } }
}
`
}

function isRejected({ findings }: Outcome): boolean {
  return findings.some(({ severity }) => severity === 'error')
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** Inside node_modules: TypeScript finds the packages from there, and git and linters find nothing. */
async function makeStaging(): Promise<string> {
  const cache = join(packageFolder, 'node_modules', '.cache')
  await mkdir(cache, { recursive: true })
  return mkdtemp(join(cache, 'generate-'))
}

async function targetOf({ flags, values, lists }: Arguments): Promise<Target> {
  const [config] = configOf(values)
  const configuration = config === undefined ? packageConfiguration : readConfiguration(config)
  const contract = values.get('contract') ?? configuration.contract
  const out = values.get('out') ?? configuration.out
  if (contract === undefined || out === undefined)
    throw new UsageError('--contract and --out are needed, here or in the config file')
  const rights = { ...configuration.rights, ...rightsOf({ flags, values }) }
  const skip = [...configuration.settings.skip, ...(lists?.get('skip') ?? [])]
  const copyRuntime = configuration.settings.copyRuntime || flags.has('copy-runtime')
  const settings = { ...configuration.settings, skip, copyRuntime }
  return {
    ...configuration,
    settings,
    rights,
    entry: await contractEntry(resolve(contract)),
    out: resolve(out),
  }
}

/** The config file: the one that is named, or that of this folder if nothing is. */
function configOf(values: Arguments['values']): string[] {
  const named = values.get('config')
  if (named !== undefined) return [resolve(named)]
  const isNamed = values.has('contract') || values.has('out')
  return !isNamed && existsSync(defaultConfig) ? [resolve(defaultConfig)] : []
}

function print(outcome: Outcome, isCheck: boolean, isJson: boolean): void {
  const { findings, files, seconds } = outcome
  if (isJson) return void console.log(JSON.stringify(outcome, null, 2))
  if (isRejected(outcome)) return void console.error(new ContractError(findings).message)
  if (findings.length > 0) console.error(['Notices:', ...findingLines(findings)].join('\n'))
  if (files.length === 0) return void console.log(`Generated files are up to date (${seconds} s).`)
  if (!isCheck) return void console.log(`Generated ${files.length} files (${seconds} s).`)
  for (const file of files) console.log(`  ${file}`)
  console.error(
    'Generated files differ from what the contract gives: run the same command without --check and commit the result.',
  )
}
