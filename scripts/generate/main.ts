import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { generate } from './generate.ts'
import { differingFiles, publish } from './staging.ts'

/**
 * npm run generate              makes everything that follows from openapi/
 * npm run generate -- --check   changes nothing; fails and lists the files that are not as they would be made
 */
const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } })
const repository = resolve(import.meta.dirname, '../..')

const started = performance.now()
const cache = join(repository, 'node_modules', '.cache')
await mkdir(cache, { recursive: true })
// Inside node_modules, so that the TypeScript program finds the packages from there, and git and linters find nothing.
const staging = await mkdtemp(join(cache, 'generate-'))
try {
  await generate({ contractFolder: join(repository, 'openapi'), staging })
  const differences = await differingFiles(staging, repository)
  if (!values.check && differences.length > 0) await publish(staging, repository)
  report(differences)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  await rm(staging, { recursive: true, force: true })
}

function report(differences: readonly string[]): void {
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  if (differences.length === 0) {
    console.log(`Generated files are up to date (${seconds} s).`)
    return
  }
  for (const difference of differences) console.log(values.check ? `  ${difference}` : `  was: ${difference}`)
  if (!values.check) {
    console.log(`Generated anew (${seconds} s).`)
    return
  }
  console.error(
    'Generated files differ from what openapi/ gives: run `npm run generate` and commit the result.',
  )
  process.exitCode = 1
}
