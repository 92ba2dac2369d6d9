import { createHash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import type { Request, Response } from 'express'
import send from 'send'
import { sendFileError } from './file-errors.ts'
import { type FileVersion, judgePreconditions, judgeRange } from './preconditions.ts'

/** Metadata of a file's response. */
export interface SentFile {
  readonly path: string
  readonly contentType: string
  readonly cacheControl: string
  readonly contentDisposition?: string
}

/**
 * Responds to GET and HEAD with a file: whole, in part (some browsers play no video without ranges), or as the
 * conditions of RFC 9110, section 13, require. Rejects with 404, 412 or 416. Rejects if the file cannot be
 * read.
 */
export async function sendFile(request: Request, response: Response, file: SentFile): Promise<void> {
  const version = await versionOf(file.path)
  if (version === undefined) return sendFileError(request, response, 'FILE_NOT_FOUND')
  const judgement = judgePreconditions(request, version)
  if (judgement === 412) return sendFileError(request, response, 'PRECONDITION_FAILED')
  response.setHeader('Cache-Control', file.cacheControl)
  response.setHeader('ETag', version.etag)
  if (judgement === 304) return void response.writeHead(304).end()
  // Last-Modified of the evaluated version: `send` rounds half milliseconds up, and If-Range would then fail.
  response.setHeader('Last-Modified', new Date(version.modifiedMs).toUTCString())
  response.setHeader('Content-Type', file.contentType)
  if (file.contentDisposition !== undefined)
    response.setHeader('Content-Disposition', file.contentDisposition)
  await new Promise<void>((resolve, reject) => {
    response.once('close', () => resolve())
    send(withRangeAlone(request, judgeRange(request, version)), file.path, {
      cacheControl: false,
      dotfiles: 'allow',
      index: false,
    })
      .on('directory', () => sendFileError(request, response, 'FILE_NOT_FOUND'))
      .on('error', (error: Error & { status?: number }) => {
        if (response.headersSent || response.destroyed) return void response.destroy()
        if (error.status === 404) sendFileError(request, response, 'FILE_NOT_FOUND')
        else if (error.status === 416) sendFileError(request, response, 'RANGE_NOT_SATISFIABLE')
        else reject(error)
      })
      .pipe(response)
  })
}

/**
 * The request as `send` sees it, without conditions, because `send` would evaluate them again and
 * differently: it lets a weak tag match If-Match, splits tags at their commas, parses any text as a date,
 * accepts If-Range for a tag that merely contains the right one, and ignores If-None-Match beside the
 * `Cache-Control: no-cache` of fetch().
 */
function withRangeAlone(request: Request, range: string | undefined): Request {
  return Object.create(request, { headers: { value: range === undefined ? {} : { range } } })
}

/**
 * Identifies the version: a file is replaced by renaming another over it, which has another inode and time;
 * undefined if there is none.
 */
export async function versionOf(path: string): Promise<FileVersion | undefined> {
  const stats = await stat(path, { bigint: true }).catch(undefinedIfMissing)
  if (!stats?.isFile()) return undefined
  const state = `${stats.ino}:${stats.mtimeNs}:${stats.size}`
  const etag = `"${createHash('sha256').update(state).digest('base64url').slice(0, 27)}"`
  return { etag, modifiedMs: Number(stats.mtimeMs), sizeBytes: Number(stats.size) }
}

function undefinedIfMissing(error: unknown): undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code !== 'ENOENT' && code !== 'ENOTDIR' && code !== 'ENAMETOOLONG') throw error
}
