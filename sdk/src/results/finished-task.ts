import { writeFileAtomically } from '../core/file-system.js'
import type { Context } from '../core/http.js'
import { toReadableStream } from '../core/readable-stream.js'
import { InvalidResponseError } from '../errors/call-errors.js'
import type { CallOptions, FinishedTask, ResultFile, TaskSucceeded } from '../types.js'
import { filesOf, readResult } from './read-result.js'

/** The lifetime of signed links, by the contract. */
const linkLifetimeMs = 3_600_000

/** Adds methods to download the files of a succeeded task that was just read. */
export function finishTask(context: Context, task: TaskSucceeded): FinishedTask {
  const urlExpiresAt = new Date(context.transport.clock.now() + linkLifetimeMs).toISOString()
  const files = filesOf(task).map((file, index) => ({
    ...openFile(context, task.id, file, index),
    urlExpiresAt,
  }))
  const [first] = files
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
  const read = (options?: CallOptions) => readResult(context, { taskId, file, index }, options)
  const stream = async (options?: CallOptions): Promise<ReadableStream<Uint8Array>> => {
    const controller = new AbortController()
    const { signal: outer } = options ?? {}
    const signal = outer ? AbortSignal.any([outer, controller.signal]) : controller.signal
    const chunks = read({ ...options, signal })
    return toReadableStream(chunks, (reason) => {
      // A pending read of the next chunk ends only by its signal.
      controller.abort(reason)
      return chunks.return()
    })
  }
  return {
    ...file,
    stream,
    async download(options?: CallOptions) {
      if (!file.sizeBytes) return new Uint8Array(await new Response(await stream(options)).arrayBuffer())
      // One array of the size that the task states, instead of all chunks plus a copy.
      const bytes = new Uint8Array(file.sizeBytes)
      let size = 0
      for await (const chunk of read(options)) {
        bytes.set(chunk, size)
        size += chunk.length
      }
      return bytes
    },
    async saveTo(path: string, options?: CallOptions) {
      await writeFileAtomically(path, read(options))
      return path
    },
  }
}
