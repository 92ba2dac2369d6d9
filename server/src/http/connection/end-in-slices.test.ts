import type { ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { endInSlices } from './end-in-slices.ts'
import { listen } from './listen.ts'

const body = Buffer.alloc(20_000_000, 'abcdefghijklmnopqrstuvwxyz')

async function serve(app: (response: ServerResponse) => void): Promise<number> {
  const server = await listen((_request, response) => app(response), { host: '127.0.0.1', port: 0 })
  onTestFinished(() => server.close({ graceMs: 0 }))
  return server.port
}

test.each([0, 1, 65_536, 65_537, body.length])('a body of %i bytes arrives whole', async (length) => {
  const port = await serve((response) => endInSlices(response, body.subarray(0, length)))
  const received = await (await fetch(`http://127.0.0.1:${port}`)).bytes()
  expect(body.subarray(0, length).equals(received)).toBe(true)
})

test('a response to HEAD has the headers alone', async () => {
  const port = await serve((response) => {
    response.setHeader('Content-Length', body.length)
    endInSlices(response, body)
  })
  const response = await fetch(`http://127.0.0.1:${port}`, { method: 'HEAD' })
  expect(response.headers.get('Content-Length')).toBe(String(body.length))
})

test('no more than a slice waits in memory for a client that does not read, and nothing once it has left', async () => {
  let sent: ServerResponse | undefined
  const port = await serve((response) => {
    sent = response
    endInSlices(response, body)
  })
  const socket = connect(port, '127.0.0.1').pause()
  onTestFinished(() => void socket.destroy())
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  await expect.poll(() => sent?.socket?.bytesWritten ?? 0).toBeGreaterThan(65_536)
  expect(sent?.writableLength).toBeLessThan(70_000)
  socket.destroy()
  await expect.poll(() => sent?.destroyed).toBe(true)
  expect(sent?.writableFinished).toBe(false)
})
