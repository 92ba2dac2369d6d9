import { writeFileAtomically } from '../core/file-system.js'
import type { Context } from '../core/http.js'
import { toReadableStream } from '../core/readable-stream.js'
import { InvalidResponseError } from '../errors/call-errors.js'
import type { CallOptions, FinishedTask, ResultFile, TaskSucceeded } from '../types/index.js'
import { type FilePiece, filesOf, readResult, throwIfRemoved } from './read-result.js'

/** The lifetime of signed links, by the contract. */
const linkLifetimeMs = 3_600_000

/**
 * Adds methods to download the files of a succeeded task that was just read. Throws ResultRemovedError if they
 * no longer exist.
 */
export function finishTask(context: Context, task: TaskSucceeded): FinishedTask {
  const urlExpiresAt = new Date(context.transport.clock.now() + linkLifetimeMs).toISOString()
  const files = filesOf(task).map((file, index) => ({
    ...openFile(context, task.id, file, index),
    urlExpiresAt,
  }))
  const [first] = files
  if (first === undefined) throwIfRemoved(task)
  if (first === undefined) {
    throw new InvalidResponseError(`Task ${task.id} succeeded without a file`, {
      taskId: task.id,
      status: 200,
    })
  }
  const { download, stream, saveTo } = first
  return { ...task, files, download, stream, saveTo }
}

function openFile(context: Context, taskId: string, file: ResultFile, index: number) {
  const location = { taskId, file, index }
  const stream = async (options?: CallOptions): Promise<ReadableStream<Uint8Array>> => {
    const controller = new AbortController()
    const { signal: outer } = options ?? {}
    const signal = outer ? AbortSignal.any([outer, controller.signal]) : controller.signal
    const chunks = bytesOf(readResult(context, location, { ...options, signal, canStartOver: false }))
    return toReadableStream(chunks, (reason) => {
      // A pending read of the next chunk ends only by its signal.
      controller.abort(reason)
      return chunks.return()
    })
  }
  const read = (options?: CallOptions) => readResult(context, location, { ...options, canStartOver: true })
  return {
    ...file,
    stream,
    download: (options?: CallOptions) => collect(read(options), file.sizeBytes),
    async saveTo(path: string, options?: CallOptions) {
      await writeFileAtomically(path, read(options))
      return path
    },
  }
}

async function* bytesOf(pieces: AsyncIterable<FilePiece>): AsyncGenerator<Uint8Array, void> {
  for await (const { bytes } of pieces) yield bytes
}

/** All bytes of a file, whose size may be unknown. */
async function collect(pieces: AsyncIterable<FilePiece>, sizeBytes: number | null | undefined) {
  if (sizeBytes) {
    // One array of the size that the task states, instead of all chunks plus a copy.
    const whole = new Uint8Array(sizeBytes)
    for await (const { startBytes, bytes } of pieces) whole.set(bytes, startBytes)
    return whole
  }
  let chunks: Uint8Array<ArrayBuffer>[] = []
  for await (const { startBytes, bytes } of pieces) {
    if (startBytes === 0) chunks = []
    chunks.push(new Uint8Array(bytes))
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer())
}
