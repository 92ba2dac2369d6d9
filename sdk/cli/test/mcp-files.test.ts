import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { describe, expect, onTestFinished, test } from 'vitest'
import { findFreePort } from '../../../test/support/free-port.ts'
import { createInputFiles, inputBytesMax } from '../src/mcp/file-access.js'
import { connectAgent } from './support/agent.ts'
import { png, setStage } from './support/command.ts'

/** A folder with an image and a FIFO that nobody writes to. */
async function folderWithFifo(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'mediagen-in-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'photo.png'), png)
  execFileSync('mkfifo', [join(folder, 'fifo.png')])
  return folder
}

describe('a file that an agent names', () => {
  const noRoots = async () => []

  test('is rejected at once where it is a FIFO, a folder, or has more than 20 MB', async () => {
    const folder = await folderWithFifo()
    await writeFile(join(folder, 'large.png'), png)
    await truncate(join(folder, 'large.png'), inputBytesMax + 1)
    const files = createInputFiles([join(folder, '..')])
    const read = (name: string) => files.read(join(folder, name), noRoots)
    await expect(read('fifo.png')).rejects.toThrow(`${join(folder, 'fifo.png')} is not a file`)
    await expect(read('.')).rejects.toThrow('is not a file')
    await expect(read('large.png')).rejects.toThrow('has more than 20 MB')
    expect(await read('photo.png')).toEqual(Buffer.from(png))
  })

  test('is rejected where it is a socket', async () => {
    const folder = await folderWithFifo()
    const server = createServer().listen(join(folder, 'socket.png'))
    onTestFinished(() => void server.close())
    await once(server, 'listening')
    await expect(createInputFiles([folder]).read('socket.png', noRoots)).rejects.toThrow(
      'socket.png cannot be read: ENXIO',
    )
  })
})

test('a FIFO in a folder of --in is rejected, holds no part of --max-spend, and no server at its end', async () => {
  const stage = await setStage()
  const folder = await folderWithFifo()
  const port = await findFreePort()
  const limits = ['--in', folder, '--max-spend', '0.12']
  const server = stage.start(['mcp', '--out', stage.folder, '--http', String(port), ...limits])
  await server.said(`Serving http://127.0.0.1:${port}/mcp`)
  const url = new URL(`http://127.0.0.1:${port}/mcp`)
  const { call, close } = await connectAgent(new StreamableHTTPClientTransport(url))
  const input = { image: 'fifo.png', effectId: 'watercolour' }
  // As many at once as Node has threads for files, and as the limit pays for.
  const responses = await Promise.all([1, 2, 3, 4].map(() => call('transform_image', input)))
  expect(responses.map(({ text }) => text)).toEqual(Array(4).fill('fifo.png is not a file'))
  expect((await call('generate_image', { prompt: 'a fox' })).facts).toMatchObject({
    spending: { spent: '0.02' },
  })
  await close()
  server.kill('SIGTERM')
  expect((await server.ended).code).toBe(0)
})
