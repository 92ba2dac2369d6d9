import type { Response } from 'express'
import { endInSlices } from '../connection/end-in-slices.js'

/**
 * Sends a page, or a file of one, from memory. Browsers revalidate each time, so that an upgrade shows
 * immediately.
 */
export function sendPage(response: Response, contentType: string, body: Buffer): void {
  response.writeHead(200, {
    'Content-Type': contentType,
    'Content-Length': body.length,
    'Cache-Control': 'no-cache',
  })
  endInSlices(response, body)
}
