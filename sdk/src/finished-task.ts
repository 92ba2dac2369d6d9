import { InvalidResponseError } from './errors/call-errors.js'
import { writeWhole } from './file-system.js'
import type { Context } from './http.js'
import { readResult } from './read-result.js'
import { filesOf } from './result-files.js'
import type { CallOptions, FinishedTask, OutputFile, ResultFile, Task } from './types.js'

/** Adds to a succeeded task the ways to its files. */
export function finishTask(context: Context, task: Task): FinishedTask {
  const files = filesOf(task).map((file, index) => openFile(context, task.id, file, index))
  const [first] = files
  if (first === undefined) {
    throw new InvalidResponseError(`Task ${task.id} succeeded without a file`, {
      taskId: task.id,
      status: 200,
    })
  }
  const { download, stream, saveTo } = first
  return { ...task, status: 'SUCCEEDED', output: task.output ?? {}, files, download, stream, saveTo }
}

function openFile(context: Context, taskId: string, file: ResultFile, index: number): OutputFile {
  const read = async (options?: CallOptions) => {
    return readResult(context, { taskId, file, index }, options)
  }
  const stream = async (options?: CallOptions): Promise<ReadableStream<Uint8Array>> => {
    const chunks = await read(options)
    return new ReadableStream<Uint8Array>({
      async pull(controller) {
        const { done, value } = await chunks.next()
        if (done) controller.close()
        else controller.enqueue(value)
      },
      async cancel() {
        await chunks.return()
      },
    })
  }
  return {
    ...file,
    stream,
    async download(options) {
      return new Uint8Array(await new Response(await stream(options)).arrayBuffer())
    },
    async saveTo(path, options) {
      await writeWhole(path, await read(options))
      return path
    },
  }
}
