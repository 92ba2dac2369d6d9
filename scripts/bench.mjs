// @ts-check
// npm run bench: the measurements of test/bench, on a built service. Arguments after -- choose some of them by name.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { runForeground } from './set-up/child-process.mjs'
import { prepare, runCommand } from './set-up/prepare.mjs'
import { projectRoot, SetUpError, say } from './set-up/project.mjs'

const folder = join('test', 'bench')

await runCommand(async () => {
  const chosen = process.argv.slice(2)
  const benchmarks = listBenchmarks().filter((name) => chosen.length === 0 || chosen.includes(name))
  if (benchmarks.length === 0) {
    throw new SetUpError(
      `no benchmark fits; there are: ${listBenchmarks().join(', ') || `none in ${folder}`}`,
    )
  }
  const { node } = await prepare()
  let worst = 0
  // One after the other: two measurements at once would measure each other.
  for (const name of benchmarks) {
    say(`benchmark ${name}`)
    worst = Math.max(worst, await runForeground(node, [join(folder, `${name}.bench.ts`)]))
  }
  return worst
})

/** The names of the benchmarks: one `NAME.bench.ts` each, run by Node itself. */
function listBenchmarks() {
  const path = join(projectRoot, folder)
  const files = existsSync(path) ? readdirSync(path).sort() : []
  return files.filter((file) => file.endsWith('.bench.ts')).map((file) => file.replace(/\.bench\.ts$/, ''))
}
