// @ts-check
// node scripts/run.mjs COMMAND …: the commands of package.json. They run from a fresh clone on Node 20, so this
// file and what it imports are plain JavaScript without packages.
import { change } from './check/change.mjs'
import { check } from './check/check.mjs'
import { conform, generate, mock } from './contract.mjs'
import { release } from './release/release.mjs'
import { readArguments } from './set-up/arguments.mjs'
import { runForeground } from './set-up/child-process.mjs'
import { prepare, runCommand } from './set-up/prepare.mjs'
import { SetUpError } from './set-up/project.mjs'
import { start } from './start.mjs'
import { bench } from './test/bench.mjs'
import { runTests, test } from './test/run-tests.mjs'
import { crashPoints, historiesRules, hostile, manyTasks, simulation, soakRules } from './test/sized-runs.mjs'

/**
 * Each resolves to its exit code.
 * @type {Readonly<Record<string, (args: readonly string[]) => Promise<number>>>}
 */
const commands = {
  start,
  demo: program(['scripts/demo/main.ts']),
  admin: program(['server/dist/main.js', 'admin'], { build: 'service' }),
  providers: program(['server/dist/main.js', 'providers'], { build: 'service' }),
  change,
  check,
  test,
  e2e: (args) => runTests({ suite: 'e2e', args }),
  bench,
  soak: checked(soakRules, program(['test/breakage/main.ts', '--only', 'soak'])),
  histories: checked(historiesRules, program(['test/breakage/main.ts'])),
  'crash-points': crashPoints,
  simulation,
  mutation: program(['test/mutation/main.ts']),
  look: async (args) => {
    const { node } = await prepare()
    const code = await runForeground(node, ['scripts/docs/main.ts', '--if-stale'])
    return code === 0 ? runForeground(node, ['test/look/main.ts', ...args]) : code
  },
  hostile,
  'many-tasks': manyTasks,
  docs: checked(
    { usage: 'npm run docs [-- --if-stale]', flags: ['if-stale'] },
    program(['scripts/docs/main.ts']),
  ),
  build: checked({ usage: 'npm run build' }, async () => {
    await prepare()
    return 0
  }),
  generate,
  mock,
  conform,
  contracts: program(['test/contracts/main.ts']),
  release,
}

const [name = ''] = process.argv.slice(2)
await runCommand(async () => {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (command === undefined) throw new SetUpError(`the commands are ${Object.keys(commands).join(', ')}`)
  return command(process.argv.slice(3))
}, `run.mjs ${name}`)

/**
 * A command that runs a program of the project on Node 24, once what it needs is there.
 * @param {readonly string[]} nodeArguments
 * @param {Parameters<typeof prepare>[0]} [extent]
 * @returns {(args: readonly string[]) => Promise<number>}
 */
function program(nodeArguments, extent) {
  return async (args) => {
    const { node } = await prepare(extent)
    return runForeground(node, [...nodeArguments, ...args])
  }
}

/**
 * A command whose arguments are checked before anything is installed for it.
 * @param {Parameters<typeof readArguments>[0]} rules
 * @param {(args: readonly string[]) => Promise<number>} command
 * @returns {(args: readonly string[]) => Promise<number>}
 */
function checked(rules, command) {
  return async (args) => {
    readArguments(rules, args)
    return command(args)
  }
}
