/**
 * Fails when a lock file does not pin everything that an installation fetches; complete-lock.mjs fixes most.
 */
import { readFileSync } from 'node:fs'
import { lockProblems } from './lock-problems.mjs'
import { projectFiles } from './project-files.ts'

const problems = projectFiles(/(^|\/)package-lock\.json$/).flatMap((path) =>
  lockProblems(JSON.parse(readFileSync(path, 'utf8')).packages).map((problem) => `${path}: ${problem}`),
)
for (const problem of problems) process.stdout.write(`${problem}\n`)
process.exitCode = problems.length === 0 ? 0 : 1
