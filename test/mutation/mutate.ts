import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Stryker } from '@stryker-mutator/core'
import { SetUpError } from '../../scripts/set-up/project.mjs'
import { type ModuleName, modules, pathsOf } from './modules.ts'
import { type MutantName, nameMutants, placeOf } from './name-mutants.ts'

const folder = 'out/mutation'

/** A change of the code that no test noticed. */
export interface Survivor extends MutantName {
  /** Of its file in the project. */
  readonly path: string
  readonly line: number
  /** That line. */
  readonly code: string
  readonly replacement: string
}

export interface ModuleResult {
  readonly mutants: number
  readonly survivors: readonly Survivor[]
}

/**
 * Tries every mutant of a module, or of one of its files, against the module's tests. What it learns is kept in
 * `out/mutation/`, and the next run tries only what a change of the code or of the tests may have altered.
 */
export async function mutate(name: ModuleName, file?: string): Promise<ModuleResult> {
  const { files, tests } = modules[name]
  const paths = pathsOf(files).filter((path) => file === undefined || path.endsWith(`/${file}`))
  if (paths.length === 0) throw new SetUpError(`${name} has no file ${file}`)
  const results = await new Stryker({
    configFile: 'test/mutation/stryker.config.json',
    mutate: paths,
    testFiles: pathsOf(tests),
    incrementalFile: join(folder, `${name}.json`),
    tempDirName: join(folder, `sandbox-${name}`),
  }).runMutationTest()
  const valid = results.filter(({ status }) =>
    ['Killed', 'Timeout', 'Survived', 'NoCoverage'].includes(status),
  )
  const survivors = paths.flatMap((path) => {
    const text = readFileSync(path, 'utf8')
    const lines = text.split('\n')
    return nameMutants(
      text,
      results.filter(({ fileName }) => fileName === resolve(path)),
    )
      .filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
      .map((mutant) => {
        const { line } = placeOf(mutant)
        const code = lines[line - 1]?.trim() ?? ''
        return {
          in: mutant.in,
          mutant: mutant.mutant,
          path,
          line,
          code,
          replacement: mutant.replacement ?? '',
        }
      })
  })
  return { mutants: valid.length, survivors }
}
