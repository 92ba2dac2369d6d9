/**
 * Removes control characters except line feeds and tabs. Text from a server could use them to make the
 * terminal hide, change, reorder or even type something.
 */
export function plainText(text: string): string {
  return text.replace(controls, '')
}

/** Plain text on one line: a line feed could pretend that another line of output begins. */
export function oneLine(text: string): string {
  return plainText(text).replace(/\n+/g, ' ')
}

/** Escapes control characters in JSON, where they can occur only within strings. */
export function plainJson(json: string): string {
  return json.replace(controls, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** The Unicode category Cc without line feed and tab, the separators of lines, and what reorders text. */
const controls = /(?![\n\t])[\p{Cc}\u2028-\u202e\u2066-\u2069]/gu
