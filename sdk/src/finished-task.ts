import { DownloadError, InvalidResponseError } from './errors/call-errors.js'
import { writeWhole } from './file-system.js'
import { getTask } from './get-task.js'
import type { Context } from './http.js'
import { isRetryable } from './retry-policy.js'
import { placeOf, send } from './transport.js'
import type { CallOptions, FinishedTask, OutputFile, ResultFile, Task } from './types.js'

/** What a storage answers when a signed link has run out. */
const refusals = [401, 403, 404, 410]

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
  const { download, saveTo } = first
  return { ...task, status: 'SUCCEEDED', output: task.output ?? {}, files, download, saveTo }
}

function filesOf({ output }: Task): ResultFile[] {
  return [...(output?.images ?? []), ...(output?.videos ?? [])]
}

function openFile(context: Context, taskId: string, file: ResultFile, index: number): OutputFile {
  const { transport } = context
  const { transferTimeoutMs: timeoutMs } = transport
  const fetchBytes = (url: string, { signal, maxRetries }: CallOptions) => {
    // The link is signed: the API key has no business there.
    return send(transport, new Request(url, { signal: signal ?? null }), { timeoutMs, maxRetries })
  }
  async function download(options: CallOptions = {}) {
    let { url } = file
    let response = await fetchBytes(url, options)
    if (refusals.includes(response.status)) {
      url = filesOf(await getTask(context, taskId, options))[index]?.url ?? url
      response = await fetchBytes(url, options)
    }
    if (!response.ok) {
      throw new DownloadError(`${placeOf(url)} was answered with HTTP ${response.status}`, {
        taskId,
        status: response.status,
        retryable: isRetryable(response),
      })
    }
    return new Uint8Array(await response.arrayBuffer())
  }
  return {
    ...file,
    download,
    async saveTo(path, options) {
      await writeWhole(path, await download(options))
      return path
    },
  }
}
