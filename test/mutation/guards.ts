import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'

interface SyntaxNode {
  readonly callee?: { readonly object?: SyntaxNode; readonly property?: { readonly name?: string } }
}

interface Mutator {
  readonly name: string
  mutate(path: { readonly node: SyntaxNode }): Iterable<SyntaxNode>
}

/**
 * Adds to Stryker's mutators one that leaves a condition out of a statement: `.where('status', '=', 'QUEUED')` is what
 * keeps two processes apart, and no mutator of its own touches it. Stryker has no public way to add one; its version
 * is exact in package.json.
 */
export async function addGuardMutator(): Promise<void> {
  const { allMutators }: { allMutators: Mutator[] } = await loadInstrumenter('mutators/mutate.js')
  const { deepCloneNode }: { deepCloneNode: (node: SyntaxNode) => SyntaxNode } =
    await loadInstrumenter('util/syntax-helpers.js')
  if (allMutators.some(({ name }) => name === 'Guard')) return
  allMutators.push({
    name: 'Guard',
    *mutate({ node: { callee } }) {
      if (callee?.property?.name === 'where' && callee.object !== undefined)
        yield deepCloneNode(callee.object)
    },
  })
}

/** A file of the part of Stryker that makes the mutants. */
function loadInstrumenter(file: string) {
  const stryker = createRequire(createRequire(import.meta.url).resolve('@stryker-mutator/core'))
  const folder = dirname(stryker.resolve('@stryker-mutator/instrumenter'))
  return import(pathToFileURL(join(folder, file)).href)
}
