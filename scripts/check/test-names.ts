/** Fails when two tests of one file have the same full name: a report could not tell which of them failed. */
import { readFileSync } from 'node:fs'
import { duplicateTestNames } from './duplicate-test-names.ts'
import { projectFiles } from './project-files.ts'

const problems = projectFiles(/\.test\.ts$/).flatMap((path) =>
  duplicateTestNames(readFileSync(path, 'utf8')).map(
    ({ name, lines }) => `${path}: "${name}" at lines ${lines.join(' and ')}`,
  ),
)
for (const problem of problems) process.stdout.write(`${problem}\n`)
process.exitCode = problems.length === 0 ? 0 : 1
