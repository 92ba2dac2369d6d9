import { createHash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import type { Request, Response } from 'express'
import send from 'send'
import { errorCodeOf } from '../../core/errors.ts'
import { conditionsOf } from './conditions.ts'
import { sendFileError } from './file-errors.ts'

/** Metadata of a file's response. */
export interface SentFile {
  readonly path: string
  readonly contentType: string
  readonly cacheControl: string
  readonly contentDisposition?: string
}

/** The errors of `send` that are a response of their own. */
const errorCodes: Readonly<Record<number, Parameters<typeof sendFileError>[2]>> = {
  404: 'FILE_NOT_FOUND',
  412: 'PRECONDITION_FAILED',
  416: 'RANGE_NOT_SATISFIABLE',
}

/**
 * Responds to GET and HEAD with a file: whole, in part (some browsers play no video without ranges), or as its
 * conditions require: 304, 404, 412 or 416. Rejects if the file cannot be read.
 */
export async function sendFile(request: Request, response: Response, file: SentFile): Promise<void> {
  const version = await versionOf(file.path)
  if (version === undefined) return sendFileError(request, response, 'FILE_NOT_FOUND')
  response.setHeader('Cache-Control', file.cacheControl)
  // `send` would make a weak tag, with which no part can be resumed.
  response.setHeader('ETag', version.etag)
  // `send` rounds half milliseconds up, and a date would then not match its own file.
  response.setHeader('Last-Modified', new Date(version.modifiedMs).toUTCString())
  response.setHeader('Content-Type', file.contentType)
  if (file.contentDisposition !== undefined)
    response.setHeader('Content-Disposition', file.contentDisposition)
  await new Promise<void>((resolve, reject) => {
    response.once('close', () => resolve())
    send(conditionsOf(request, rangeOf(request, version)), file.path, {
      cacheControl: false,
      dotfiles: 'allow',
      index: false,
    })
      .on('directory', () => sendFileError(request, response, 'FILE_NOT_FOUND'))
      .on('error', (error: Error & { status?: number }) => {
        if (response.headersSent || response.destroyed) return void response.destroy()
        const code = errorCodes[error.status ?? 500]
        if (code === undefined) reject(error)
        else sendFileError(request, response, code)
      })
      .pipe(response)
  })
}

/** Ranges are defined for GET only. A suffix longer than the file means all of it, where `send` would respond with 416. */
function rangeOf({ method, headers: { range } }: Request, { sizeBytes }: FileVersion): string | undefined {
  if (method !== 'GET' || range === undefined) return undefined
  const suffixBytes = Number(/^bytes=-(\d+)$/.exec(range)?.[1] ?? 0)
  if (suffixBytes <= sizeBytes) return range
  // No part of an empty file can be named, so the whole is sent.
  return sizeBytes === 0 ? undefined : 'bytes=0-'
}

interface FileVersion {
  /** A strong validator, including its quotes. */
  readonly etag: string
  readonly modifiedMs: number
  readonly sizeBytes: number
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
  const code = errorCodeOf(error)
  if (code !== 'ENOENT' && code !== 'ENOTDIR' && code !== 'ENAMETOOLONG') throw error
}
