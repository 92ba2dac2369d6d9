/** Fails when a source file exceeds the line limit. Tests are exempt. */
import { readFileSync } from 'node:fs'
import { projectFiles } from './project-files.ts'

const linesMax = 250

/** Files that are a single table, which would not gain from being split. */
const tables: readonly string[] = [
  'examples/playground/src/strings.ts',
  'openapi/codegen/src/support/refused-variations.ts',
  'server/studio/gallery/examples.ts',
]

const tooLong = projectFiles(/\.(tsx?|mjs|cjs|js)$/)
  .filter((path) => !/\.test\.ts$/.test(path) && !tables.includes(path))
  .map((path) => ({ path, lines: readFileSync(path, 'utf8').split('\n').length - 1 }))
  .filter(({ lines }) => lines > linesMax)

for (const { path, lines } of tooLong) {
  process.stdout.write(`${path} has ${lines} lines, ${linesMax} are allowed: split it by idea\n`)
}
process.exitCode = tooLong.length === 0 ? 0 : 1
