/** Text of a contract inside a block comment, which it cannot end. */
export function commentText(text: string): string {
  return text.replaceAll('*/', '*\\/')
}

/** The same on one line. */
export function commentLine(text: string): string {
  return commentText(text.replaceAll(/[\n\r\u2028\u2029]+/g, ' '))
}
