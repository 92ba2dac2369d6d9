import { createReport } from '../support/report.ts'
import type { Behaviour, Measured } from './behaviours.ts'
import { versionOf } from './packages.ts'
import type { SdkUnderTest } from './sdk-under-test.ts'

/** A table with a column for each SDK, the first of which is ours. */
export interface Comparison {
  add(row: Pick<Behaviour, 'what' | 'promised'>, measured: readonly (Measured | undefined)[]): void
  /** All SDKs at one time: most of it is waiting. */
  measure(behaviour: Behaviour): Promise<void>
  /** Begins at once what takes minutes of nothing but waiting; its rows are added at the end. */
  measureAtLast(behaviours: readonly Behaviour[]): () => Promise<void>
  /** One SDK after the other. */
  measureInTurns(behaviour: Behaviour): Promise<void>
  /** Puts the table into docs/compared.md; a quick look does not. */
  write(): void
}

/** `bench` is its command, `part` the place of the table among those of the command. */
export function createComparison(bench: string, sdks: readonly SdkUnderTest[], part = ''): Comparison {
  const columns = sdks.map((sdk) => `${sdk.name} ${versionOf(sdk)}`)
  const page = new URL('../../../docs/compared.md', import.meta.url)
  const report = createReport(bench, columns, { page, place: part === '' ? bench : `${bench} ${part}` })
  const add: Comparison['add'] = ({ what, promised }, measured) =>
    report.add({
      what,
      measured: measured.map((one) => one?.text ?? '–'),
      ...(promised !== undefined && { promised: { text: promised, isMet: measured[0]?.isMet === true } }),
    })
  return {
    add,
    async measure(behaviour) {
      add(behaviour, await Promise.all(sdks.map((sdk) => behaviour.measure(sdk))))
    },
    measureAtLast(behaviours) {
      const measuring = behaviours.map((one) => Promise.all(sdks.map((sdk) => one.measure(sdk))))
      return async () => {
        for (const [index, behaviour] of behaviours.entries()) add(behaviour, (await measuring[index]) ?? [])
      }
    },
    async measureInTurns(behaviour) {
      const measured: (Measured | undefined)[] = []
      for (const sdk of sdks) measured.push(await behaviour.measure(sdk))
      add(behaviour, measured)
    },
    write: () => report.write([]),
  }
}
