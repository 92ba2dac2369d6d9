/** The command of `npm run mutation`: see README.md beside this file. */
import { readArguments } from '../../scripts/set-up/arguments.mjs'
import { runCommand } from '../../scripts/set-up/prepare.mjs'
import { projectRoot, SetUpError } from '../../scripts/set-up/project.mjs'
import { addGuardMutator } from './guards.ts'
import { type HarmlessMutant, harmlessMutants } from './harmless.ts'
import { type ModuleName, modules } from './modules.ts'
import { mutate, type Survivor } from './mutate.ts'

const scoreMin = 90
const names = Object.keys(modules) as ModuleName[]

await runCommand(async () => {
  const { words } = readArguments({
    usage: 'npm run mutation -- [MODULE [FILE]]',
    help: `  MODULE  ${names.join(', ')}; all of them by default\n  FILE    one of its files, such as ledger.ts`,
    wordsMax: 2,
  })
  const [, file] = words
  const chosen = words.length === 0 ? names : names.filter((name) => name === words[0])
  if (chosen.length === 0) throw new SetUpError(`the modules are ${names.join(', ')}`)
  process.chdir(projectRoot)
  await addGuardMutator()
  let passed = true
  for (const name of chosen) {
    const { mutants, survivors } = await mutate(name, file)
    const score = (100 * (mutants - survivors.length)) / mutants
    const unexplained = survivors.filter((survivor) => !isExplained(name, survivor))
    // One file says nothing about the survivors of the others.
    const stale = file === undefined ? findStale(name, survivors) : []
    print(
      `${name.padEnd(12)} ${mutants} mutants, ${survivors.length} survive, ${unexplained.length} without a reason: ${score.toFixed(1)} %`,
    )
    for (const { path, line, in: place, mutant, code, replacement } of unexplained) {
      print(`  ${path}:${line} ${place}, ${mutant}`)
      print(`    ${code}\n    → ${replacement.replaceAll(/\s+/g, ' ')}`)
    }
    for (const reason of stale) print(`  harmless/${name}.ts has a reason for no survivor: ${reason}`)
    passed &&= score >= scoreMin && unexplained.length === 0 && stale.length === 0
  }
  return passed ? 0 : 1
})

/** Whether `harmless/` has a reason for a survivor. */
function isExplained(name: ModuleName, survivor: Survivor): boolean {
  return harmlessMutants(name).some((mutant) => isSame(mutant, survivor))
}

/** What `harmless/` says of mutants that a test notices, or that are none. */
function findStale(name: ModuleName, survivors: readonly Survivor[]): string[] {
  return harmlessMutants(name)
    .filter((mutant) => !survivors.some((survivor) => isSame(mutant, survivor)))
    .map(({ file, in: place, mutant }) => `${file} ${place}, ${mutant}`)
}

function isSame(one: HarmlessMutant, { path, in: place, mutant }: Survivor): boolean {
  return path.endsWith(`/${one.file}`) && one.in === place && one.mutant === mutant
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
