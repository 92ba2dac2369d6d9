import { expect, test } from 'vitest'
import { renamed, reshape } from '../support/reshape.ts'
import { type Modules, readModules } from '../support/server-modules.ts'
import { harmlessMutants } from './harmless.ts'
import { listMutants } from './list-mutants.ts'
import { type ModuleName, modules } from './modules.ts'

const server = readModules()
const reshaped = reshape(server)

test.for(Object.keys(modules) as ModuleName[])(
  'each reason for a mutant of %s is about one, and about the same when code is renamed, moved and formatted anew',
  { timeout: 60_000 },
  async (name) => {
    const harmless = harmlessMutants(name)
    for (const end of new Set(harmless.map(({ file }) => file))) {
      const [before, after] = await Promise.all([mutantsOf(server, end), mutantsOf(reshaped, end)])
      const names = harmless
        .filter(({ file }) => file === end)
        .map(({ in: place, mutant }) => `${place} ${mutant}`)
      expect([...before.keys()], end).toEqual(expect.arrayContaining(names))
      expect(names).toEqual([...new Set(names)])
      for (const each of names) expect(after.get(renamed(each))).toBe(renamed(before.get(each) ?? ''))
    }
  },
)

/** What each mutant of a file puts in the place of its code, without the format, by its name. */
async function mutantsOf(modules: Modules, end: string): Promise<ReadonlyMap<string, string>> {
  const found = [...modules].filter(([path]) => path.endsWith(`/${end}`))
  expect(found, end).toHaveLength(1)
  const mutants = await listMutants(found[0]?.[1] ?? '')
  return new Map(
    mutants.map(({ in: place, mutant, replacement }) => [
      `${place} ${mutant}`,
      replacement.replaceAll(/\s+/g, ''),
    ]),
  )
}
