// @ts-check
import { readArguments } from '../set-up/arguments.mjs'
import { runForeground } from '../set-up/child-process.mjs'
import { ensureSystemPrograms } from '../set-up/debian.mjs'
import { prepare } from '../set-up/prepare.mjs'
import { SetUpError } from '../set-up/project.mjs'

/**
 * npm run hostile: the attacks of test/hostile, in any number. Without options it runs those of npm test.
 * @param {readonly string[]} args
 */
export async function hostile(args) {
  const { environment, flags } = readSizes(args, {
    usage: 'npm run hostile -- [--requests N] [--images N] [--seed N] [--first N] [--full]',
    help: `  --requests N   requests of the fuzz, 5000 by default
  --images N     mutated images, 10000 by default
  --seed N       the seed of an earlier run, which every run prints
  --first N      where in that run to begin
  --full         also every flood, slow clients and timing pairs: 5 minutes`,
    variables: {
      requests: 'HOSTILE_REQUESTS',
      images: 'HOSTILE_IMAGES',
      seed: 'HOSTILE_SEED',
      first: 'HOSTILE_FIRST',
    },
    flags: ['full'],
    pattern: /^\d{1,10}$/,
    complaint: 'must be a whole number',
  })
  const { node } = await prepare()
  await ensureSystemPrograms()
  // No time limit: a million images take long.
  return runProject(node, ['hostile', '--testTimeout', '0'], {
    ...environment,
    ...(flags.has('full') && { HOSTILE_FULL: '1' }),
  })
}

/**
 * npm run many-tasks: many tasks on eight engines that fail at random while workers are killed, on MySQL.
 * @param {readonly string[]} args
 */
export async function manyTasks(args) {
  const { environment } = readSizes(args, {
    usage: 'npm run many-tasks -- [--tasks N] [--kill-every SECONDS] [--fault-share SHARE] [--seed N]',
    help: `  --tasks N             2000 by default
  --kill-every SECONDS  between two kills of a worker, 5 by default
  --fault-share SHARE   of the calls that go wrong, 0.05 by default
  --seed N              the seed of an earlier run, which every run prints`,
    variables: {
      tasks: 'MANY_TASKS',
      'kill-every': 'MANY_KILL_EVERY',
      'fault-share': 'MANY_FAULT_SHARE',
      seed: 'MANY_SEED',
    },
    pattern: /^\d+(\.\d+)?$/,
    complaint: 'takes a number',
  })
  const { node } = await prepare()
  return runProject(node, ['many-tasks'], { MANY_TASKS: '2000', ...environment })
}

/**
 * npm run simulation: the whole service in one process, with every call in an order that a seed decides.
 * @param {readonly string[]} args
 */
export async function simulation(args) {
  const { environment } = readSizes(args, {
    usage: 'npm run simulation -- [--episodes N] [--seed N] [--path PLACE]',
    help: `  --episodes N  of about 2,000 calls each, 700 by default
  --seed N      the seed of an earlier run, which every run prints
  --path PLACE  one plan of that seed, as a failure prints it`,
    variables: {
      episodes: 'MEDIAGEN_SIMULATION_EPISODES',
      seed: 'MEDIAGEN_SIMULATION_SEED',
      path: 'MEDIAGEN_SIMULATION_PATH',
    },
    pattern: /^\d+(:\d+)*$/,
    complaint: 'must be a whole number, or a path as it was printed',
  })
  const { node } = await prepare()
  const words = ['simulation', 'test/simulation/service/simulation.test.ts']
  return runProject(node, words, { MEDIAGEN_SIMULATION_EPISODES: '700', ...environment })
}

/** What `npm run histories` takes; which names there are, its program knows. */
export const historiesRules = {
  usage: 'npm run histories -- [--seed N] [--seconds N] [--only NAME] [--judge FILE]',
  help: `  --seed N      the seed of an earlier run: the same requests and faults, which then meet at other moments
  --seconds N   how long clients and faults are at work on each database, 90 by default
  --only NAME   sqlite, mysql, semi-sync, async, plants, or one plant by its name
  --judge FILE  a history that was recorded before, as in out/histories/mysql.json: nothing else is done`,
  values: ['seed', 'seconds', 'only', 'judge'],
}

/** A machine that runs this for an hour has other work, too. */
const crashTestMsMax = 120_000

/**
 * npm run crash-points: the tests that kill a process at each of its steps, again and again, with their files in
 * another order each time, until one fails.
 * @param {readonly string[]} args
 */
export async function crashPoints(args) {
  const { environment } = readSizes(args, {
    usage: 'npm run crash-points -- [--times N]',
    help: '  --times N  20 by default',
    variables: { times: 'TIMES' },
    pattern: /^[1-9]\d{0,3}$/,
    complaint: 'must be a whole number',
  })
  const { node } = await prepare()
  const times = Number(environment.TIMES ?? 20)
  for (let at = 1; at <= times; at += 1) {
    process.stdout.write(`\ncrash points, ${at} of ${times}\n`)
    const order = ['--sequence.shuffle.files', `--sequence.seed=${at}`]
    const words = ['faults', ...order, '--reporter=dot', `--testTimeout=${crashTestMsMax}`, 'crash.test.ts']
    const code = await runProject(node, words, { MEDIAGEN_TEST_SUITE: 'all' })
    if (code !== 0) return code
  }
  return 0
}

/**
 * Reads options that are numbers, each as the environment variable that its tests read.
 * @param {readonly string[]} args
 * @param {{ usage: string, help: string, variables: Record<string, string>, flags?: readonly string[],
 *   pattern: RegExp, complaint: string }} options
 */
function readSizes(args, { usage, help, variables, flags: known = [], pattern, complaint }) {
  const { values, flags } = readArguments({ usage, help, values: Object.keys(variables), flags: known }, args)
  /** @type {Record<string, string>} */
  const environment = {}
  for (const [name, variable] of Object.entries(variables)) {
    const value = values.get(name)
    if (value === undefined) continue
    if (!pattern.test(value)) throw new SetUpError(`--${name} ${complaint}; usage: ${usage}`)
    environment[variable] = value
  }
  return { environment, flags }
}

/**
 * @param {string} node
 * @param {readonly string[]} project its name, then options of vitest
 * @param {Record<string, string>} environment
 */
function runProject(node, project, environment) {
  return runForeground(node, ['node_modules/vitest/vitest.mjs', 'run', '--project', ...project], {
    environment,
  })
}
