import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { ofValidDocument } from './check/lint.ts'
import { type Arguments, type Command, UsageError } from './command-line.ts'
import { type Configuration, packageConfiguration, readConfiguration } from './config.ts'
import { contractEntry } from './contract-entry.ts'
import { generate } from './generate.ts'
import { packageFolder } from './package-folder.ts'
import { checkFolders, differingFiles, markFolders, publish } from './staging.ts'

export const command: Command = {
  usage: '[--contract DIR_OR_FILE] [--out DIR] [--config FILE] [--check]',
  help: `  --contract  an OpenAPI 3.1 document, or a folder with an openapi.yaml
  --out       the folder that gets openapi/, server/ and client/
  --config    a YAML file with choices, which may name the contract and the folder: openapi/README.md
  --check     changes nothing; fails and lists the files that are out of date`,
  flags: ['check'],
  values: ['contract', 'out', 'config'],
  run: async ({ flags, values }) => {
    const startedMs = performance.now()
    const { entry, out, outputs, settings } = await targetOf(values)
    const isCheck = flags.has('check')
    const staging = await makeStaging()
    try {
      await checkFolders(out, outputs)
      const notices = await ofValidDocument(entry, generate({ entry, staging, outputs, settings }))
      await markFolders(staging, outputs)
      for (const notice of notices) console.error(`notice: ${notice}`)
      const differences = await differingFiles(staging, out, outputs)
      if (!isCheck && differences.length > 0) await publish(staging, out, outputs)
      return report(differences, isCheck, (performance.now() - startedMs) / 1000)
    } catch (error) {
      console.error(error instanceof Error ? error.message : error)
      return 1
    } finally {
      await rm(staging, { recursive: true, force: true })
    }
  },
}

/** Inside node_modules: TypeScript finds the packages from there, and git and linters find nothing. */
async function makeStaging(): Promise<string> {
  const cache = join(packageFolder, 'node_modules', '.cache')
  await mkdir(cache, { recursive: true })
  return mkdtemp(join(cache, 'generate-'))
}

async function targetOf(
  values: Arguments['values'],
): Promise<Configuration & { readonly entry: string; readonly out: string }> {
  const config = values.get('config')
  const configuration = config === undefined ? packageConfiguration : readConfiguration(resolve(config))
  const contract = values.get('contract') ?? configuration.contract
  const out = values.get('out') ?? configuration.out
  if (contract === undefined || out === undefined)
    throw new UsageError('--contract and --out are needed, here or in the config file')
  return { ...configuration, entry: await contractEntry(resolve(contract)), out: resolve(out) }
}

/** Prints what differs; returns the exit code. */
function report(differences: readonly string[], isCheck: boolean, seconds: number): number {
  const time = `(${seconds.toFixed(1)} s)`
  if (differences.length === 0) {
    console.log(`Generated files are up to date ${time}.`)
    return 0
  }
  for (const difference of differences) console.log(isCheck ? `  ${difference}` : `  was: ${difference}`)
  if (!isCheck) {
    console.log(`Generated ${time}.`)
    return 0
  }
  console.error(
    'Generated files differ from what the contract gives: run the same command without --check and commit the result.',
  )
  return 1
}
