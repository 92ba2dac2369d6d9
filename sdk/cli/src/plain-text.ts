/**
 * A text as a terminal may show it. What comes from elsewhere, such as a server's message, may hold control
 * characters, by which a terminal can be made to hide, change or even type something; lines and tabs stay.
 */
export function plainText(text: string): string {
  return text.replace(controls, '')
}

/** The same for JSON, in which they may stand within texts only, and are written as what they are. */
export function plainJson(json: string): string {
  return json.replace(controls, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** All of Unicode's class but line feed and tab. */
const controls = /(?![\n\t])\p{Cc}/gu
