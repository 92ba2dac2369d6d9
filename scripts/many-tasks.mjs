// @ts-check
// npm run many-tasks: many tasks on eight engines that fail at random while workers are killed, on MySQL.
import { readArguments } from './set-up/arguments.mjs'
import { runForeground } from './set-up/child-process.mjs'
import { prepare, runCommand } from './set-up/prepare.mjs'
import { SetUpError } from './set-up/project.mjs'

const usage = 'npm run many-tasks -- [--tasks N] [--kill-every SECONDS] [--fault-share SHARE] [--seed N]'

const help = `  --tasks N             2000 by default
  --kill-every SECONDS  between two kills of a worker, 5 by default
  --fault-share SHARE   of the calls that go wrong, 0.05 by default
  --seed N              the seed of an earlier run, which every run prints`

/** The environment variable of each number. */
const variables = {
  tasks: 'MANY_TASKS',
  'kill-every': 'MANY_KILL_EVERY',
  'fault-share': 'MANY_FAULT_SHARE',
  seed: 'MANY_SEED',
}

await runCommand(async () => {
  const { values } = readArguments({ usage, help, values: Object.keys(variables) })
  /** @type {Record<string, string>} */
  const environment = { MANY_TASKS: '2000' }
  for (const [name, variable] of Object.entries(variables)) {
    const value = values.get(name)
    if (value === undefined) continue
    if (!/^\d+(\.\d+)?$/.test(value)) throw new SetUpError(`--${name} takes a number; usage: ${usage}`)
    environment[variable] = value
  }
  const { node } = await prepare()
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'many-tasks']
  return runForeground(node, vitest, { environment })
})
