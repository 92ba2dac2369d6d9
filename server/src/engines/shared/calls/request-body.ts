import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'

/** A text of a request with files in it as base64, which is written while the request is sent. */
export class TextWithFiles {
  readonly parts: readonly (string | Uint8Array)[]

  constructor(parts: readonly (string | Uint8Array)[]) {
    this.parts = parts
  }
}

/** A file of a form. */
export class FormFile {
  readonly name: string
  readonly contentType: string
  readonly bytes: Uint8Array

  constructor(file: Pick<FormFile, 'name' | 'contentType' | 'bytes'>) {
    this.name = file.name
    this.contentType = file.contentType
    this.bytes = file.bytes
  }
}

export type FormField = readonly [name: string, value: string | TextWithFiles | FormFile]

/** What a request contains; texts with files may be anywhere in JSON. */
export type RequestBody =
  | { readonly json: unknown }
  | { readonly form: readonly FormField[] }
  | { readonly bytes: Uint8Array }

export interface SentBody {
  readonly body?: Buffer | Readable
  readonly headers: Readonly<Record<string, string>>
}

/** What is written at once. A multiple of three, so that only the end of a file is padded in base64. */
const writtenBytesMax = 48 * 1024

/**
 * A body to be sent once. One with files is written while it is sent, and takes no memory besides them.
 * @param onWritten Called when it needs its files no more.
 */
export function sentBodyOf(body: RequestBody | undefined, onWritten?: () => void): SentBody {
  if (body === undefined) return { headers: {} }
  const { pieces, contentType } = piecesOf(body)
  const length = pieces.reduce((sum, piece) => sum + lengthOf(piece), 0)
  const headers = {
    ...(contentType !== undefined && { 'Content-Type': contentType }),
    'Content-Length': String(length),
  }
  const parts = written(pieces, onWritten)
  const isSmall = length <= writtenBytesMax
  return { body: isSmall ? Buffer.concat([...parts]) : Readable.from(parts, { objectMode: false }), headers }
}

/** Whether the whole body was handed to the connection, not merely abandoned. A small one is written at once. */
export function isWritten({ body }: SentBody): boolean {
  return !(body instanceof Readable) || body.readableEnded
}

function piecesOf(body: RequestBody): { readonly pieces: readonly Piece[]; readonly contentType?: string } {
  if ('bytes' in body) return { pieces: [body.bytes] }
  if ('json' in body) return { pieces: textPieces(jsonText(body.json)), contentType: 'application/json' }
  const boundary = `form-${randomUUID()}`
  return { pieces: formPieces(body.form, boundary), contentType: `multipart/form-data; boundary=${boundary}` }
}

function lengthOf(piece: Piece): number {
  return 'base64Of' in piece ? 4 * Math.ceil(piece.base64Of.byteLength / 3) : piece.byteLength
}

function* written(pieces: readonly Piece[], onWritten: (() => void) | undefined): Generator<Uint8Array> {
  try {
    for (const piece of pieces) yield* partsOf(piece)
  } finally {
    onWritten?.()
  }
}

function* partsOf(piece: Piece): Generator<Uint8Array> {
  const isBase64 = 'base64Of' in piece
  const { buffer, byteOffset, byteLength } = isBase64 ? piece.base64Of : piece
  for (let start = 0; start < byteLength; start += writtenBytesMax) {
    const part = Buffer.from(buffer, byteOffset + start, Math.min(writtenBytesMax, byteLength - start))
    // A copy, because the caller may release the file before the last part is on its way.
    yield isBase64 ? Buffer.from(part.toString('base64'), 'latin1') : Buffer.from(part)
  }
}

/** What JSON.stringify returns, with files in its texts. */
function jsonText(json: unknown): string | TextWithFiles {
  return composed((place) =>
    JSON.stringify(json, (_key, value: unknown) =>
      value instanceof TextWithFiles ? place(new TextWithFiles(value.parts.map(escaped))) : value,
    ),
  )
}

function escaped(part: string | Uint8Array): string | Uint8Array {
  return typeof part === 'string' ? JSON.stringify(part).slice(1, -1) : part
}

/** The value of a form's field: anything but text, numbers and files is sent as JSON. */
export function formValueOf(value: unknown): FormField[1] {
  if (value instanceof FormFile || value instanceof TextWithFiles) return value
  return typeof value === 'object' ? jsonText(value) : String(value)
}

/** A text into which `write` puts others; what `place` returns stands for one of them, in the order of the calls. */
export function composed<Text extends string | undefined>(
  write: (place: (text: TextWithFiles) => string) => Text,
): Text | TextWithFiles {
  const texts: TextWithFiles[] = []
  const mark = randomUUID()
  const written = write((text) => {
    texts.push(text)
    return mark
  })
  if (written === undefined || texts.length === 0) return written
  const between = written.split(mark)
  return new TextWithFiles(between.flatMap((part, index) => [part, ...(texts[index]?.parts ?? [])]))
}

interface Base64 {
  readonly base64Of: Uint8Array
}

/** Bytes as they are, or to be written as base64. */
type Piece = Uint8Array | Base64

function textPieces(text: string | TextWithFiles): Piece[] {
  const parts = typeof text === 'string' ? [text] : text.parts
  return parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : { base64Of: part }))
}

function formPieces(fields: readonly FormField[], boundary: string): Piece[] {
  const pieces = fields.flatMap(([name, value]): Piece[] => {
    const isFile = value instanceof FormFile
    const file = isFile ? `; filename="${quoted(value.name)}"\r\nContent-Type: ${value.contentType}` : ''
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="${quoted(name)}"${file}\r\n\r\n`
    return [Buffer.from(head), ...(isFile ? [value.bytes] : textPieces(value)), Buffer.from('\r\n')]
  })
  return [...pieces, Buffer.from(`--${boundary}--\r\n`)]
}

/** As browsers do it. */
function quoted(name: string): string {
  return name.replaceAll('\n', '%0A').replaceAll('\r', '%0D').replaceAll('"', '%22')
}
