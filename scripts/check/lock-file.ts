/** Fails when a lock file does not fix all that an installation brings; complete-lock.mjs mends most. */
import { readFileSync } from 'node:fs'
import { lockFaults } from './lock-faults.mjs'
import { projectFiles } from './project-files.ts'

const faults = projectFiles(/(^|\/)package-lock\.json$/).flatMap((path) =>
  lockFaults(JSON.parse(readFileSync(path, 'utf8')).packages).map((fault) => `${path}: ${fault}`),
)
for (const fault of faults) process.stdout.write(`${fault}\n`)
process.exitCode = faults.length === 0 ? 0 : 1
