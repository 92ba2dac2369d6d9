// @ts-check
// npm run hostile: the attacks of test/hostile, in any number. Without options it runs those of npm test.
import { readArguments } from './set-up/arguments.mjs'
import { runForeground } from './set-up/child-process.mjs'
import { ensureSystemPrograms } from './set-up/debian.mjs'
import { prepare, runCommand } from './set-up/prepare.mjs'
import { SetUpError } from './set-up/project.mjs'

const usage = 'npm run hostile -- [--requests N] [--images N] [--seed N] [--first N] [--full]'

const help = `  --requests N   requests of the fuzz, 5000 by default
  --images N     mutated images, 10000 by default
  --seed N       the seed of an earlier run, which every run prints
  --first N      where in that run to begin
  --full         also every flood, slow clients and timing pairs: 5 minutes`

/** The environment variable of each number. */
const variables = {
  requests: 'HOSTILE_REQUESTS',
  images: 'HOSTILE_IMAGES',
  seed: 'HOSTILE_SEED',
  first: 'HOSTILE_FIRST',
}

await runCommand(async () => {
  const { values, flags } = readArguments({ usage, help, values: Object.keys(variables), flags: ['full'] })
  /** @type {Record<string, string>} */
  const environment = flags.has('full') ? { HOSTILE_FULL: '1' } : {}
  for (const [name, variable] of Object.entries(variables)) {
    const value = values.get(name)
    if (value === undefined) continue
    if (!/^\d{1,10}$/.test(value)) throw new SetUpError(`--${name} must be a whole number; usage: ${usage}`)
    environment[variable] = value
  }
  const { node } = await prepare()
  await ensureSystemPrograms()
  // No time limit: a million images take long.
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'hostile', '--testTimeout', '0']
  return runForeground(node, vitest, { environment })
})
