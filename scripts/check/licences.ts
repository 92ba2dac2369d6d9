/**
 * Fails when a shipped package has a licence that docs/licences.md does not list for its product, or when the
 * page lists one that no package has.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../set-up/project.mjs'
import { licenceProblems } from './licence-problems.ts'

const readText = (path: string): string => readFileSync(join(projectRoot, path), 'utf8')

const lock = {
  packages: JSON.parse(readText('package-lock.json')).packages,
  bundled: {
    server: JSON.parse(readText('server/bundled-packages.json')),
    'sdk/cli': JSON.parse(readText('sdk/cli/bundled-packages.json')),
  },
}
const problems = licenceProblems(lock, readText('docs/licences.md'))
for (const problem of problems) process.stdout.write(`${problem}\n`)
process.exitCode = problems.length === 0 ? 0 : 1
