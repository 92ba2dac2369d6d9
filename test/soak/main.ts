/**
 * The command of `npm run soak`: see README.md beside this file. Exit code 1 says that a promise was broken.
 */
import { readArguments } from '../../scripts/set-up/arguments.mjs'
import { runCommand } from '../../scripts/set-up/prepare.mjs'
import { SetUpError } from '../../scripts/set-up/project.mjs'
import { runSoak } from './soak.ts'
import { type SoakOptions, soakDefaults } from './soak-options.ts'

const violationsShown = 50
/** In eight hours as many tasks as a service with 1,700 an hour has in a week. */
const perSecondDefault = 10

const optionNames = {
  tasks: 'tasks',
  rate: 'perSecond',
  'kill-every': 'killEvery',
  'database-restarts': 'databaseRestarts',
  apis: 'apis',
  workers: 'workers',
  clients: 'clients',
  accounts: 'accounts',
  seed: 'seed',
} as const

await runCommand(async () => {
  const options = readOptions()
  process.stdout.write(`soak with --seed ${options.seed}\n`)
  const { figures, violations } = await runSoak(options, (line) => process.stdout.write(`${line}\n`))
  const width = Math.max(...figures.map(([name]) => name.length))
  process.stdout.write(`\n${figures.map(([name, value]) => `${name.padEnd(width)}  ${value}`).join('\n')}\n`)
  for (const violation of violations.slice(0, violationsShown))
    process.stdout.write(`VIOLATION ${violation}\n`)
  process.stdout.write(`${'violations'.padEnd(width)}  ${violations.length}\n`)
  process.exit(violations.length === 0 ? 0 : 1)
})

function readOptions(): SoakOptions {
  const names = [...Object.keys(optionNames), 'hours']
  const usage = `npm run soak -- ${names.map((name) => `[--${name} N]`).join(' ')}`
  const { values } = readArguments({ usage, values: names })
  const given = Object.entries(optionNames).flatMap(([name, key]) => {
    const value = values.get(name)
    if (value === undefined) return []
    if (!/^\d+(\.\d+)?$/.test(value)) throw new SetUpError(`--${name} takes a number, not "${value}"`)
    return [[key, Number(value)]]
  })
  const options = { seed: Math.floor(Math.random() * 1_000_000), ...Object.fromEntries(given) }
  const hours = readHours(values)
  if (hours === undefined) return { ...soakDefaults, ...options }
  const { perSecond = perSecondDefault, ...rest }: Partial<SoakOptions> & { seed: number } = options
  const tasks = Math.ceil(hours * 3600 * perSecond)
  return { ...soakDefaults, spared: 1, ...rest, perSecond, tasks }
}

function readHours(values: ReadonlyMap<string, string>): number | undefined {
  const value = values.get('hours')
  if (value === undefined) return undefined
  if (!(Number(value) > 0)) throw new SetUpError(`--hours takes a number above 0, not "${value}"`)
  if (values.has('tasks'))
    throw new SetUpError('--hours and --rate say how many tasks there are: leave out --tasks')
  return Number(value)
}
