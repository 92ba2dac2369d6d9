import type { ServerResponse } from 'node:http'
import { createTurns } from './turns.ts'

/** Node's own buffer size for a socket. */
const sliceBytes = 64 * 1024

interface Sending {
  readonly response: ServerResponse
  readonly body: Buffer
  sentBytes: number
}

const resume = createTurns(sendSlice)

/**
 * Ends a response whose headers are written, with a possibly large body. The operating system accepts
 * megabytes at once for each connection, so writing 500 responses of 1.5 MB whole delayed every new client by
 * seconds.
 */
export function endInSlices(response: ServerResponse, body: Buffer): void {
  if (body.length <= sliceBytes || response.req.method === 'HEAD') response.end(body)
  else sendSlice({ response, body, sentBytes: 0 })
}

function sendSlice(sending: Sending): void {
  const { response, body, sentBytes } = sending
  if (response.destroyed) return
  const slice = body.subarray(sentBytes, sentBytes + sliceBytes)
  sending.sentBytes += slice.length
  if (sending.sentBytes === body.length) response.end(slice)
  else if (response.write(slice)) resume(sending)
  else response.once('drain', () => resume(sending))
}
