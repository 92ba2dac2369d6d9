import { styleText } from 'node:util'

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
export const columnsDefault = 80

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

/** What a text means, and so its colour: green, red, yellow or faint; none for what means nothing special. */
export type Tone = 'good' | 'bad' | 'open' | 'quiet' | undefined

const tones = { good: 'green', bad: 'red', open: 'yellow', quiet: 'dim' } as const
const meanings: ReadonlyMap<string, Tone> = new Map<string, Tone>([
  ...['succeeded', 'ready', 'saved', 'active', 'alive', 'up'].map((word) => [word, 'good'] as const),
  ...['failed', 'invalid', 'expired', 'dead', 'down'].map((word) => [word, 'bad'] as const),
  ...['waiting', 'queued', 'processing', 'sending', 'checking', 'pending', 'suspended', 'paused'].map(
    (word) => [word, 'open'] as const,
  ),
])

/** The meaning of a status, by its first word. */
export function toneOf(status: string): Tone {
  return meanings.get(status.toLowerCase().split(/[ ,]/, 1)[0] ?? '')
}

/** A text in the colour of its meaning. */
export function paint(text: string, tone: Tone, { hasColors }: Pick<Style, 'hasColors'>): string {
  if (tone === undefined || !hasColors || text.trim() === '') return text
  return styleText(tones[tone], text, { validateStream: false })
}
