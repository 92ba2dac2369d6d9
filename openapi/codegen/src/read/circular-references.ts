import { type ContractSources, targetOf } from './contract-sources.ts'
import { referenceOf } from './follow.ts'
import { type FoundReference, referencesIn } from './references.ts'

interface CircularReference extends FoundReference {
  readonly path: string
}

/** The references of files that lead back to themselves without meeting anything but references. */
export function circularReferences(sources: ContractSources): CircularReference[] {
  const found = new Map<string, CircularReference>()
  for (const { path, content } of sources.files()) {
    if (!('value' in content)) continue
    for (const { reference } of referencesIn(content.value))
      for (const circular of circleFrom(sources, path, reference))
        found.set(`${circular.path}${circular.pointer}`, circular)
  }
  return [...found.values()]
}

/** The references of the circle that a reference leads into; none where it leads to something. */
function circleFrom(sources: ContractSources, from: string, first: string): readonly CircularReference[] {
  const passed: CircularReference[] = []
  let { path, pointer } = targetOf(from, first)
  for (;;) {
    const start = passed.findIndex((place) => place.path === path && place.pointer === pointer)
    if (start >= 0) return passed.slice(start)
    const reference = referenceOf(sources.valueAt(path, pointer))
    if (reference === undefined) return []
    passed.push({ path, pointer, reference })
    ;({ path, pointer } = targetOf(path, reference))
  }
}
