import { paint, type Style, toneOf } from '../../../server/src/commands/look/style.ts'
import { pad, widthOf } from '../../../server/src/commands/look/text.ts'

/** What a line of progress shows. */
export interface BarFacts {
  readonly name: string
  /** The width of the longest name, so that bars below each other begin in one column. */
  readonly nameWidth?: number
  readonly state: string
  /** The share that is done, from 0 to 1. */
  readonly share: number
  /** The share that is done after the present state. */
  readonly shareAfter: number
  /** Behind the state, if it leaves room for a bar. */
  readonly note?: string
  /** The width of the longest note, so that bars below each other are equally wide. */
  readonly noteWidth?: number
  readonly seconds: number
  /** The width of the terminal; 80 if it does not say. */
  readonly columns: number | undefined
}

const columnsDefault = 80
const barWidthMax = 32
const barWidthMin = 8
const nameWidthMin = 8
const stateWidth = 10

/**
 * A line of progress that fits the terminal: first the bar gets shorter, then the name, then the note is dropped; below 40
 * columns or so the bar is, then the seconds; the state always stays.
 */
export function barLine(
  { name, state, share, shareAfter, seconds, note = '', ...sizes }: BarFacts,
  style: Pick<Style, 'hasColors' | 'isUnicode'>,
): string {
  const { columns, nameWidth = widthOf(name), noteWidth = widthOf(note) } = sizes
  // The last column is left free: some terminals wrap as soon as it is written to.
  const width = Math.max(1, (columns || columnsDefault) - 1)
  const time = `${seconds.toFixed(1)} s`.padStart(7)
  const shown = paint(state, toneOf(state), style)
  const leftWithoutNote = width - time.length - Math.max(stateWidth, widthOf(state)) - 5
  const leftWithNote = leftWithoutNote - noteWidth - 2
  const hasNote = noteWidth > 0 && leftWithNote >= nameWidth + barWidthMin + 1
  const left = hasNote ? leftWithNote : leftWithoutNote
  const tail = hasNote && note !== '' ? `${time}  ${shown}, ${note}` : `${time}  ${shown}`
  if (left >= nameWidthMin + barWidthMin + 1) {
    const barWidth = Math.max(barWidthMin, Math.min(barWidthMax, left - nameWidth - 1))
    const labelWidth = Math.min(nameWidth, left - barWidth - 1)
    const label = pad(fit(name, labelWidth, style), labelWidth)
    return `  ${label} ${drawBar(share, shareAfter, barWidth, style)} ${tail}`
  }
  if (left >= nameWidthMin) return `  ${fit(name, left, style)} ${tail}`
  return fit(state, width, style)
}

type Symbols = Pick<Style, 'isUnicode'>
const symbols = { unicode: ['█', '▒', '░'], ascii: ['#', '=', '.'] } as const

/** Full for what is done, shaded for what is under way. */
function drawBar(share: number, shareAfter: number, width: number, { isUnicode }: Symbols): string {
  const done = Math.round(bounded(share) * width)
  const under = Math.max(0, Math.round(bounded(shareAfter) * width) - done)
  const [full, shaded, empty] = isUnicode ? symbols.unicode : symbols.ascii
  return full.repeat(done) + shaded.repeat(under) + empty.repeat(width - done - under)
}

function bounded(share: number): number {
  return Math.min(1, Math.max(0, share))
}

function fit(text: string, width: number, { isUnicode }: Symbols): string {
  if (widthOf(text) <= width) return text
  const mark = isUnicode ? '…' : '~'
  let kept = ''
  for (const letter of text) {
    if (widthOf(kept) + widthOf(letter) > width - 1) break
    kept += letter
  }
  return width < 1 ? '' : kept + mark
}
