import type { Response } from 'express'
import { endInSlices } from '../connection/end-in-slices.ts'

/** Scripts may set styles, the style sheet may contain images; everything else must come from this host. */
export const pagePolicy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; media-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

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
