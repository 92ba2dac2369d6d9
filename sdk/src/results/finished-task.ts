import { writeFileAtomically } from '../core/file-system.js'
import type { Context } from '../core/http.js'
import { anySignal, disposal } from '../core/leavable.js'
import { toReadableStream } from '../core/readable-stream.js'
import { withMethods } from '../core/with-methods.js'
import { InvalidResponseError } from '../errors/call-errors.js'
import { resultLinkSeconds } from '../generated/limits.js'
import type { CallOptions, FinishedTask, ResultFile, TaskSucceeded } from '../types/index.js'
import { type FilePiece, filesOf, readResult, throwIfRemoved } from './read-result.js'

/** The lifetime of links that do not say until when they are valid, by the contract. */
const linkLifetimeMs = resultLinkSeconds * 1000
/** The latest time that a Date can have. */
const timeMsMax = 8.64e15

/**
 * Adds methods to download the files of a succeeded task that was just read. Throws ResultRemovedError if they
 * no longer exist.
 */
export function finishTask(context: Context, task: TaskSucceeded): FinishedTask {
  const files = filesOf(task).map((file, index) => {
    const urlExpiresAt = expiryOf(file.url, context.transport.clock.now())
    return withMethods({ ...file, urlExpiresAt }, openFile(context, task.id, file, index))
  })
  const [first] = files
  if (first === undefined) throwIfRemoved(task)
  if (first === undefined) {
    throw new InvalidResponseError(`Task ${task.id} succeeded without a file`, {
      taskId: task.id,
      status: 200,
    })
  }
  const { blob, download, response, saveTo, stream } = first
  return withMethods({ ...task, files }, { blob, download, response, saveTo, stream })
}

/** Until when a link is valid, by its own terms: those of the service, or of S3. */
function expiryOf(url: string, nowMs: number): string {
  const terms = new URL(url).searchParams
  const expiresMs = Number(terms.get('expires'))
  const signedAt = terms.get('X-Amz-Date')?.replace(/^(....)(..)(..T..)(..)/, '$1-$2-$3:$4:')
  const signedMs = Date.parse(signedAt ?? '') + 1000 * Number(terms.get('X-Amz-Expires'))
  // One of another store may count in seconds.
  const ms = (expiresMs > 1e12 && expiresMs) || signedMs || nowMs + linkLifetimeMs
  return new Date(Math.min(ms, timeMsMax)).toISOString()
}

function openFile(context: Context, taskId: string, file: ResultFile, index: number) {
  const location = { taskId, file, index }
  const { contentType, sizeBytes } = file
  const read = (options?: CallOptions) => readResult(context, location, { ...options, canStartOver: true })
  /** Its bytes, and a stream of them or of these and others. */
  function open(options?: CallOptions) {
    const own = new AbortController()
    const signal = anySignal(options?.signal, own.signal)
    const chunks = bytesOf(readResult(context, location, { ...options, signal, canStartOver: false }))
    const leave = (reason?: unknown) => {
      // A pending read of the next chunk ends only by its signal.
      own.abort(reason)
      return chunks.return()
    }
    const streamOf = (all: AsyncIterator<Uint8Array>) => {
      return Object.assign(toReadableStream(all, leave, signal), disposal(leave))
    }
    return { chunks, streamOf }
  }
  return {
    async stream(options?: CallOptions) {
      const { chunks, streamOf } = open(options)
      return streamOf(chunks)
    },
    async response(options?: CallOptions) {
      const { chunks, streamOf } = open(options)
      const headers = headersOf(file)
      const first = await chunks.next()
      return new Response(streamOf(withFirst(first, chunks)), { headers })
    },
    blob: (options?: CallOptions) => blobOf(read(options), contentType),
    download: (options?: CallOptions) => collect(read(options), sizeBytes),
    async saveTo(path: string, options?: CallOptions) {
      await writeFileAtomically(path, read(options))
      return path
    },
  }
}

/** The headers of a file; of unknown type where no header takes that of its task. */
function headersOf({ contentType, sizeBytes }: ResultFile): Headers {
  const headers = new Headers({ 'content-type': 'application/octet-stream' })
  if (sizeBytes) headers.set('content-length', String(sizeBytes))
  try {
    headers.set('content-type', contentType)
  } catch {
    // The bytes are worth more than their type.
  }
  return headers
}

async function* bytesOf(pieces: AsyncIterable<FilePiece>): AsyncGenerator<Uint8Array, void> {
  for await (const { bytes } of pieces) yield bytes
}

async function* withFirst(
  first: IteratorResult<Uint8Array, void>,
  rest: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void> {
  if (!first.done) yield first.value
  yield* rest
}

/**
 * The largest file that gets its memory by its stated size. The bytes of a larger one get theirs as they come: the
 * statement alone, which may be wrong, takes no more than this.
 */
const reservedBytesMax = 2 ** 28

/** All bytes of a file, whose size may be unknown. */
async function collect(pieces: AsyncIterable<FilePiece>, sizeBytes: number | null | undefined) {
  const chunks: Chunks = []
  let whole: Uint8Array<ArrayBuffer> | undefined
  for await (const piece of pieces) {
    // One array of the size that the task states, instead of all chunks plus a copy.
    if (piece.startBytes === 0) whole ??= reserve(sizeBytes)
    if (whole) whole.set(piece.bytes, piece.startBytes)
    else add(chunks, piece)
  }
  return whole ?? new Uint8Array(await new Blob(chunks).arrayBuffer())
}

function reserve(sizeBytes: number | null | undefined): Uint8Array<ArrayBuffer> | undefined {
  if (!sizeBytes || sizeBytes > reservedBytesMax) return undefined
  try {
    return new Uint8Array(sizeBytes)
  } catch {
    // Less memory is left than the file needs, or its size is no valid one.
    return undefined
  }
}

async function blobOf(pieces: AsyncIterable<FilePiece>, type = ''): Promise<Blob> {
  const chunks: Chunks = []
  for await (const piece of pieces) add(chunks, piece)
  return new Blob(chunks, { type })
}

type Chunks = Uint8Array<ArrayBuffer>[]

function add(chunks: Chunks, { startBytes, bytes }: FilePiece): void {
  if (startBytes === 0) chunks.length = 0
  chunks.push(new Uint8Array(bytes))
}
