// @ts-check
import { readArguments } from '../set-up/arguments.mjs'
import { runForeground } from '../set-up/child-process.mjs'
import { ensureSystemPrograms, readNoSystem } from '../set-up/debian.mjs'
import { prepare } from '../set-up/prepare.mjs'
import { SetUpError } from '../set-up/project.mjs'

/**
 * npm run hostile: the attacks of test/hostile, in any number. Without options it runs those of npm test.
 * @param {readonly string[]} args
 */
export async function hostile(args) {
  const { args: own, mayInstall } = readNoSystem(args)
  const { options, flags } = readSizes(own, {
    usage: 'npm run hostile -- [--requests N] [--images N] [--seed N] [--first N] [--full] [--no-system]',
    help: `  --requests N   requests of the fuzz, 5000 by default
  --images N     mutated images, 10000 by default
  --seed N       the seed of an earlier run, which every run prints
  --first N      where in that run to begin
  --full         also every flood, slow clients and timing pairs: 5 minutes
  --no-system    installs no system programs`,
    values: ['requests', 'images', 'seed', 'first'],
    flags: ['full'],
    pattern: /^\d{1,10}$/,
    complaint: 'must be a whole number',
  })
  const { node } = await prepare()
  await ensureSystemPrograms({ mayInstall })
  // No time limit: a million images take long.
  return runProject(node, ['hostile', '--testTimeout', '0'], {
    ...options,
    ...(flags.has('full') && { full: 'yes' }),
  })
}

/**
 * npm run many-tasks: many tasks on eight engines that fail at random while workers are killed, on MySQL.
 * @param {readonly string[]} args
 */
export async function manyTasks(args) {
  const { options } = readSizes(args, {
    usage: 'npm run many-tasks -- [--tasks N] [--seed N]',
    help: `  --tasks N  2000 by default
  --seed N   the seed of an earlier run, which every run prints`,
    values: ['tasks', 'seed'],
    pattern: /^\d+$/,
    complaint: 'takes a whole number',
  })
  const { node } = await prepare()
  return runProject(node, ['faults', 'test/breakage/scenarios/many-tasks'], { tasks: '2000', ...options })
}

/**
 * npm run simulation: the whole service in one process, with every call in an order that a seed decides; or the SDK
 * through random faults.
 * @param {readonly string[]} args
 */
export async function simulation(args) {
  const { options } = readSizes(args, {
    usage: 'npm run simulation -- [--episodes N | --path PLACE] [--sequences N] [--seed N]',
    help: `  --episodes N   of the service, about 2,000 calls each; 700 if nothing else is asked for
  --path PLACE   one plan of a seed, as a failure prints it
  --sequences N  of calls of the SDK, with faults
  --seed N       the seed of an earlier run, which every run prints`,
    values: ['episodes', 'path', 'sequences', 'seed'],
    pattern: /^\d+(:\d+)*$/,
    complaint: 'must be a whole number, or a path as it was printed',
  })
  const { node } = await prepare()
  const asksService = 'episodes' in options || 'path' in options || !('sequences' in options)
  const files = [
    ...(asksService ? ['test/simulation/service/simulation.test.ts'] : []),
    ...('sequences' in options ? ['test/simulation/client'] : []),
  ]
  return runProject(node, ['simulation', ...files], { episodes: '700', ...options })
}

/** What `npm run histories` takes; which names there are, its program knows. */
export const historiesRules = {
  usage: 'npm run histories -- [--seed N] [--seconds N] [--only NAME] [--hours N] [--judge FILE]',
  help: `  --seed N      the seed of an earlier run: the same requests and faults, which then meet at other moments
  --seconds N   how long clients and faults are at work on each database, 90 by default
  --only NAME   sqlite, mysql, semi-sync, async, group, archive, soak, plants, or one plant by its name
  --hours N     how long a soak goes on, a tenth by default
  --judge FILE  a history that was recorded before, as in out/histories/mysql.json: nothing else is done`,
  values: ['seed', 'seconds', 'only', 'hours', 'judge'],
}

/** The histories of one service for hours, which run alone. */
export const soakRules = { usage: 'npm run soak -- [--hours N] [--seed N]', values: ['hours', 'seed'] }

/** A machine that runs this for an hour has other work, too. */
const crashTestMsMax = 120_000

/**
 * npm run crash-points: the tests that kill a process at each of its steps, again and again, with their files in
 * another order each time, until one fails.
 * @param {readonly string[]} args
 */
export async function crashPoints(args) {
  const { options } = readSizes(args, {
    usage: 'npm run crash-points -- [--times N]',
    help: '  --times N  20 by default',
    values: ['times'],
    pattern: /^[1-9]\d{0,3}$/,
    complaint: 'must be a whole number',
  })
  const { node } = await prepare()
  const times = Number(options.times ?? 20)
  for (let at = 1; at <= times; at += 1) {
    process.stdout.write(`\ncrash points, ${at} of ${times}\n`)
    const order = ['--sequence.shuffle.files', `--sequence.seed=${at}`]
    const words = [
      'faults',
      ...order,
      '--reporter=dot',
      `--testTimeout=${crashTestMsMax}`,
      'test/breakage/crash-points/',
    ]
    const code = await runProject(node, words)
    if (code !== 0) return code
  }
  return 0
}

/**
 * Reads options that are numbers.
 * @param {readonly string[]} args
 * @param {{ usage: string, help: string, values: readonly string[], flags?: readonly string[], pattern: RegExp,
 *   complaint: string }} rules
 */
function readSizes(args, { pattern, complaint, ...rules }) {
  const { values, flags } = readArguments(rules, args)
  for (const [name, value] of values)
    if (!pattern.test(value)) throw new SetUpError(`--${name} ${complaint}; usage: ${rules.usage}`)
  /** @type {Record<string, string>} */
  const options = Object.fromEntries(values)
  return { options, flags }
}

/**
 * @param {string} node
 * @param {readonly string[]} project its name, then options of vitest
 * @param {Record<string, string>} [options] what the tests read by `test/support/run-option.ts`
 */
function runProject(node, project, options = {}) {
  return runForeground(node, ['node_modules/vitest/vitest.mjs', 'run', '--project', ...project], {
    environment: { MEDIAGEN_TEST_OPTIONS: JSON.stringify(options) },
  })
}
