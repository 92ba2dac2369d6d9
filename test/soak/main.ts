/** The command of `npm run soak`: see README.md beside this file. Exit code 1 says that a promise was broken. */
import { parseArgs } from 'node:util'
import { runSoak } from './soak.ts'
import { type SoakOptions, soakDefaults } from './soak-options.ts'

const violationsShown = 50

const options = readOptions(process.argv.slice(2))
process.stdout.write(`soak with --seed ${options.seed}\n`)
const { figures, violations } = await runSoak(options, (line) => process.stdout.write(`${line}\n`))
const width = Math.max(...figures.map(([name]) => name.length))
process.stdout.write(`\n${figures.map(([name, value]) => `${name.padEnd(width)}  ${value}`).join('\n')}\n`)
for (const violation of violations.slice(0, violationsShown)) process.stdout.write(`VIOLATION ${violation}\n`)
process.stdout.write(`${'violations'.padEnd(width)}  ${violations.length}\n`)
process.exit(violations.length === 0 ? 0 : 1)

function readOptions(argv: readonly string[]): SoakOptions {
  const names = {
    tasks: 'tasks',
    'kill-every': 'killEvery',
    'database-restarts': 'databaseRestarts',
    apis: 'apis',
    workers: 'workers',
    clients: 'clients',
    accounts: 'accounts',
    seed: 'seed',
  } as const
  const { values } = parseArgs({
    args: [...argv],
    options: Object.fromEntries(Object.keys(names).map((name) => [name, { type: 'string' as const }])),
  })
  const given = Object.entries(names).flatMap(([name, key]) => {
    const value = values[name]
    if (value === undefined) return []
    if (!/^\d+(\.\d+)?$/.test(String(value))) throw new TypeError(`--${name} takes a number.`)
    return [[key, Number(value)]]
  })
  return { ...soakDefaults, seed: Math.floor(Math.random() * 1_000_000), ...Object.fromEntries(given) }
}
