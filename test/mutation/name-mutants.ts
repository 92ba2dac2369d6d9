import { declarationsOf, parse } from '../support/server-modules.ts'

interface Position {
  readonly line: number
  readonly column: number
}

export interface Mutant {
  readonly id: string
  readonly mutatorName: string
  /** Lines and columns begin at 1. */
  readonly location: { readonly start: Position; readonly end: Position }
}

/** What a mutant is called wherever its code stands and however it is formatted. */
export interface MutantName {
  /** The function, class or constant that has it. */
  readonly in: string
  /** Its operator, and which of that operator's mutants there it is. */
  readonly mutant: string
}

/** The mutants of a module with their names, in the order of its text. */
export function nameMutants<M extends Mutant>(text: string, mutants: readonly M[]): (M & MutantName)[] {
  const module = parse(text)
  const declarations = declarationsOf(module)
  const offsetOf = ({ line, column }: Position) => module.getPositionOfLineAndCharacter(line - 1, column - 1)
  const counts = new Map<string, number>()
  return mutants
    .map((mutant) => ({ mutant, offset: offsetOf(placeOf(mutant)), start: offsetOf(mutant.location.start) }))
    .sort((one, other) => one.offset - other.offset || Number(one.mutant.id) - Number(other.mutant.id))
    .map(({ mutant, start }) => {
      const declared = declarations.find(({ node }) => node.getStart() <= start && start < node.end)
      const name = declared?.name ?? 'module'
      const kind = `${name} ${mutant.mutatorName}`
      const ordinal = (counts.get(kind) ?? 0) + 1
      counts.set(kind, ordinal)
      return { ...mutant, in: name, mutant: `${mutant.mutatorName} ${ordinal}` }
    })
}

/** Where a mutant begins, or the condition ends that it leaves out of a statement. */
export function placeOf({ mutatorName, location }: Mutant): Position {
  return mutatorName === 'Guard' ? location.end : location.start
}
