// @ts-check
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { readArguments } from '../set-up/arguments.mjs'
import { runForeground } from '../set-up/child-process.mjs'
import { prepare } from '../set-up/prepare.mjs'
import { projectRoot, SetUpError, say } from '../set-up/project.mjs'

const folder = join('test', 'bench')

/**
 * npm run bench -- NAME … [--quick]: the benchmarks of test/bench, on the built service; `all` runs each. A
 * quick run uses small numbers and writes nothing; a full run writes its figures to
 * test/bench/README.md, and those of SDKs to docs/compared.md.
 * @param {readonly string[]} args
 */
export async function bench(args) {
  const known = listBenchmarks()
  const { flags, words: chosen } = readArguments(
    {
      usage: `npm run bench -- NAME … [--quick], with some of the names all, ${known.join(', ')}; --quick measures little and writes nothing`,
      flags: ['quick'],
      wordsMax: known.length,
    },
    args,
  )
  const unknown = chosen.filter((name) => name !== 'all' && !known.includes(name))
  if (chosen.length === 0 || unknown.length > 0)
    throw new SetUpError(
      `name some of: all, ${known.join(', ')}; not ${unknown.join(', ') || 'none of them'}`,
    )
  const repeated = chosen.find((name, index) => chosen.indexOf(name) !== index)
  if (repeated !== undefined) throw new SetUpError(`${repeated} is named more than once`)
  const { node } = await prepare()
  let worst = 0
  // Sequentially: concurrent measurements would disturb each other.
  for (const name of chosen.includes('all') ? known : chosen) {
    say(`benchmark ${name}`)
    const code = await runForeground(node, [
      join(folder, `${name}.bench.ts`),
      ...(flags.has('quick') ? ['--quick'] : []),
    ])
    worst = Math.max(worst, code)
  }
  return worst
}

/** The names of the benchmarks: one `NAME.bench.ts` each, run directly by Node. */
function listBenchmarks() {
  const path = join(projectRoot, folder)
  const files = existsSync(path) ? readdirSync(path).sort() : []
  return files.filter((file) => file.endsWith('.bench.ts')).map((file) => file.replace(/\.bench\.ts$/, ''))
}
