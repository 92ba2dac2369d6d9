/** What a key becomes in a text. */
const mask = '[key]'
/** Shorter values are not keys, and replacing them would remove words from ordinary text. */
const secretCharactersMin = 8
/** A gateway that encodes the response of a gateway escapes a key twice, rarely more often. */
const decodingsMax = 4
/** A part of a secret this long is removed as well: an engine may cut its own message, or break a line. */
const partCharactersMin = 12

/** A text without any of the secrets that it was made for. */
export type Redact = (text: string) => string

/**
 * Removes secrets and long parts of them from texts of an engine, as they are and percent-encoded, escaped as
 * in JSON, C or HTML, in hexadecimal, in base64 (also as part of `user:key`), broken by white space, or in
 * other case. Takes time in proportion to the text.
 */
export function createRedact(secrets: readonly string[]): Redact {
  const forms = [...new Set(secrets.flatMap(formsOf))].map(partsOf)
  return (text) => {
    let reading = readingOf(text)
    const found = findAll(reading, forms)
    for (let decodings = 0; decodings < decodingsMax; decodings += 1) {
      const decoded = decode(reading)
      if (decoded.text === reading.text) break
      reading = decoded
      found.push(...findAll(reading, forms))
    }
    return replaceAll(text, found)
  }
}

/** A secret as texts may contain it, in lower case and without white space. */
function formsOf(secret: string): readonly string[] {
  const plain = secret.replace(/\s+/g, '')
  if (plain.length < secretCharactersMin) return []
  const cores = [0, 1, 2].map((offset) => base64CoreOf(plain, offset))
  const ofUrls = cores.map((core) => core.replaceAll('+', '-').replaceAll('/', '_'))
  return [plain, Buffer.from(plain).toString('hex'), ...cores, ...ofUrls].map(lowerCase)
}

/** A form with the pieces of it that are searched for. */
interface Form {
  readonly text: string
  readonly pieces: readonly { readonly text: string; readonly at: number }[]
}

/** Thirds, one of which is within any larger part of the form; a short form is one piece. */
function partsOf(text: string): Form {
  const characters = Math.min(text.length, Math.max(partCharactersMin, Math.ceil(text.length / 3)))
  const places = [0, characters, text.length - characters]
  const pieces = [...new Set(places)]
    .filter((at) => at + characters <= text.length)
    .map((at) => ({ text: text.slice(at, at + characters), at }))
  return { text, pieces }
}

/** The characters that a text has in base64 if that many bytes of a group of three come before it. */
function base64CoreOf(text: string, offset: number): string {
  const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(text)])
  const own = bytes.toString('base64').replace(/=+$/, '')
  return own.slice(offset === 0 ? 0 : offset + 1, bytes.byteLength % 3 === 0 ? undefined : -1)
}

/** A text as it reads after decoding, and for each of its characters where it begins in the original. */
interface Reading {
  readonly text: string
  readonly starts: readonly number[]
}

/** White space does not count: base64 may be wrapped, and so may a long line. */
function readingOf(text: string): Reading {
  const starts = [...text.matchAll(/\S/g)].map(({ index }) => index)
  return { text: lowerCase(text.replace(/\s+/g, '')), starts: [...starts, text.length] }
}

/** What HTML and its kin write by name: PHP writes these as well. */
const named: Readonly<Record<string, string>> = {
  amp: '&',
  apos: "'",
  colon: ':',
  dash: '-',
  equals: '=',
  gt: '>',
  hyphen: '-',
  lowbar: '_',
  lt: '<',
  period: '.',
  plus: '+',
  quot: '"',
  sol: '/',
}
/** One character in hexadecimal, decimal or octal digits, by name, or escaped; or an escaped line break. */
const escapes =
  /%([0-9a-f]{2})|&#x0{0,20}([0-9a-f]{2,4});|&#0{0,20}(\d{2,5});|&([a-z]{2,6});|(?<!\\)\\+(?:u\{?([0-9a-f]{2,4})\}?|x([0-9a-f]{2})|([0-3][0-7]{2})|([^a-z0-9\\])|[nrt])/g
/** What does not count within a secret. */
const blank = /^[\s\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}]*$/u

function decode({ text, starts }: Reading): Reading {
  let decoded = ''
  const places: number[] = []
  let from = 0
  const copyTo = (to: number): void => {
    decoded += text.slice(from, to)
    for (let index = from; index < to; index += 1) places.push(starts[index] ?? 0)
  }
  for (const match of text.matchAll(escapes)) {
    const [all, percent, entity, decimal, name, unicode, byte, octal, escaped = ''] = match
    const character = name === undefined ? escaped : (named[name] ?? all)
    copyTo(match.index)
    from = match.index + all.length
    const hex = percent ?? unicode ?? byte ?? entity
    const code = hex ? Number.parseInt(hex, 16) : octal ? Number.parseInt(octal, 8) : Number(decimal)
    const value = Number.isNaN(code) ? character : lowerCase(String.fromCharCode(code))
    if (blank.test(value)) continue
    decoded += value
    places.push(starts[match.index] ?? 0)
  }
  copyTo(text.length)
  return { text: decoded, starts: [...places, starts.at(-1) ?? 0] }
}

type Range = readonly [from: number, to: number]

function findAll({ text, starts }: Reading, forms: readonly Form[]): Range[] {
  const found: Range[] = []
  for (const form of forms)
    for (const piece of form.pieces)
      for (let at = text.indexOf(piece.text); at >= 0; ) {
        // As much around the piece as is of the form, too.
        let from = at
        while (from > 0 && at - from < piece.at && text[from - 1] === form.text[piece.at - (at - from) - 1])
          from -= 1
        let to = at + piece.text.length
        while (to < text.length && text[to] === form.text[piece.at + to - at]) to += 1
        // Punctuation at the edges may be that of the message.
        while (from < at && /[^a-z0-9]/.test(text[from] ?? '')) from += 1
        while (to > at + piece.text.length && /[^a-z0-9]/.test(text[to - 1] ?? '')) to -= 1
        found.push([starts[from] ?? 0, starts[to] ?? 0])
        at = text.indexOf(piece.text, at + piece.text.length)
      }
  return found
}

function replaceAll(text: string, found: readonly Range[]): string {
  let redacted = ''
  let from = 0
  for (const [start, end] of found.toSorted(([a], [b]) => a - b)) {
    if (start >= from) redacted += text.slice(from, start) + mask
    from = Math.max(from, end)
  }
  return redacted + text.slice(from)
}

/** ASCII only: other letters may change their length. */
function lowerCase(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
}
