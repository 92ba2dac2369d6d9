import { createHash } from 'node:crypto'
import type { Response } from 'express'
import { endInSlices } from '../connection/end-in-slices.ts'

/** Everything comes from files of this host, but images of the style sheet, and no text can become markup. */
export const pagePolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; media-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"

/** What permits an inline script or style with this content, at the end of a directive. */
export function hashSource(content: string): string {
  return ` 'sha256-${createHash('sha256').update(content).digest('base64')}'`
}

/**
 * Sends a page, or a file of one, from memory. Browsers revalidate each time, so that an upgrade shows
 * immediately.
 */
export function sendPage(response: Response, contentType: string, body: Buffer, status = 200): void {
  response.writeHead(status, {
    'Content-Type': contentType,
    'Content-Length': body.length,
    'Cache-Control': 'no-cache',
  })
  endInSlices(response, body)
}
