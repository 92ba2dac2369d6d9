import type { Response } from 'express'
import { endInSlices } from '../connection/end-in-slices.ts'

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
