import type { Block, Hint } from '../look/blocks.ts'
import type { Table } from '../look/table.ts'

/** Rows under their headings. Numbers, whose heading ends in `>`, are aligned at the right. */
export function tableOf(headings: readonly string[], rows: readonly (readonly string[])[]): Table {
  return { headings, rows }
}

/** A label and a text on each line; null for one that does not apply. */
export function fieldsOf(...fields: readonly (readonly [label: string, text: string] | null)[]): Block {
  return { fields }
}

/** Sentences, each on lines of its own. */
export function sentences(...hints: readonly Hint[]): Block[] {
  return hints.map((sentence) => ({ sentence }))
}

/** Such as `1 task` and `2 tasks`; `many` is for a plural of another kind. */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}

/** A number of bytes in the largest unit that fits, for a terminal. */
export function formatBytes(bytes: number): string {
  const units = ['bytes', 'KB', 'MB', 'GB', 'TB', 'PB']
  const power = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log2(Math.max(1, bytes)) / 10)))
  return `${(bytes / 1024 ** power).toFixed(power === 0 ? 0 : 1)} ${units[power]}`
}

/** Untrusted text on one line of a terminal: without line breaks and control sequences. */
export function excerpt(text: string, charactersMax = 60): string {
  const line = text.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ')
  return line.length <= charactersMax ? line : `${line.slice(0, charactersMax - 1)}…`
}
