/** The command of `npm run mutation`: see README.md beside this file. */
import { readFile } from 'node:fs/promises'
import { relative } from 'node:path'
import { readArguments } from '../../scripts/set-up/arguments.mjs'
import { runCommand } from '../../scripts/set-up/prepare.mjs'
import { projectRoot, SetUpError } from '../../scripts/set-up/project.mjs'
import { addGuardMutator } from './guards.ts'
import { harmless } from './harmless.ts'
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
    const described = await describe(survivors)
    const unexplained = findUnexplained(name, described)
    // One file says nothing about the survivors of the others.
    const stale = file === undefined ? findStale(name, described) : []
    print(
      `${name.padEnd(12)} ${mutants} mutants, ${survivors.length} survive, ${unexplained.length} without a reason: ${score.toFixed(1)} %`,
    )
    for (const line of [...unexplained, ...stale]) print(`  ${line}`)
    passed &&= score >= scoreMin && unexplained.length === 0 && stale.length === 0
  }
  return passed ? 0 : 1
})

type Described = Survivor & { readonly code: string }

function describe(survivors: readonly Survivor[]): Promise<Described[]> {
  return Promise.all(survivors.map(async (survivor) => ({ ...survivor, code: await readLine(survivor) })))
}

/** A line for each survivor that `harmless/` does not list, or lists in another number. */
function findUnexplained(name: ModuleName, survivors: readonly Described[]): string[] {
  return survivors
    .filter((survivor) => {
      const [, explained] = findReason(name, survivor) ?? []
      const { file, code } = survivor
      return explained !== survivors.filter((other) => other.file === file && other.code === code).length
    })
    .map(
      ({ file, line, mutator, code, replacement }) =>
        `${relative(projectRoot, file)}:${line} ${mutator}\n    ${code}\n    → ${replacement.replaceAll(/\s+/g, ' ')}`,
    )
}

/** A line for each entry of `harmless/` that is about no survivor: a test notices its mutants, or its code is gone. */
function findStale(name: ModuleName, survivors: readonly Described[]): string[] {
  const used = new Set(survivors.map((survivor) => findReason(name, survivor)))
  return Object.entries(harmless[name]).flatMap(([file, reasons]) =>
    reasons
      .filter((reason) => !used.has(reason))
      .map(([code]) => `harmless/${name}.ts has a reason for no survivor: ${file}\n    ${code}`),
  )
}

function findReason(name: ModuleName, { file, code }: Described) {
  const [, reasons = []] = Object.entries(harmless[name]).find(([end]) => file.endsWith(end)) ?? []
  return reasons.find(([known]) => code.includes(known))
}

async function readLine({ file, line }: Survivor): Promise<string> {
  const lines = (await readFile(file, 'utf8')).split('\n')
  return lines[line - 1]?.trim() ?? ''
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
