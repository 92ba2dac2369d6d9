import { stripVTControlCharacters } from 'node:util'
import { Help } from 'commander'

/** An ISO time in UTC, to the second. */
export function timeText(time: string): string {
  return time.replace(/\.\d+Z$/, 'Z')
}

/** A text with spaces after it, as wide as that. */
export function pad(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - widthOf(text)))
}

/** The width of the widest of any number of texts. */
export function widestOf(texts: readonly string[]): number {
  return texts.reduce((width, text) => Math.max(width, widthOf(text)), 0)
}

/** The width of a text in columns: East Asian letters and emoji take two, combining accents and colours none. */
export function widthOf(text: string): number {
  return [...stripVTControlCharacters(text)].reduce(
    (width, letter) => width + (wide.test(letter) ? 2 : narrow.test(letter) ? 0 : 1),
    0,
  )
}

const wide =
  /[\p{Emoji_Presentation}\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff01-\uff60]/u
const narrow = /[\p{Mark}\p{Format}]/u

/**
 * Removes control characters except line feeds and tabs. Text of somebody else could use them to make the
 * terminal hide, change, reorder or even type something.
 */
export function plainText(text: string): string {
  return text.replace(controls, '')
}

/** Plain text on one line: a line feed could pretend that another line of output begins. */
export function oneLine(text: string): string {
  return plainText(text).replace(/\n+/g, ' ')
}

/** The Unicode category Cc without line feed and tab, the separators of lines, and what reorders text. */
const controls = /(?![\n\t])[\p{Cc}\u2028-\u202e\u2066-\u2069]/gu

/** Also what joins emoji and letters, which text for a person needs. */
const invisible = /(?![\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

/** Escapes what is invisible in JSON, where all but the ends of its lines can occur within strings only. */
export function plainJson(json: string): string {
  return json.replace(invisible, (one) => one.split('').map(escapedUnit).join(''))
}

function escapedUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
}

const helper = Object.assign(new Help(), { minWidthToWrap: 1, displayWidth: widthOf })

/** A text in lines of at most this width, broken between words; a longer word, such as a URL, stays whole. */
export function wrap(text: string, width: number | undefined): string[] {
  return width === undefined ? [text] : helper.boxWrap(text, width).split('\n')
}
