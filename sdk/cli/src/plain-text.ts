/**
 * Removes control characters except line feeds and tabs. Text from a server could use them to make the
 * terminal hide, change or even type something.
 */
export function plainText(text: string): string {
  return text.replace(controls, '')
}

/** Escapes control characters in JSON, where they can occur only within strings. */
export function plainJson(json: string): string {
  return json.replace(controls, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** The Unicode category Cc without line feed and tab. */
const controls = /(?![\n\t])\p{Cc}/gu
