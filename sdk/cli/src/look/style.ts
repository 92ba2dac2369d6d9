import { styleText } from 'node:util'
import type { Help } from 'commander'
import { oneLine, pad, widestOf, widthOf, wrap } from './text.js'

/**
 * How the command line and the commands of the server look. Both packages have this folder, and a test keeps
 * the two equal: neither depends on the other, and what both print must not differ.
 */

/** What the place that is written to can show. */
export interface Style {
  /** The columns that a line may have; undefined in a pipe, a file or a log, where no line is too long. */
  readonly columns: number | undefined
  readonly hasColors: boolean
  /** Whether it shows more than ASCII. */
  readonly isUnicode: boolean
}

interface Stream {
  readonly isTTY?: boolean
  readonly columns?: number
  hasColors?(env?: object): boolean
}
type Environment = Readonly<Record<string, string | undefined>>

/** The style of what is read later or by a program: without colours, and each line whole. */
export const plainStyle: Style = { columns: undefined, hasColors: false, isUnicode: true }

/** The columns of a terminal that does not say its own. */
const columnsDefault = 80

/** The style of a stream; Node decides by NO_COLOR, FORCE_COLOR, TERM and CI whether a terminal has colours. */
export function styleOf(stream: Stream, env: Environment): Style {
  const isTerminal = stream.isTTY === true
  const locale = env.LC_ALL || env.LC_CTYPE || env.LANG || 'UTF-8'
  return {
    // The last column is left free: some terminals wrap as soon as it is written to.
    columns: isTerminal ? Math.max(20, (stream.columns || columnsDefault) - 1) : undefined,
    hasColors: isTerminal && stream.hasColors?.(env) === true,
    isUnicode: /utf-?8/i.test(locale),
  }
}

/** Whether a terminal can move its cursor, so that lines can be drawn again in place. */
export function canRedraw({ isTTY }: Stream, { TERM }: Environment): boolean {
  return isTTY === true && TERM !== 'dumb'
}

/** Rows under headings. Numbers, whose heading ends in `>`, are aligned at the right. */
export interface Table {
  /** In the order of their importance: what does not fit a terminal is left out from the right. */
  readonly headings: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

/** A label and a text on each line; null for one that does not apply. */
export interface Fields {
  readonly fields: readonly (readonly [label: string, text: string] | null)[]
}

/** A sentence in a result; spaces before it indent all its lines. */
export interface Sentence {
  readonly sentence: Hint
}

/** A part of a command's output; a text is one line, which never wraps: it may be a path. */
export type Block = string | Sentence | Table | Fields

const gap = '  '
/** The least width in which a text wraps; below it, the text is left out. */
const wrapWidthMin = 20

/** The lines of a command's output. Control characters of its texts are removed. */
export function linesOf(blocks: readonly Block[], style: Style): string[] {
  return blocks.flatMap((block) => {
    if (typeof block === 'string') return [oneLine(block)]
    if ('sentence' in block) {
      const { sentence } = block
      if (typeof sentence !== 'string') return hintLines(sentence, style)
      return hintLines(sentence.trimStart(), style, sentence.length - sentence.trimStart().length)
    }
    return 'fields' in block ? fieldLines(block, style) : tableLines(block, style)
  })
}

function fieldLines({ fields }: Fields, { columns, ...style }: Style): string[] {
  const shown = fields.flatMap((field) => (field === null ? [] : [[oneLine(field[0]), oneLine(field[1])]]))
  const width = widestOf(shown.map(([label = '']) => label))
  const left = columns === undefined ? undefined : Math.max(wrapWidthMin, columns - width - gap.length)
  return shown.flatMap(([label = '', text = '']) =>
    wrap(text, left).map((line, index) =>
      `${paint(pad(index === 0 ? label : '', width), 'quiet', style)}${gap}${line}`.trimEnd(),
    ),
  )
}

/** The lines of a table; the last one says which columns have no place, unless `isSilent`. */
export function tableLines(table: Table, style: Style, isSilent = false): string[] {
  const isRight = table.headings.map((heading) => heading.endsWith('>'))
  const headings = table.headings.map((heading) => heading.replace(/>$/, ''))
  const rows = table.rows.map((row) => row.map(oneLine))
  const widths = headings.map((_, index) => widestOf([headings, ...rows].map((row) => row[index] ?? '')))
  const { columns } = style
  const last = widths.length - 1
  let count = widths.length
  while (columns !== undefined && count > 1 && sumOf(widths.slice(0, count)) > columns) {
    const left = columns - sumOf(widths.slice(0, count - 1)) - gap.length
    const mayWrap = count - 1 === last && isRight[last] === false
    if (mayWrap && left >= wrapWidthMin && left < (widths[last] ?? 0)) {
      widths[last] = left
      break
    }
    count -= 1
  }
  const shown = widths.slice(0, count)
  const lineOf = (cells: readonly string[], paintCell: (cell: string, index: number) => string) =>
    shown
      .map((width, index) => {
        const cell = cells[index] ?? ''
        const room = ' '.repeat(Math.max(0, width - widthOf(cell)))
        const painted = paintCell(cell, index)
        if (isRight[index]) return room + painted
        return index === shown.length - 1 ? painted : painted + room
      })
      .join(gap)
      .trimEnd()
  const rowLines = rows.flatMap((row) =>
    linesOfRow(row, shown, last).map((cells) =>
      lineOf(cells, (cell, index) =>
        stateHeadings.has(headings[index] ?? '') ? paint(cell, toneOf(cell), style) : cell,
      ),
    ),
  )
  const without = headings.slice(count)
  return [
    lineOf(headings, (cell) => paint(cell, 'quiet', style)),
    ...rowLines,
    ...(without.length === 0 || isSilent
      ? []
      : wrap(`Not shown here: ${without.join(', ')}.`, columns).map((line) => paint(line, 'quiet', style))),
  ]
}

/** The lines of a row whose last text wraps. */
function linesOfRow(row: readonly string[], widths: readonly number[], last: number): string[][] {
  const text = row[last] ?? ''
  const width = widths[last]
  if (width === undefined || widthOf(text) <= width) return [[...row]]
  return wrap(text, width).map((line, index) =>
    row.map((cell, column) => (column === last ? line : index === 0 ? cell : '')),
  )
}

function sumOf(widths: readonly number[]): number {
  return widths.reduce((sum, width) => sum + width, gap.length * (widths.length - 1))
}

/** The columns of a table whose words have a colour. */
const stateHeadings: ReadonlySet<string> = new Set(['STATUS', 'STATE', 'HEALTH'])

/** What a text means, and so its colour: green, red, yellow or faint; none for what means nothing special. */
export type Tone = 'good' | 'bad' | 'open' | 'quiet' | undefined

const tones = { good: 'green', bad: 'red', open: 'yellow', quiet: 'dim' } as const
const meanings: ReadonlyMap<string, Tone> = new Map<string, Tone>([
  ...['succeeded', 'ready', 'saved', 'active', 'alive', 'up'].map((word) => [word, 'good'] as const),
  ...['failed', 'invalid', 'expired', 'dead', 'down'].map((word) => [word, 'bad'] as const),
  ...['waiting', 'queued', 'processing', 'sending', 'checking', 'pending', 'suspended'].map(
    (word) => [word, 'open'] as const,
  ),
])

/** The meaning of a status, by its first word. */
export function toneOf(status: string): Tone {
  return meanings.get(status.toLowerCase().split(' ', 1)[0] ?? '')
}

/** A text in the colour of its meaning. */
export function paint(text: string, tone: Tone, { hasColors }: Pick<Style, 'hasColors'>): string {
  if (tone === undefined || !hasColors || text.trim() === '') return text
  return styleText(tones[tone], text, { validateStream: false })
}

/** How commander lays out its help: on a narrow terminal each description is below its term. */
export const helpLayout: Partial<Help> = {
  minWidthToWrap: 1,
  displayWidth: widthOf,
  formatItem(term, termWidth, description, { helpWidth = columnsDefault }) {
    const left = helpWidth - termWidth - 2 * gap.length
    const indent = left < 2 * wrapWidthMin ? gap.length * 3 : termWidth + 2 * gap.length
    const lines = wrap(description, Math.max(wrapWidthMin, helpWidth - indent))
    const hanging = lines.map((line) => ' '.repeat(indent) + line)
    if (indent !== termWidth + 2 * gap.length) return [gap + term, ...hanging].join('\n').trimEnd()
    return `${gap}${pad(term, termWidth)}${hanging.join('\n').slice(gap.length + termWidth)}`.trimEnd()
  },
}

/**
 * A sentence, and what to copy after it, such as a command: that never wraps, and has a line of its own where
 * there is no place after the text.
 */
export type Hint = string | { readonly text: string; readonly command: string }

/** The lines of a hint, indented by as many columns. */
export function hintLines(hint: Hint, { columns }: Style, indent = 0): string[] {
  const [before, width] = [' '.repeat(indent), columns && columns - indent]
  const indented = (lines: readonly string[]) => lines.map((line) => before + line)
  if (typeof hint === 'string') return indented(wrap(oneLine(hint), width))
  const [text, command] = [oneLine(hint.text), oneLine(hint.command)]
  const isShort = width === undefined || widthOf(`${text} ${command}`) <= width
  return indented(isShort ? [`${text} ${command}`] : [...wrap(text, width), gap + command])
}

/** The lines of an error: what happened, and below it what to do and where to read on. */
export function errorLines(sentence: string, hints: readonly Hint[], style: Style): string[] {
  const text = oneLine(sentence)
    .trim()
    .replace(/^error: /, '')
  const capital = /^[a-z]+ [a-z]/.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text
  const stop = /[.!?:]$/.test(capital) ? '' : '.'
  const [first = '', ...rest] = wrap(`mediagen: ${text}${stop}`, style.columns)
  const named = first.replace(/^mediagen:/, (name) => paint(name, 'bad', style))
  return [named, ...rest, ...hints.flatMap((hint) => hintLines(hint, style, gap.length))]
}
