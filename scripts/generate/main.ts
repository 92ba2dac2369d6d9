import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { readArguments } from '../set-up/arguments.mjs'
import { runCommand } from '../set-up/prepare.mjs'
import { SetUpError } from '../set-up/project.mjs'
import { type Configuration, packageConfiguration, readConfiguration } from './config.ts'
import { generate } from './generate.ts'
import { ofValidDocument } from './read/lint.ts'
import { differingFiles, markFolders, publish, refuseForeignFolders } from './staging.ts'

const usage = 'npm run generate -- [--contract DIR_OR_FILE --out DIR [--config FILE]] [--check]'
const help = `
  --contract  an OpenAPI 3.1 document, or a folder with an openapi.yaml; ours without it
  --out       the folder that gets openapi/, server/ and client/
  --config    a YAML file with choices: openapi/README.md
  --check     changes nothing; fails and lists the files that are not as they would be made

In any folder: PATH_OF_THIS_REPOSITORY/node_modules/.bin/mediagen-generate, with the same options.`

const repository = resolve(import.meta.dirname, '../..')
const reportProgram = join(repository, 'sdk/make-api-report.ts')
const reportFile = join(repository, 'sdk/api-report.txt')
const reportBytesMax = 16 * 1024 ** 2
const started = performance.now()

/** What one run makes, and where. */
interface Run extends Configuration {
  readonly entry: string
  readonly out: string
  readonly isOurs: boolean
}

await runCommand(async () => {
  const { flags, values } = readArguments({
    usage,
    help,
    flags: ['check'],
    values: ['contract', 'out', 'config'],
  })
  const isCheck = flags.has('check')
  const cache = join(repository, 'node_modules', '.cache')
  await mkdir(cache, { recursive: true })
  // Inside node_modules: TypeScript finds the packages from there, and git and linters find nothing.
  const staging = await mkdtemp(join(cache, 'generate-'))
  try {
    const { out, isOurs, ...run } = await runOf(values)
    if (!isOurs) await refuseForeignFolders(out, run.outputs)
    const reporting = isOurs ? makeReport() : undefined
    // Where the generation fails first, nobody awaits it.
    reporting?.catch(() => undefined)
    const generating = generate({ ...run, staging })
    // Our own contract has a gate of its own, with more rules.
    const notices = await (isOurs ? generating : ofValidDocument(run.entry, generating))
    if (!isOurs) await markFolders(staging, run.outputs)
    for (const notice of notices) console.error(`notice: ${notice}`)
    const differences = await differingFiles(staging, out, run.outputs)
    if (!isCheck && differences.length > 0) await publish(staging, out, run.outputs)
    const stale = reporting === undefined ? [] : await updateReport(reporting, differences, isCheck)
    return report([...differences, ...stale], isCheck, isOurs)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    return 1
  } finally {
    await rm(staging, { recursive: true, force: true })
  }
})

/** The report of the SDK's API, made in parallel, in a process of its own: the compiler takes seconds. */
async function makeReport(): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [reportProgram, '--print'], {
    maxBuffer: reportBytesMax,
  })
  return stdout
}

/**
 * Writes the report of the SDK's API where it is out of date, unless this is a check. It is made anew if
 * types that it describes have changed meanwhile.
 */
async function updateReport(
  reporting: Promise<string>,
  differences: readonly string[],
  isCheck: boolean,
): Promise<string[]> {
  const isOutdated = !isCheck && differences.some((difference) => difference.startsWith('sdk/src/'))
  const [made, present] = await Promise.all([
    isOutdated ? makeReport() : reporting,
    readFile(reportFile, 'utf8').catch(() => ''),
  ])
  if (made === present) return []
  if (!isCheck) await writeFile(reportFile, made)
  return ['sdk/api-report.txt is out of date']
}

async function runOf(values: ReadonlyMap<string, string>): Promise<Run> {
  const contract = values.get('contract')
  const out = values.get('out')
  const config = values.get('config')
  if (contract === undefined && out === undefined && config === undefined) {
    const own = readConfiguration(join(repository, 'openapi/generate.yaml'))
    return { ...own, entry: join(repository, 'openapi/openapi.yaml'), out: repository, isOurs: true }
  }
  if (contract === undefined || out === undefined)
    throw new SetUpError(`--contract and --out go together; usage: ${usage}`)
  const configuration = config === undefined ? packageConfiguration : readConfiguration(resolve(config))
  return { ...configuration, entry: await entryOf(resolve(contract)), out: resolve(out), isOurs: false }
}

async function entryOf(path: string): Promise<string> {
  if (!existsSync(path)) throw new SetUpError(`there is no ${path}`)
  if (!(await stat(path)).isDirectory()) return path
  const entry = ['openapi.yaml', 'openapi.yml', 'openapi.json']
    .map((name) => join(path, name))
    .find(existsSync)
  if (entry === undefined) throw new SetUpError(`${path} has no openapi.yaml`)
  return entry
}

/** Tells what differs; returns the exit code. */
function report(differences: readonly string[], isCheck: boolean, isOurs: boolean): number {
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  if (differences.length === 0) {
    console.log(`Generated files are up to date (${seconds} s).`)
    return 0
  }
  for (const difference of differences) console.log(isCheck ? `  ${difference}` : `  was: ${difference}`)
  if (!isCheck) {
    console.log(`Generated anew (${seconds} s).`)
    return 0
  }
  const again = isOurs ? '`npm run generate`' : 'the same command without --check'
  console.error(
    `Generated files differ from what ${isOurs ? 'openapi/' : 'the contract'} gives: run ${again} and commit the result.`,
  )
  return 1
}
