import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { fromPath, type UploadSource } from '@mediagen/sdk'
import { CommandError } from './command-error.js'
import type { Context } from './context.js'

/** Marks the id of an earlier upload in an argument that takes an image. */
export const assetPrefix = 'asset:'

/** The help of every argument that takes an image. */
export const imageHelp = `a file, - for standard input, or ${assetPrefix}ID for an upload`

/** The image named by an argument, as an upload source. Throws a CommandError for a missing file. */
export async function openImage(argument: string, { terminal }: Context): Promise<UploadSource> {
  if (argument === '-') return Readable.toWeb(Readable.from(terminal.stdin))
  const found = await stat(argument).catch((cause: NodeJS.ErrnoException) => {
    throw new CommandError('usage', `${argument} cannot be read: ${cause.message}`, { cause })
  })
  if (!found.isFile()) throw new CommandError('usage', `${argument} is not a file`)
  return fromPath(argument)
}

/** Uploads the image named by an argument and resolves to its id; sends nothing for an earlier upload. */
export async function uploadImage(argument: string, context: Context): Promise<string> {
  if (argument.startsWith(assetPrefix)) return argument.slice(assetPrefix.length)
  return (await uploadFile(argument, context)).id
}

/** Uploads the image named by an argument and shows its progress. */
export async function uploadFile(argument: string, context: Context) {
  const { client, output, stop } = context
  const source = await openImage(argument, context)
  const progress = output.progress('upload')
  try {
    const upload = await client.uploads.file(source, {
      signal: stop.signal,
      onProgress: ({ sentBytes, totalBytes }) => progress.step('sending', sentBytes / totalBytes),
    })
    progress.end('done', true)
    return upload
  } catch (error) {
    progress.end('failed', false)
    throw error
  }
}
