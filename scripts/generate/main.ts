import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { readArguments } from '../set-up/arguments.mjs'
import { runCommand } from '../set-up/prepare.mjs'
import { generate } from './generate.ts'
import { differingFiles, publish } from './staging.ts'

/**
 * npm run generate              makes everything that follows from openapi/
 * npm run generate -- --check   changes nothing; fails and lists the files that are not as they would be made
 */
const repository = resolve(import.meta.dirname, '../..')
const started = performance.now()

await runCommand(async () => {
  const { flags } = readArguments({ usage: 'npm run generate -- [--check]', flags: ['check'] })
  const isCheck = flags.has('check')
  const cache = join(repository, 'node_modules', '.cache')
  await mkdir(cache, { recursive: true })
  // Inside node_modules: TypeScript finds the packages from there, and git and linters find nothing.
  const staging = await mkdtemp(join(cache, 'generate-'))
  try {
    await generate({ contractFolder: join(repository, 'openapi'), staging })
    const differences = await differingFiles(staging, repository)
    if (!isCheck && differences.length > 0) await publish(staging, repository)
    return report(differences, isCheck)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    return 1
  } finally {
    await rm(staging, { recursive: true, force: true })
  }
})

/** Tells what differs; returns the exit code. */
function report(differences: readonly string[], isCheck: boolean): number {
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
  console.error(
    'Generated files differ from what openapi/ gives: run `npm run generate` and commit the result.',
  )
  return 1
}
