import { globSync } from 'node:fs'
import { join } from 'node:path'
import { Stryker } from '@stryker-mutator/core'
import { SetUpError } from '../../scripts/set-up/project.mjs'
import { type ModuleName, modules } from './modules.ts'

const folder = 'out/mutation'

/** A change of the code that no test noticed. */
export interface Survivor {
  readonly file: string
  /** The number of its first line, or of that which a statement has the condition on that is left out. */
  readonly line: number
  readonly mutator: string
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
  const paths = globSync([...files]).filter((path) => file === undefined || path.endsWith(`/${file}`))
  if (paths.length === 0) throw new SetUpError(`${name} has no file ${file}`)
  const results = await new Stryker({
    configFile: 'test/mutation/stryker.config.json',
    mutate: paths,
    testFiles: [...tests],
    incrementalFile: join(folder, `${name}.json`),
    tempDirName: join(folder, `sandbox-${name}`),
  }).runMutationTest()
  const valid = results.filter(({ status }) =>
    ['Killed', 'Timeout', 'Survived', 'NoCoverage'].includes(status),
  )
  return {
    mutants: valid.length,
    survivors: valid
      .filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
      .map(({ fileName, location, mutatorName, replacement = '' }) => ({
        file: fileName,
        line: mutatorName === 'Guard' ? location.end.line : location.start.line,
        mutator: mutatorName,
        replacement,
      })),
  }
}
