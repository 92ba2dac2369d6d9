import { stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { FinishedTask } from '@mediagen/sdk'
import { CommandError } from './command-error.js'
import type { Context } from './context.js'

const extensions: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'video/mp4': 'mp4',
}

/** A file that a result was saved as; its path is `-` for standard output. */
export interface SavedFile {
  readonly path: string
  readonly contentType: string
  readonly sizeBytes: number | null | undefined
}

/** Where a result goes. */
export type Destination = (result: FinishedTask) => Promise<SavedFile>

/**
 * Where `--output` says that the result goes: a file, a folder, or `-` for standard output; without it a file
 * in this folder, named by the task. Throws a CommandError where that cannot work, which is better known
 * before money is spent.
 */
export async function findDestination(output: string | undefined, context: Context): Promise<Destination> {
  if (output === '-') {
    if (context.output.isJson)
      throw new CommandError('usage', '--json and --output - both want standard output')
    return (result) => saveAs('-', result, context)
  }
  const isFolder = output === undefined || (await kindOf(output)) === 'folder'
  const folder = output === undefined ? '.' : isFolder ? output : dirname(output)
  if ((await kindOf(folder)) !== 'folder') throw new CommandError('usage', `There is no folder ${folder}`)
  return (result) => saveAs(isFolder ? join(folder, nameOf(result)) : output, result, context)
}

async function kindOf(path: string): Promise<'file' | 'folder' | undefined> {
  try {
    return (await stat(path)).isDirectory() ? 'folder' : 'file'
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw new CommandError('usage', `${path} cannot be written: ${String(error)}`, { cause: error })
  }
}

/**
 * An id is any text that the service chooses; what could lead out of the folder, or be no name, is no part of
 * a file's name.
 */
function nameOf({ id, files: [file] }: FinishedTask): string {
  return `${id.replace(/[^\w-]/g, '_')}.${extensions[file?.contentType ?? ''] ?? 'bin'}`
}

async function saveAs(path: string, result: FinishedTask, { stop, terminal }: Context): Promise<SavedFile> {
  const { signal } = stop
  try {
    if (path === '-') await writeTo(terminal.stdout, await result.download({ signal }))
    else await result.saveTo(path, { signal })
  } catch (cause) {
    signal.throwIfAborted()
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new CommandError(
      'notSaved',
      `Task ${result.id} succeeded, but its result was not saved: ${reason}`,
      {
        taskId: result.id,
        cause,
      },
    )
  }
  const [{ contentType, sizeBytes } = { contentType: '', sizeBytes: null }] = result.files
  return { path, contentType, sizeBytes }
}

function writeTo(stream: NodeJS.WritableStream, bytes: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => stream.write(bytes, (error) => (error ? reject(error) : resolve())))
}
