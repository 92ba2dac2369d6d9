import { addGuardMutator, loadInstrumenter } from './guards.ts'
import { type Mutant, type MutantName, nameMutants } from './name-mutants.ts'
import settings from './stryker.config.json' with { type: 'json' }

interface MadeMutant extends Mutant {
  readonly replacement: string
}

const silent = { debug: () => undefined, info: () => undefined, isDebugEnabled: () => false }

/** The mutants that Stryker makes of a module, none of which it tries. */
export async function listMutants(text: string): Promise<(MadeMutant & MutantName)[]> {
  await addGuardMutator()
  const { Instrumenter } = await loadInstrumenter('index.js')
  const options = { ...settings.mutator, plugins: null, ignorers: [] }
  const files = [{ name: 'module.ts', mutate: true, content: text }]
  const { mutants }: { mutants: MadeMutant[] } = await new Instrumenter(silent).instrument(files, options)
  // Before they are tried, their lines and columns begin at 0.
  const moved = ({ line, column }: { line: number; column: number }) => ({
    line: line + 1,
    column: column + 1,
  })
  return nameMutants(
    text,
    mutants.map(({ location: { start, end }, ...mutant }) => ({
      ...mutant,
      location: { start: moved(start), end: moved(end) },
    })),
  )
}
