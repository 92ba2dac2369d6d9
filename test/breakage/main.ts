/** The command of `npm run histories` and `npm run soak`: see README.md beside this file. Exit code 1 says that a guarantee is broken. */
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readArguments } from '../../scripts/set-up/arguments.mjs'
import { runCommand } from '../../scripts/set-up/prepare.mjs'
import { projectRoot, SetUpError } from '../../scripts/set-up/project.mjs'
import { historiesRules } from '../../scripts/test/sized-runs.mjs'
import { type HistoryLine, writeHistory } from './judge/history.ts'
import { judge, type Verdicts } from './judge/judge.ts'
import { findMissingOutcomes } from './judge/outcomes.ts'
import { judgePlant } from './plants/judge-plant.ts'
import { type Plant, plants } from './plants/plants.ts'
import { type RunReport, runHistory } from './scenarios/histories.ts'
import { runSoak } from './scenarios/soak.ts'
import { type DatabaseName, databaseNames, whyUnavailable } from './service/service.ts'

const out = join(projectRoot, 'out', 'histories')
const errorsShown = 5
/** Long enough for every fault to happen to every kind of process. */
const secondsDefault = 90
const hoursDefault = 0.1

await runCommand(async () => {
  const { seed, seconds, hours, only, file } = readOptions()
  if (file !== undefined) return (await judgeFile(file)) ? 0 : 1
  await mkdir(out, { recursive: true })
  const isChosen = (name: string): boolean => only === undefined || only === name
  print(`histories with --seed ${seed}`)
  const available: string[] = []
  for (const name of databaseNames) {
    const why = whyUnavailable(name)
    if (why === undefined) available.push(name)
    else print(`${name} is left out: ${why}`)
  }
  const verdicts: boolean[] = []
  for (const database of databaseNames)
    if (available.includes(database) && isChosen(database))
      verdicts.push(await judgeService(database, { seed, seconds }))
  if (isChosen('archive'))
    verdicts.push(
      await judgeService(available.includes('mysql') ? 'mysql' : 'sqlite', { seed, seconds }, 'archive'),
    )
  if (only === 'soak') verdicts.push(await judgeSoak(seed, hours))
  for (const plant of plants)
    if (
      (plant.where === 'simulation' || plant.where === 'archive' || available.includes(plant.where)) &&
      (isChosen(plant.name) || only === 'plants')
    )
      verdicts.push(await showPlant(plant, seed))
  return verdicts.every(Boolean) ? 0 : 1
})

function readOptions(): {
  readonly seed: number
  readonly seconds: number
  /** Of a soak. */
  readonly hours: number
  readonly only: string | undefined
  /** Of a history that was recorded before. */
  readonly file: string | undefined
} {
  const names = [...databaseNames, 'archive', 'soak', 'plants', ...plants.map(({ name }) => name)]
  const { values } = readArguments(historiesRules)
  const only = values.get('only')
  if (only !== undefined && !names.includes(only))
    throw new SetUpError(`--only is one of ${names.join(', ')}`)
  const numberOf = (name: string, fallback: number): number => {
    const value = values.get(name) ?? String(fallback)
    if (!/^[1-9]\d{0,8}$/.test(value))
      throw new SetUpError(`--${name} takes a whole number from 1 on, not "${value}"`)
    return Number(value)
  }
  const hours = Number(values.get('hours') ?? hoursDefault)
  if (!(hours > 0)) throw new SetUpError(`--hours takes a number above 0, not "${values.get('hours')}"`)
  return {
    hours,
    seed: numberOf('seed', Math.floor(Math.random() * 1_000_000)),
    seconds: numberOf('seconds', secondsDefault),
    only,
    file: values.get('judge'),
  }
}

async function judgeService(
  database: DatabaseName,
  { seed, seconds }: { readonly seed: number; readonly seconds: number },
  name: DatabaseName | 'archive' = database,
): Promise<boolean> {
  print(`\n${name}`)
  const withArchives = name === 'archive'
  const report = await runHistory({ database, durationMs: seconds * 1000, seed, withArchives })
  const holds = await showReport(name, report)
  return (database === 'async' || showBroken(report.broken)) && holds
}

async function judgeSoak(seed: number, hours: number): Promise<boolean> {
  const { holds, figures, broken } = await runSoak({
    durationMs: hours * 3_600_000,
    seed,
    judge: (report) => showReport('soak', report),
  })
  for (const [name, value] of figures) show(name, value)
  return showBroken(broken) && holds
}

function showBroken(promises: readonly string[]): boolean {
  show('what is left', promises.length === 0 ? 'holds' : `VIOLATED ${promises.length} times`)
  for (const promise of promises.slice(0, errorsShown)) print(`    ${promise}`)
  return promises.length === 0
}

async function showReport(name: string, { lines, verdicts, figures }: RunReport): Promise<boolean> {
  await writeHistory(join(out, `${name}.json`), lines)
  for (const [figure, value] of figures) show(figure, value)
  return showVerdicts(lines, verdicts)
}

/** Judges a history again. */
async function judgeFile(file: string): Promise<boolean> {
  let lines: HistoryLine[]
  try {
    lines = JSON.parse(await readFile(file, 'utf8'))
  } catch (error) {
    throw new SetUpError(`--judge takes a file of out/histories: ${String(error)}`)
  }
  return showVerdicts(lines, judge(lines))
}

function showVerdicts(lines: readonly HistoryLine[], verdicts: Verdicts): boolean {
  for (const [checker, errors] of Object.entries(verdicts)) {
    show(checker, errors.length === 0 ? 'holds' : `VIOLATED ${errors.length} times`)
    for (const error of errors.slice(0, errorsShown)) print(`    ${error}`)
  }
  const missing = findMissingOutcomes(lines)
  if (missing.length > 0) print(`  TOO LITTLE TO JUDGE: no ${missing.join(', no ')}`)
  return missing.length === 0 && Object.values(verdicts).every((errors) => errors.length === 0)
}

async function showPlant(plant: Plant, seed: number): Promise<boolean> {
  const found = await judgePlant(plant, plant.seed ?? seed)
  const isFound = found.size === 1 && found.has(plant.foundBy)
  show(
    plant.name,
    isFound
      ? `found by ${plant.foundBy}`
      : `NOT FOUND by ${plant.foundBy} alone, but by ${[...found.keys()].join(', ') || 'nothing'}`,
  )
  if (!isFound) for (const [checker, error] of found) print(`    ${checker}: ${error}`)
  return isFound
}

function show(name: string, value: string | number): void {
  print(`  ${name.padEnd(36)} ${value}`)
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
