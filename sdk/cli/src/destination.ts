import { access, constants, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type FinishedTask, ResultRemovedError } from '@mediagen/sdk'
import { CommandError } from './command-error.js'
import type { Context } from './context.js'
import { type Poster, requireFfmpeg, savePoster } from './poster.js'
import { nameOfResult } from './result-name.js'

/** The file of a saved result; its path is `-` for standard output. */
export interface SavedFile {
  readonly path: string
  readonly contentType: string
  readonly sizeBytes: number | null | undefined
  /** The first frame of a video, with `--poster`; null if it could not be saved. */
  readonly poster?: Poster | null
}

/** Where a result goes. */
export interface DestinationOptions {
  readonly output?: string | undefined
  readonly poster?: boolean
}

/** Saves a result. */
export type Destination = (result: FinishedTask) => Promise<SavedFile>

/**
 * Resolves `--output`: a file, a folder, or `-` for standard output; by default a file in the working
 * directory, named after the task. `files` results need a folder if there are several. Throws a CommandError
 * for an invalid destination, or a folder that cannot be written to, before any money is spent.
 */
export async function findDestination(
  { output, poster }: DestinationOptions,
  context: Context,
  files = 1,
): Promise<Destination> {
  const save = await findFile(output, context, files)
  if (!poster) return save
  if (output === '-')
    throw new CommandError('usage', '--poster needs a file: it cannot be combined with --output -')
  const { env } = context.terminal
  await requireFfmpeg(env)
  return async (result) => {
    const file = await save(result)
    if (!file.contentType.startsWith('video/')) return file
    return { ...file, poster: await savePoster(file.path, context.output, env) }
  }
}

async function findFile(output: string | undefined, context: Context, files: number): Promise<Destination> {
  if (output === '-') {
    if (files > 1)
      throw new CommandError('usage', `${files} results cannot share standard output: give a folder with -o`)
    if (context.output.isJson)
      throw new CommandError('usage', '--json and --output - cannot be combined: both use standard output')
    return (result) => saveAs('-', result, context)
  }
  const isFolder = output === undefined || (await kindOf(output)) === 'folder'
  const folder = output === undefined ? '.' : isFolder ? output : dirname(output)
  if (files > 1 && !isFolder)
    throw new CommandError('usage', `${files} results need a folder; ${output} is not an existing one`)
  if ((await kindOf(folder)) !== 'folder') throw new CommandError('usage', `There is no folder ${folder}`)
  await access(folder, constants.W_OK).catch((cause: unknown) => {
    throw new CommandError('usage', `The folder ${folder} is not writable`, { cause })
  })
  return (result) =>
    saveAs(
      isFolder ? join(folder, nameOfResult(result.id, result.files[0]?.contentType)) : output,
      result,
      context,
    )
}

async function kindOf(path: string): Promise<'file' | 'folder' | undefined> {
  try {
    return (await stat(path)).isDirectory() ? 'folder' : 'file'
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw new CommandError('usage', `${path} cannot be written: ${String(error)}`, { cause: error })
  }
}

async function saveAs(path: string, result: FinishedTask, { stop, terminal }: Context): Promise<SavedFile> {
  const { signal } = stop
  try {
    // Standard output stays open for later output.
    if (path === '-')
      await pipeline(Readable.fromWeb(await result.stream({ signal })), terminal.stdout, { end: false })
    else await result.saveTo(path, { signal })
  } catch (cause) {
    signal.throwIfAborted()
    // Nothing is left to save at another time.
    if (cause instanceof ResultRemovedError) throw cause
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
