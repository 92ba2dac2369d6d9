import { listOf, record } from '../read/record.ts'
import { isSame } from './change.ts'
import { annotations, type Pair, type Place, resolve, type Schema } from './place.ts'

type Compare = (place: Place, given: Pair<unknown>) => void
const unions = ['anyOf', 'oneOf'] as const

/**
 * Compares schemas of which one says only that a value is one of several: alternative by alternative, a
 * schema that is none counting as the only one. False where neither is such a schema.
 */
export function compareAlternatives(
  place: Place,
  { before, after }: Pair<Schema>,
  compare: Compare,
): boolean {
  const isUnion = { before: isPureUnion(before), after: isPureUnion(after) }
  if (!isUnion.before && !isUnion.after) return false
  compareUnion(
    place,
    {
      before: isUnion.before ? branchesOf(before) : [before],
      after: isUnion.after ? branchesOf(after) : [after],
    },
    compare,
  )
  return true
}

/** Compares what a schema combines with keywords of its own. */
export function compareCombined(place: Place, { before, after }: Pair<Schema>, compare: Compare): void {
  const { list, direction, where } = place
  const parts = pairUp(place, { before: listOf(before.allOf), after: listOf(after.allOf) }, compare)
  for (const part of parts.removed) list.widened(direction, where, `condition ${nameOf(part)} removed`)
  for (const part of parts.added) list.narrowed(direction, where, `condition ${nameOf(part)} added`)
  for (const keyword of unions) {
    const [old, now] = [before[keyword], after[keyword]]
    if (old === undefined && now !== undefined) list.narrowed(direction, where, `${keyword} added`)
    else if (old !== undefined && now === undefined) list.widened(direction, where, `${keyword} removed`)
    else compareUnion(place, { before: listOf(old), after: listOf(now) }, compare)
  }
}

/** Whether a schema says nothing but that a value is one of several. */
function isPureUnion(schema: Schema): boolean {
  const telling = Object.keys(schema).filter((keyword) => !annotations.test(keyword))
  return telling.length === 1 && unions.some((keyword) => keyword === telling[0])
}

function branchesOf(schema: Schema): readonly unknown[] {
  return unions.flatMap((keyword) => listOf(schema[keyword]))
}

function compareUnion(place: Place, branches: Pair<readonly unknown[]>, compare: Compare): void {
  const { list, direction, where } = place
  const { removed, added } = pairUp(place, branches, compare)
  for (const branch of removed) list.narrowed(direction, where, `alternative ${nameOf(branch)} removed`)
  for (const branch of added) list.widened(direction, where, `alternative ${nameOf(branch)} added`)
}

/** Compares the parts that belong together, equal ones first; resolves to those that are alone. */
function pairUp(place: Place, { before, after }: Pair<readonly unknown[]>, compare: Compare) {
  const added = [...after]
  let removed = [...before]
  for (const belongTogether of [isSame, isLike(place)]) {
    removed = removed.filter((part) => {
      const at = added.findIndex((other) => belongTogether(part, other))
      if (at === -1) return true
      const [other] = added.splice(at, 1)
      compare(place, { before: part, after: other })
      return false
    })
  }
  return { removed, added }
}

/** Parts belong together that refer to one schema, have one type, or else the same keywords. */
function isLike({ documents }: Place): (before: unknown, after: unknown) => boolean {
  return (before, after) => {
    const [old, now] = [record(before), record(after)]
    if (old.$ref !== undefined && now.$ref !== undefined) return old.$ref === now.$ref
    const types = [resolve(documents.before, old).type, resolve(documents.after, now).type]
    if (types.some((type) => type !== undefined)) return isSame(types[0], types[1])
    return isSame(Object.keys(old).sort(), Object.keys(now).sort())
  }
}

function nameOf(branch: unknown): string {
  const { $ref, type } = record(branch)
  const name = typeof $ref === 'string' ? $ref.split('/').at(-1) : type
  return `\`${typeof name === 'string' ? name : JSON.stringify(branch)}\``
}
