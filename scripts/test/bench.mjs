// @ts-check
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { readArguments } from '../set-up/arguments.mjs'
import { runForeground, runQuietly } from '../set-up/child-process.mjs'
import { chromium, mariadb, requireSystemPrograms } from '../set-up/debian.mjs'
import { prepare } from '../set-up/prepare.mjs'
import { projectRoot, SetUpError, say } from '../set-up/project.mjs'
import { findNode } from '../set-up/runtime.mjs'

const folder = join('test', 'bench')

/**
 * npm run bench -- compare COMMIT [NAME …]: what this checkout costs beside a commit, by the processor time of the
 * service. The commit's checkout stays in out/compare/, so that a second comparison with it starts at once.
 * @param {string[]} args
 */
async function compare(args) {
  const {
    flags,
    words: [commit, ...names],
  } = readArguments(
    {
      usage: `npm run bench -- compare COMMIT [NAME …] [--quick], with some of the names ${comparable.join(', ')}`,
      help: `Exits with 1 where something takes more than 1.05 times the processor time, beyond the spread of its turns.`,
      flags: ['quick'],
      wordsMax: 1 + comparable.length,
    },
    args,
  )
  if (commit === undefined) throw new SetUpError('name a commit: npm run bench -- compare COMMIT [NAME …]')
  const unknown = names.filter((name) => !comparable.includes(name))
  if (unknown.length > 0)
    throw new SetUpError(`name some of ${comparable.join(', ')}; not ${unknown.join(', ')}`)
  const { node } = await prepare()
  await requireSystemPrograms([mariadb])
  const other = await checkOut(commit)
  return runForeground(node, [
    join(folder, 'compare', 'main.ts'),
    other.root,
    other.node,
    `${commit} (${other.id})`,
    ...names,
    ...(flags.has('quick') ? ['--quick'] : []),
  ])
}

/**
 * The programs of the system that a benchmark needs, where that is not MySQL alone.
 * @type {Readonly<Record<string, readonly import('../set-up/debian.mjs').SystemProgram[]>>}
 */
const programsOf = {
  codegen: [],
  embedded: [],
  pages: [chromium],
  sdk: [],
}

/**
 * The benchmarks whose size may be given, with the option that gives it.
 * @type {Readonly<Record<string, string>>}
 */
const sizeOf = { growth: 'tasks', 'held-polls': 'clients' }

const comparable = ['orders', 'keys', 'polls', 'held-polls', 'tasks']

/**
 * A built checkout of a commit, prepared by its own scripts.
 * @param {string} commit
 */
async function checkOut(commit) {
  const found = await runQuietly('git', ['rev-parse', '--verify', '--quiet', `${commit}^{commit}`])
  if (found.code !== 0) throw new SetUpError(`there is no commit ${commit} in this repository`)
  const id = found.output.trim().slice(0, 12)
  const root = join(projectRoot, 'out', 'compare', id)
  if (!existsSync(root)) {
    say(`checking out ${id}`)
    const added = await runQuietly('git', ['worktree', 'add', '--force', '--detach', root, id])
    if (added.code !== 0) throw new SetUpError(`git could not check out ${id}:\n\n${added.output.trim()}`)
  }
  say(`building ${id}, in out/compare/${id}`)
  // The least of its commands that installs and builds the service; it prints its help.
  const built = await runQuietly(process.execPath, [join(root, 'scripts', 'run.mjs'), 'admin', 'help'])
  if (built.code !== 0) throw new SetUpError(`${id} cannot be built:\n\n${built.output.trim()}`)
  return { root, id, node: findNode({ bundled: join(root, 'node_modules', '.bin', 'node') }) }
}

/**
 * npm run bench -- NAME … [--quick]: the benchmarks of test/bench, on the built service; `all` runs each. A
 * quick run uses small numbers and writes nothing; a full run writes its figures to test/bench/README.md.
 * @param {readonly string[]} args
 */
export async function bench(args) {
  if (args[0] === 'compare') return compare(args.slice(1))
  const known = listBenchmarks()
  const {
    flags,
    values,
    words: chosen,
  } = readArguments(
    {
      usage: `npm run bench -- NAME … [--quick], with some of the names all, ${known.join(', ')}; or compare COMMIT; --quick measures little and writes nothing`,
      help: `  --tasks N    in the largest database of growth
  --clients N  of held-polls`,
      flags: ['quick'],
      values: ['tasks', 'clients'],
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
  for (const [option, value] of values) {
    if (!chosen.every((name) => sizeOf[name] === option))
      throw new SetUpError(`--${option} is not for ${chosen.join(' and ')}`)
    if (!/^[1-9]\d*$/.test(value)) throw new SetUpError(`--${option} takes a whole number`)
  }
  const { node } = await prepare()
  const names = chosen.includes('all') ? known : chosen
  await requireSystemPrograms([...new Set(names.flatMap((name) => programsOf[name] ?? [mariadb]))])
  let worst = 0
  // Sequentially: concurrent measurements would disturb each other.
  for (const name of names) {
    say(`benchmark ${name}`)
    const code = await runForeground(node, [
      join(folder, `${name}.bench.ts`),
      ...(flags.has('quick') ? ['--quick'] : []),
      ...[...values].flatMap(([option, value]) => [`--${option}`, value]),
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
