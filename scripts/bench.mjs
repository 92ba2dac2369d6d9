// @ts-check
// npm run bench -- NAME … [--quick]: the measurements of test/bench, on a built service; `all` runs every one of them. A
// quick look runs them small and writes nothing; a whole run puts its figures into test/bench/README.md.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { runForeground } from './set-up/child-process.mjs'
import { prepare, runCommand } from './set-up/prepare.mjs'
import { projectRoot, SetUpError, say } from './set-up/project.mjs'

const folder = join('test', 'bench')

await runCommand(async () => {
  const flags = process.argv.slice(2).filter((argument) => argument.startsWith('--'))
  const chosen = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
  const known = listBenchmarks()
  const unknown = chosen.filter((name) => name !== 'all' && !known.includes(name))
  const isWrong = unknown.length > 0 || flags.some((flag) => flag !== '--quick')
  if (chosen.length === 0 || isWrong) {
    throw new SetUpError(`name some of: all, ${known.join(', ')}; --quick measures little and writes nothing`)
  }
  const { node } = await prepare()
  let worst = 0
  // One after the other: two measurements at once would measure each other.
  for (const name of chosen.includes('all') ? known : chosen) {
    say(`benchmark ${name}`)
    const code = await runForeground(node, [join(folder, `${name}.bench.ts`), ...flags])
    worst = Math.max(worst, code)
  }
  return worst
})

/** The names of the benchmarks: one `NAME.bench.ts` each, run by Node itself. */
function listBenchmarks() {
  const path = join(projectRoot, folder)
  const files = existsSync(path) ? readdirSync(path).sort() : []
  return files.filter((file) => file.endsWith('.bench.ts')).map((file) => file.replace(/\.bench\.ts$/, ''))
}
