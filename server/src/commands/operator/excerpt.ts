/** Untrusted text on one line of a terminal: without line breaks and control sequences. */
export function excerpt(text: string, charactersMax = 60): string {
  const line = text.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ')
  return line.length <= charactersMax ? line : `${line.slice(0, charactersMax - 1)}…`
}
