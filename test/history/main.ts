import { execFile } from 'node:child_process'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { root } from '../operations/support/deployment.ts'
import { findMysqlProgram } from '../support/mysql-source.ts'
import { writeHistory } from './history.ts'
import { checkerNames, type Verdicts } from './judge.ts'
import { copyWithPlant, type Plant, plants } from './plants.ts'
import { runHistory } from './run.ts'
import type { DatabaseName } from './service.ts'

/**
 * Records histories of the service while its parts fail, and holds them against the checkers; then does the same
 * with each planted fault, which exactly its checker must find. Exits with 1 if anything is otherwise.
 */
const { values } = parseArgs({
  options: {
    database: { type: 'string', multiple: true },
    seconds: { type: 'string', default: '120' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000_000) },
    plant: { type: 'string', multiple: true },
    'plant-seconds': { type: 'string', default: '12' },
    'no-plants': { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
})
const run = promisify(execFile)
const seed = Number(values.seed)
const known: readonly DatabaseName[] = findMysqlProgram() === undefined ? ['sqlite'] : ['sqlite', 'mysql']
const databases = known.filter((name) => values.database === undefined || values.database.includes(name))
const folder = join(root, 'out/histories')
await mkdir(folder, { recursive: true })

let failed = false
if (values.plant === undefined) for (const database of databases) await judgeService(database)
const chosen = plants.filter(({ name }) => values.plant === undefined || values.plant.includes(name))
if (!values['no-plants'])
  for (const plant of chosen) if (known.includes(plant.database)) await judgePlant(plant)
process.exitCode = failed ? 1 : 0

async function judgeService(database: DatabaseName): Promise<void> {
  const { lines, verdicts, stuck, figures } = await runHistory({
    database,
    durationMs: Number(values.seconds) * 1000,
    seed,
  })
  await writeHistory(join(folder, `${database}.json`), lines)
  if (values.json) return print(JSON.stringify(verdicts))
  print(`\n${database}, seed ${seed}`)
  for (const [name, value] of figures) print(`  ${name.padEnd(44)} ${value}`)
  for (const [checker, errors] of Object.entries({ ...verdicts, liveness: stuck })) {
    if (errors.length > 0) failed = true
    print(`  ${checker.padEnd(44)} ${errors.length === 0 ? 'holds' : `${errors.length} violations`}`)
    for (const error of errors.slice(0, 5)) print(`    ${error.slice(0, 600)}`)
  }
}

async function judgePlant({ name, foundBy, database }: Plant): Promise<void> {
  const copy = await copyWithPlant(name, join(folder, 'plants', name))
  const words = [
    '--no-plants',
    '--json',
    '--database',
    database,
    '--seconds',
    values['plant-seconds'],
    '--seed',
    String(seed),
  ]
  const { stdout } = await run(process.execPath, [join(copy, 'test/history/main.ts'), ...words], {
    cwd: copy,
    maxBuffer: 2 ** 30,
  })
  const verdicts: Verdicts = JSON.parse(stdout)
  const found = checkerNames.filter((checker) => verdicts[checker].length > 0)
  const isFound = found.length === 1 && found[0] === foundBy
  if (!isFound) failed = true
  print(
    `  ${name.padEnd(44)} ${isFound ? `found by ${foundBy}` : `NOT AS PLANTED: ${found.join(', ') || 'nothing'} instead of ${foundBy}`}`,
  )
  if (!isFound) for (const checker of found) print(`    ${checker}: ${verdicts[checker][0]?.slice(0, 400)}`)
  await rm(copy, { recursive: true, force: true })
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
