import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'

/** The header of each response, under the names that services have for it. */
export const requestId = 'request-of-the-stand-in'
const requestIdHeaders = { 'X-Request-Id': requestId, 'Request-Id': requestId, 'X-Fal-Request-Id': requestId }

/** A timer may fire a millisecond before its time. */
export async function untilTime(atMs: number): Promise<void> {
  while (Date.now() < atMs) await pause(atMs - Date.now())
}

export async function readBody(request: IncomingMessage, isForgotten: boolean): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) if (!isForgotten) chunks.push(chunk)
  return Buffer.concat(chunks).toString('latin1')
}

const filePart = Buffer.alloc(64 * 1024)

/** A file of zeros, at the pace of its reader. */
export async function sendFile(response: ServerResponse, bytes: number): Promise<void> {
  response.writeHead(200, { 'Content-Type': 'image/png', 'Content-Length': bytes })
  async function* parts() {
    for (let left = bytes; left > 0; left -= filePart.length) yield filePart.subarray(0, left)
  }
  await pipeline(parts, response)
}

export function send(
  response: ServerResponse,
  status: number,
  body: object,
  { headers = {}, text }: { headers?: Readonly<Record<string, string>>; text?: string } = {},
): void {
  const bytes = Buffer.from(text ?? JSON.stringify(body))
  response.writeHead(status, {
    'Content-Type': text === undefined ? 'application/json' : 'text/html',
    'Content-Length': bytes.byteLength,
    ...requestIdHeaders,
    ...headers,
  })
  response.end(bytes)
}
