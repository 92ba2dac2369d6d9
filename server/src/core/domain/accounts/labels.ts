/** What an operator knows an account by, besides its id. */
export interface AccountLabels {
  /** For people; two accounts may have the same. */
  readonly name: string | undefined
  /** The operator's own id, such as a customer number; no two accounts have the same. */
  readonly reference: string | undefined
}

const accountLabelCharactersMax = 200

/** 1 to 200 characters without control characters. Throws a RangeError. */
export function parseAccountName(text: string): string {
  return parseLabel('A name', text, withJoinersRead(text))
}

/** 1 to 200 printable characters. Throws a RangeError. */
export function parseReference(text: string): string {
  return parseLabel('A reference', text)
}

/** What accounts are searched by: the beginning of an id or name, or a reference. Throws a RangeError. */
export function parseAccountSearch(text: string): string {
  return parseLabel('A search text', text, withJoinersRead(text))
}

/** Joiners within a text stand for a letter: Persian, Indic scripts and emoji are not written without them. */
function withJoinersRead(text: string): string {
  return text.replace(/(?<=.)(?:\u200c|\u200d)(?=.)/gu, 'x')
}

/** No space begins or ends a label: MySQL ignores the last ones when it compares. Hangul fillers look empty. */
function parseLabel(what: string, text: string, read = text): string {
  const isValid = /^(?!\s)[^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0]{1,200}(?<!\s)$/u.test(
    read,
  )
  if (isValid) return text
  throw new RangeError(
    `${what} has 1 to ${accountLabelCharactersMax} printable characters, and no space at its beginning or end.`,
  )
}

/**
 * A name without its case, by which it is stored for searches: databases disagree on the case of other letters
 * than ASCII. Each character is folded alone, so that the beginning of a name is folded as within the name.
 */
export function foldName(text: string): string {
  const folded = [...text.normalize('NFC')].map((character) => character.toUpperCase().toLowerCase())
  return [...folded.join('')].slice(0, accountLabelCharactersMax).join('')
}
