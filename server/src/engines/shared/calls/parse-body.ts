import { isAscii } from 'node:buffer'
import { messageBytesMax } from './json-limits.ts'
import { release } from './release.ts'

/** A response's body, parsed; its text if it is not JSON; undefined if there is none. */
export interface ParsedBody {
  readonly body: unknown
  readonly isJson: boolean
}

/** Longer texts are media, which have no characters beyond ASCII. */
const wordsCharactersMax = 64 * 1024

/**
 * Parses a body, which the caller must not use any more. A large one is not decoded as a whole, because one
 * character beyond Latin-1 would double its memory: six of 70 MB took 1.4 GB.
 */
export function parseBody(bytes: Buffer): ParsedBody {
  if (bytes.byteLength === 0) return { body: undefined, isJson: false }
  if (bytes.byteLength <= messageBytesMax) return parse(new TextDecoder().decode(bytes))
  const hasOtherCharacters = !isAscii(bytes)
  const text = bytes.toString('latin1')
  release(bytes)
  return hasOtherCharacters ? parse(text, decodeWords) : parse(text)
}

function parse(text: string, revive?: (key: string, value: unknown) => unknown): ParsedBody {
  try {
    return { body: JSON.parse(text, revive), isJson: true }
  } catch {
    return { body: text, isJson: false }
  }
}

/** The text of UTF-8 that was read as Latin-1; a text with escaped characters beyond it was never that. */
function decodeWords(_key: string, value: unknown): unknown {
  if (typeof value !== 'string' || value.length > wordsCharactersMax) return value
  return /[\x80-\xff]/.test(value) && !/[\u0100-\uffff]/.test(value)
    ? Buffer.from(value, 'latin1').toString('utf8')
    : value
}
