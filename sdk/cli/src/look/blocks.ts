import { paint, type Style } from './style.js'
import { type Table, tableLines } from './table.js'
import { oneLine, pad, widestOf, widthOf, wrap } from './text.js'

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
const textWidthMin = 20

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
  const left = columns === undefined ? undefined : Math.max(textWidthMin, columns - width - gap.length)
  return shown.flatMap(([label = '', text = '']) =>
    wrap(text, left).map((line, index) =>
      `${paint(pad(index === 0 ? label : '', width), 'quiet', style)}${gap}${line}`.trimEnd(),
    ),
  )
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
  // The parser's own messages begin so, and without a capital.
  const text = oneLine(sentence)
    .trim()
    .replace(/^error: ./, (start) => start.slice(-1).toUpperCase())
  const stop = /[.!?:]$/.test(text) ? '' : '.'
  const [first = '', ...rest] = wrap(`mediagen: ${text}${stop}`, style.columns)
  const named = first.replace(/^mediagen:/, (name) => paint(name, 'bad', style))
  return [named, ...rest, ...hints.flatMap((hint) => hintLines(hint, style, gap.length))]
}
