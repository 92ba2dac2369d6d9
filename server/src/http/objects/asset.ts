import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gzip, gzipSync } from 'node:zlib'
import type { Request, Response } from 'express'
import { endInSlices } from '../connection/end-in-slices.ts'
import { conditionsOf } from './conditions.ts'

/** A file of a page in memory, plain and compressed, with what identifies its content. */
export interface Asset {
  readonly contentType: string
  readonly body: Buffer
  /** Undefined for what is compressed in itself, such as an image. */
  readonly gzipped: Buffer | undefined
  /** A weak validator, which both encodings share. */
  readonly etag: string
}

/** For an address that contains the hash of the content: a browser loads it once. */
export const immutable = 'public, max-age=31536000, immutable'
/** For an address whose content changes with an upgrade: a browser asks each time and mostly gets 304. */
export const revalidated = 'no-cache'

export function makeAsset(contentType: string, body: Buffer, gzipped = gzipSync(body)): Asset {
  return { contentType, body, gzipped, etag: etagOf(body) }
}

/** The asset of a text file, compressed beside other requests. */
export async function readAsset(contentType: string, path: string): Promise<Asset> {
  const body = await readFile(path)
  return makeAsset(contentType, body, await promisify(gzip)(body))
}

export function makeImageAsset(contentType: string, body: Buffer): Asset {
  return { contentType, body, gzipped: undefined, etag: etagOf(body) }
}

function etagOf(body: Buffer): string {
  return `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`
}

/** Responds to GET and HEAD with an asset, compressed for clients that accept gzip, or with 304. */
export function sendAsset(request: Request, response: Response, asset: Asset, cacheControl: string): void {
  const gzipped = request.acceptsEncodings('gzip') === false ? undefined : asset.gzipped
  const sent = gzipped ?? asset.body
  response.set({
    ETag: asset.etag,
    'Cache-Control': cacheControl,
    ...(asset.gzipped !== undefined && { Vary: 'Accept-Encoding' }),
  })
  if (conditionsOf(request).fresh) return void response.writeHead(304).end()
  response.writeHead(200, {
    'Content-Type': asset.contentType,
    'Content-Length': sent.length,
    'X-Content-Type-Options': 'nosniff',
    ...(gzipped !== undefined && { 'Content-Encoding': 'gzip' }),
  })
  endInSlices(response, sent)
}
