import { controls } from './terminal-style.js'

export { oneLine, plainText } from './terminal-style.js'

/** Escapes control characters in JSON, where they can occur only within strings. */
export function plainJson(json: string): string {
  return json.replace(controls, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
