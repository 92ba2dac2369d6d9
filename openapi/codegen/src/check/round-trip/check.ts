import type { Settings } from '../../settings.ts'
import { asJson } from './canonical-schema.ts'
import type { ExpectedDifference } from './expected-differences.ts'
import { factsOf, structureOf } from './facts.ts'

/** One fact on which the two documents disagree; a side that lacks it is undefined. */
export interface Difference {
  readonly place: string
  readonly contract: string | undefined
  readonly emitted: string | undefined
}

/**
 * Proves that nothing was lost between the contract and the routes: the document which tsoa makes of the
 * generated controllers must say the same, but for the expected differences. Throws with the list of those
 * that are not expected, and of expected ones that no longer occur.
 */
export function checkRoundTrip(
  contract: object,
  emitted: unknown,
  { strict, expectedDifferences: expected }: Pick<Settings, 'strict' | 'expectedDifferences'>,
): void {
  const differences = compare(contract, emitted, strict ? factsOf : structureOf)
  const unexpected = differences.filter((difference) => !expected.some((kind) => covers(kind, difference)))
  const vanished = expected.filter((kind) => !differences.some((difference) => covers(kind, difference)))
  if (unexpected.length === 0 && vanished.length === 0) return
  throw new Error(
    [
      'The generated controllers do not say what the contract says.',
      ...unexpected.map(
        ({ place, contract, emitted }) =>
          `  ${place}: contract ${contract ?? '(nothing)'}, routes ${emitted ?? '(nothing)'}`,
      ),
      ...vanished.map(({ name }) => `  expected, but gone: ${name} (take it off expectedDifferences)`),
    ].join('\n'),
  )
}

/** Every fact that only one document states, or on which they differ. */
export function compare(contract: object, emitted: unknown, read = factsOf): Difference[] {
  const left = read(asJson(contract))
  const right = read(asJson(emitted))
  return [...new Set([...left.keys(), ...right.keys()])]
    .map((place) => ({ place, contract: left.get(place), emitted: right.get(place) }))
    .filter(({ contract, emitted }) => contract !== emitted)
}

function covers(kind: ExpectedDifference, difference: Difference): boolean {
  return (
    kind.place.test(difference.place) &&
    kind.contract === difference.contract &&
    kind.emitted === difference.emitted
  )
}
