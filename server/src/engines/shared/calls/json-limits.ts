/** Jobs, states and messages: every response that contains neither results nor lists. */
export const messageBytesMax = 4 * 1024 ** 2
/**
 * Base64 within JSON: 50 MB of video, or a PNG of 4096 by 4096 pixels of noise. A process that receives six
 * at once takes 850 MB.
 */
export const resultBytesMax = 64 * 1024 ** 2
/** Lists of jobs, each of which may contain its input as a data URL. */
export const listBytesMax = 64 * 1024 ** 2

/** The deepest known response, a ComfyUI history with its workflow, has 20 levels. */
const depthMax = 64
/**
 * Everything but the characters of strings. A parsed value takes up to 60 bytes for 3 of these: 250 MB for
 * 4 MiB, and 2 GB for 40 MB.
 */
const structureBytesMax = 4 * 1024 ** 2

/** JSON that would take too much memory or time to parse. */
export class CostlyJsonError extends Error {
  override readonly name = 'CostlyJsonError'
}

const codeOf = (character: string): number => character.charCodeAt(0)
const quote = codeOf('"')
const backslash = codeOf('\\')
const opening = new Set([codeOf('['), codeOf('{')])
const closing = new Set([codeOf(']'), codeOf('}')])
/** White space of JSON, and the byte order mark that a decoder removes. */
const leading = new Set([...' \t\r\n'].map(codeOf).concat(0xef, 0xbb, 0xbf))

/**
 * Checks the bytes of a response in the order of their arrival, before any is parsed: throws a
 * CostlyJsonError once JSON is nested too deeply or has too much besides its strings. Bodies other than JSON
 * objects and lists pass.
 */
export function createJsonCheck(): (part: Uint8Array) => void {
  let isJson: boolean | undefined
  let isInString = false
  let depth = 0
  let structureBytes = 0
  const strings = createStringScan()

  function check(bytes: Buffer): void {
    for (let index = 0; index < bytes.length; index += 1) {
      if (isInString) {
        index = strings.endIn(bytes, index)
        if (index === bytes.length) return
        isInString = false
      } else if (bytes[index] === quote) isInString = true
      else if (opening.has(bytes[index] ?? 0)) depth += 1
      else if (closing.has(bytes[index] ?? 0)) depth -= 1
      structureBytes += 1
      if (depth > depthMax)
        throw new CostlyJsonError(`The response is nested in more than ${depthMax} levels.`)
      if (structureBytes > structureBytesMax)
        throw new CostlyJsonError(`The response has more than ${structureBytesMax} bytes besides its texts.`)
    }
  }

  return (part) => {
    const bytes = Buffer.from(part.buffer, part.byteOffset, part.byteLength)
    const first = isJson === undefined ? bytes.find((byte) => !leading.has(byte)) : undefined
    if (first !== undefined) isJson = opening.has(first)
    if (isJson === true) check(bytes)
  }
}

/** Finds the ends of strings; one may begin in one part of the bytes and end in another. */
function createStringScan(): { endIn(bytes: Buffer, from: number): number } {
  /** Whether the bytes so far end with a backslash that escapes the next one. */
  let isEscaped = false
  return {
    /** The place of the quote that ends the string, or the end of the bytes. */
    endIn(bytes, from) {
      for (let start = from; ; ) {
        const found = bytes.indexOf(quote, start)
        const end = found < 0 ? bytes.length : found
        let escapes = end
        while (escapes > start && bytes[escapes - 1] === backslash) escapes -= 1
        const isOdd = (end - escapes) % 2 === 1
        const isNextEscaped = escapes === start && isEscaped ? !isOdd : isOdd
        isEscaped = found < 0 && isNextEscaped
        if (found < 0 || !isNextEscaped) return end
        start = end + 1
      }
    },
  }
}
