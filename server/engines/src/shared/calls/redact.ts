/** What a key becomes in a text. */
const mask = '[key]'
/** Shorter values are not keys, and replacing them would remove words from ordinary text. */
const secretCharactersMin = 8
/** A gateway that encodes the response of a gateway escapes a key twice, rarely more often. */
const decodingsMax = 4

/** A text without any of the secrets that it was made for. */
export type Redact = (text: string) => string

/**
 * Removes secrets from texts of an engine, as they are and percent-encoded, escaped as in JSON or HTML, in
 * base64 (also as part of `user:key`), broken by white space, or in other case. Takes time in proportion to
 * the text.
 */
export function createRedact(secrets: readonly string[]): Redact {
  const forms = [...new Set(secrets.flatMap(formsOf))]
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
  return [plain, ...cores, ...ofUrls].map(lowerCase)
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

/** One character in hexadecimal or decimal digits, an escaped character, or an escaped line break. */
const escapes =
  /%([0-9a-f]{2})|\\+u([0-9a-f]{4})|\\+x([0-9a-f]{2})|&#x0{0,6}([0-9a-f]{2,4});|&#0{0,6}(\d{2,5});|\\+([^a-z0-9\\])|\\+[nrt]/g
/** What does not count within a secret. */
const blank = /^[\s\p{Cc}\p{Cf}\p{Cs}]*$/u

function decode({ text, starts }: Reading): Reading {
  let decoded = ''
  const places: number[] = []
  let from = 0
  const copyTo = (to: number): void => {
    decoded += text.slice(from, to)
    for (let index = from; index < to; index += 1) places.push(starts[index] ?? 0)
  }
  for (const match of text.matchAll(escapes)) {
    const [all, percent, unicode, byte, entity, decimal, character = ''] = match
    copyTo(match.index)
    from = match.index + all.length
    const hex = percent ?? unicode ?? byte ?? entity
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
    const value = Number.isNaN(code) ? character : lowerCase(String.fromCharCode(code))
    if (blank.test(value)) continue
    decoded += value
    places.push(starts[match.index] ?? 0)
  }
  copyTo(text.length)
  return { text: decoded, starts: [...places, starts.at(-1) ?? 0] }
}

type Range = readonly [from: number, to: number]

function findAll({ text, starts }: Reading, forms: readonly string[]): Range[] {
  const found: Range[] = []
  for (const form of forms)
    for (let at = text.indexOf(form); at >= 0; at = text.indexOf(form, at + form.length))
      found.push([starts[at] ?? 0, starts[at + form.length] ?? 0])
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
