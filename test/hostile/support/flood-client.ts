/**
 * A separate program: opens connections that pipeline requests and read the responses a byte at a time, or
 * never.
 */
import { connect } from 'node:net'
import type { Flood } from './flood.ts'

/** Between two bytes of a slow reader. */
const slowPauseMs = 250

const flood: Flood = JSON.parse(process.argv[2] ?? '')
const { port, path, connections, requests, reading, headerBytes, headerLines = 0 } = flood
const padding = headerBytes === undefined ? '' : `X-Padding: ${'x'.repeat(headerBytes)}\r\n`
const lines = Array.from({ length: headerLines }, (_, at) => `${at.toString(36)}:z\r\n`).join('')
const fineBody = flood.endsInFineBody
  ? `POST ${path} HTTP/1.1\r\nHost: flood\r\nTransfer-Encoding: chunked\r\n\r\n${'1\r\n \r\n'.repeat(60_000)}`
  : ''
const bytes = Buffer.from(
  `GET ${path} HTTP/1.1\r\nHost: flood\r\n${padding}${lines}\r\n`.repeat(requests) + fineBody,
)
let open = 0
// Sockets that are not read do not keep a program alive.
process.on('message', () => undefined)

for (let count = 0; count < connections; count += 1) {
  // A custom buffer keeps Node from reading ahead: without a call of `resume` the response stays in the
  // network.
  const onread = { buffer: Buffer.alloc(1), callback: () => false }
  const socket = connect({ port, host: '127.0.0.1', onread }, () => {
    open += 1
    if (open === connections) process.send?.('open')
  }).pause()
  // Connections that the service cuts are the purpose of the flood.
  socket.on('error', () => undefined)
  socket.write(bytes)
  if (reading === 'slowly') {
    const timer = setInterval(() => socket.resume(), slowPauseMs)
    socket.on('close', () => clearInterval(timer))
  }
}
