import { controls } from './look/text.js'

export { oneLine, plainText } from './look/text.js'

/** Escapes control characters in JSON, where they can occur only within strings. */
export function plainJson(json: string): string {
  return json.replace(controls, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
