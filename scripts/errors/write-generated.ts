import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../set-up/project.mjs'

/**
 * Writes files by their path in the project; with --check it names those that differ instead. The exit code is 1 if
 * there are any, or if they cannot be made.
 */
export function writeGenerated(make: () => Readonly<Record<string, string>>): void {
  try {
    for (const [path, text] of Object.entries(make())) {
      const file = join(projectRoot, path)
      if (existsSync(file) && readFileSync(file, 'utf8') === text) continue
      if (!process.argv.includes('--check')) writeFileSync(file, text)
      else fail(`${path} is out of date: run \`npm run generate\` and commit the result.`)
    }
  } catch (error) {
    fail(error instanceof Error ? error.message : String(error))
  }
}

function fail(reason: string): void {
  console.error(reason)
  process.exitCode = 1
}
