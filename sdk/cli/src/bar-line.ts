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
 * A line of progress that fits the terminal: first the bar gets shorter, then the name; below 40 columns or
 * so the bar is dropped, then the seconds; the state always stays.
 */
export function barLine({ name, state, share, shareAfter, seconds, ...sizes }: BarFacts): string {
  const { columns, nameWidth = widthOf(name) } = sizes
  // The last column is left free: some terminals wrap as soon as it is written to.
  const width = Math.max(1, (columns || columnsDefault) - 1)
  const time = `${seconds.toFixed(1)} s`.padStart(7)
  const tail = `${time}  ${state.padEnd(stateWidth)}`
  const left = width - tail.length - 3
  if (left >= nameWidthMin + barWidthMin + 1) {
    const barWidth = Math.max(barWidthMin, Math.min(barWidthMax, left - nameWidth - 1))
    const labelWidth = Math.min(nameWidth, left - barWidth - 1)
    const label = pad(fit(name, labelWidth), labelWidth)
    return `  ${label} ${drawBar(share, shareAfter, barWidth)} ${tail}`.trimEnd()
  }
  if (left >= nameWidthMin) return `  ${fit(name, left)} ${tail}`.trimEnd()
  return fit(state, width)
}

/** Full for what is done, shaded for what is under way. */
function drawBar(share: number, shareAfter: number, width: number): string {
  const done = Math.round(bounded(share) * width)
  const under = Math.max(0, Math.round(bounded(shareAfter) * width) - done)
  return '█'.repeat(done) + '▒'.repeat(under) + '░'.repeat(width - done - under)
}

function bounded(share: number): number {
  return Math.min(1, Math.max(0, share))
}

function fit(text: string, width: number): string {
  if (widthOf(text) <= width) return text
  let kept = ''
  for (const letter of text) {
    if (widthOf(kept) + widthOf(letter) > width - 1) break
    kept += letter
  }
  return width < 1 ? '' : `${kept}…`
}

function pad(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - widthOf(text)))
}

/** The width of a text in columns: East Asian letters and emoji take two, combining accents none. */
export function widthOf(text: string): number {
  return [...text].reduce((width, letter) => width + (wide.test(letter) ? 2 : narrow.test(letter) ? 0 : 1), 0)
}

const wide =
  /[\p{Emoji_Presentation}\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff01-\uff60]/u
const narrow = /[\p{Mark}\p{Format}]/u
