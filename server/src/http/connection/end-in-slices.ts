import type { ServerResponse } from 'node:http'
import { createTurns } from './turns.js'

/** As much as Node buffers for a socket by itself. */
const sliceBytes = 64 * 1024

interface Sending {
  readonly response: ServerResponse
  readonly body: Buffer
  sentBytes: number
}

const resume = createTurns(sendSlice)

/**
 * Ends a response whose headers are written with a body that may be large. The operating system takes megabytes at once
 * from each connection, so that 500 answers of 1.5 MB written whole kept every new client waiting for seconds.
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
