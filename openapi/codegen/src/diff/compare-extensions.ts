import { record } from '../read/record.ts'
import { type ChangeList, isSame, quoted } from './change.ts'
import type { Pair } from './place.ts'

/** What the contract promises in words of its own: limits, sizes of resolutions, statuses of error codes. */
export function compareExtensions(list: ChangeList, documents: Pair<object>): void {
  compareLimits(list, membersOf(documents, 'x-limits'))
  for (const name of ['x-resolutions', 'x-error-statuses']) {
    const { before, after } = membersOf(documents, name)
    compareTable(list, name, { before: leavesOf(before), after: leavesOf(after) })
  }
}

/** A limit ending in Min may fall, every other one may rise: whoever kept the earlier one keeps the later. */
function compareLimits(list: ChangeList, limits: Pair<Record<string, unknown>>): void {
  for (const name of Object.keys(limits.before)) {
    const where = `x-limits.${name}`
    const value = { before: record(limits.before[name]).value, after: record(limits.after[name]).value }
    if (value.before === value.after) continue
    const isLooser = name.endsWith('Min')
      ? Number(value.after) < Number(value.before)
      : Number(value.after) > Number(value.before)
    const text =
      value.after === undefined ? 'removed' : `${String(value.before)} became ${String(value.after)}`
    list.add(isLooser ? 'addition' : 'breaking', where, text)
  }
  for (const name of Object.keys(limits.after).filter((one) => !Object.hasOwn(limits.before, one)))
    list.add('addition', `x-limits.${name}`, 'added')
}

function compareTable(list: ChangeList, where: string, { before, after }: Pair<Map<string, unknown>>): void {
  for (const [path, value] of before) {
    const now = after.get(path)
    if (now === undefined) list.add('breaking', `${where}.${path}`, 'removed')
    else if (!isSame(value, now))
      list.add('breaking', `${where}.${path}`, `${quoted(value)} became ${quoted(now)}`)
  }
  for (const path of after.keys()) if (!before.has(path)) list.add('addition', `${where}.${path}`, 'added')
}

function membersOf({ before, after }: Pair<object>, name: string): Pair<Record<string, unknown>> {
  const member = (document: object) => record(Object.entries(document).find(([key]) => key === name)?.[1])
  return { before: member(before), after: member(after) }
}

/** Every value that is no object, by its path. */
function leavesOf(tree: Record<string, unknown>): Map<string, unknown> {
  const leaves = Object.entries(tree).flatMap(([name, value]): [string, unknown][] =>
    typeof value === 'object' && value !== null
      ? [...leavesOf(record(value))].map(([path, leaf]): [string, unknown] => [`${name}.${path}`, leaf])
      : [[name, value]],
  )
  return new Map(leaves)
}
