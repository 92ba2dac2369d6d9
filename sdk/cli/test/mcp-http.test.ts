import { writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { describe, expect, test } from 'vitest'
import { findFreePort } from '../../../test/support/free-port.ts'
import { connectAgent } from './support/agent.ts'
import { png, setStage } from './support/command.ts'

const token = 'a-token-of-this-test'

async function serve(args: readonly string[] = [], env: Record<string, string> = {}) {
  const stage = await setStage()
  const port = await findFreePort()
  const server = stage.start(['mcp', '--out', stage.folder, '--http', String(port), ...args], { env })
  await server.said(`Serving http://127.0.0.1:${port}/mcp`)
  const url = new URL(`http://127.0.0.1:${port}/mcp`)
  const connect = (headers: Record<string, string> = {}, roots: readonly string[] = []) =>
    connectAgent(new StreamableHTTPClientTransport(url, { requestInit: { headers } }), roots)
  return { ...stage, server, port, connect }
}

/** The status of an initialization with these headers. */
function statusOf(
  port: number,
  headers: Record<string, string>,
  host = '127.0.0.1',
): Promise<number | undefined> {
  const body = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
  })
  return new Promise((resolve, reject) => {
    const sent = request({
      host,
      port,
      path: '/mcp',
      method: 'POST',
      agent: false,
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...headers,
      },
    })
    sent.once('response', (response) => {
      resolve(response.statusCode)
      response.destroy()
    })
    sent.once('error', reject)
    sent.end(body)
  })
}

describe('mediagen mcp --http', () => {
  test('serves several clients at once, who share one spend limit', async () => {
    const { connect, service, folder } = await serve(['--max-spend', '0.05'])
    const agents = [await connect(), await connect(), await connect()]
    const responses = await Promise.all(agents.map(({ call }) => call('generate_image', { prompt: 'a fox' })))
    expect(responses.filter(({ isError }) => isError).map(({ text }) => text)).toEqual([
      expect.stringContaining('0.01 USD is left of the spend limit of 0.05 USD'),
    ])
    const [first] = responses.filter(({ isError }) => !isError)
    expect(JSON.stringify(first?.facts)).toContain(folder)
    expect(service.taskCount()).toBe(2)
  })

  test('reports progress and honours a cancellation', async () => {
    const { connect, service } = await serve()
    const { call } = await connect()
    const messages: string[] = []
    await call(
      'generate_image',
      { prompt: 'a fox' },
      { onProgress: (message) => void messages.push(message) },
    )
    expect(messages.map((message) => message.replace(/, .*/, ''))).toEqual(
      expect.arrayContaining(['submitting', 'saving']),
    )
    expect(service.taskCount()).toBe(1)
  })

  test('is not for web pages, other names of this machine, or other paths', async () => {
    const { port } = await serve()
    const own = { host: `127.0.0.1:${port}` }
    expect(await statusOf(port, own)).toBe(200)
    expect(await statusOf(port, { host: `localhost:${port}`, origin: `http://localhost:${port}` })).toBe(200)
    expect(await statusOf(port, { host: `rebound.example.com:${port}` })).toBe(403)
    expect(await statusOf(port, { host: '127.0.0.1' })).toBe(403)
    for (const origin of ['https://example.com', 'null', 'http://localhost:1', `https://127.0.0.1:${port}`])
      expect(await statusOf(port, { ...own, origin })).toBe(403)
  })

  test('is reached from this machine only', async () => {
    const { port } = await serve()
    const others = Object.values(networkInterfaces())
      .flatMap((addresses) => addresses ?? [])
      .filter(({ internal, family }) => !internal && family === 'IPv4')
    for (const { address } of others)
      await expect(statusOf(port, { host: `127.0.0.1:${port}` }, address)).rejects.toThrow('ECONNREFUSED')
  })

  test('takes its token from the environment, and lets nobody in without it', async () => {
    const { port, connect } = await serve([], { MEDIAGEN_MCP_TOKEN: token })
    const own = { host: `127.0.0.1:${port}` }
    expect(await statusOf(port, own)).toBe(401)
    expect(await statusOf(port, { ...own, authorization: 'Bearer another' })).toBe(401)
    const { call } = await connect({ authorization: `Bearer ${token}` })
    expect((await call('get_balance')).facts).toMatchObject({ balance: '100.00' })
  })

  test('reads the roots of a client with the token, and of no other', async () => {
    const input = (folder: string) => ({ image: join(folder, 'photo.png'), prompt: 'warmer' })
    const open = await serve()
    await writeFile(join(open.folder, 'photo.png'), png)
    const stranger = await open.connect({}, [open.folder])
    expect(await stranger.call('transform_image', input(open.folder))).toMatchObject({ isError: true })
    const closed = await serve([], { MEDIAGEN_MCP_TOKEN: token })
    await writeFile(join(closed.folder, 'photo.png'), png)
    const known = await closed.connect({ authorization: `Bearer ${token}` }, [closed.folder])
    expect(await known.call('transform_image', input(closed.folder))).toMatchObject({ isError: false })
  })

  test('forgets the client that was silent longest beyond fifty', async () => {
    const { port, connect } = await serve()
    const { call } = await connect()
    for (let count = 0; count < 50; count += 1)
      expect(await statusOf(port, { host: `127.0.0.1:${port}` })).toBe(200)
    await expect(call('get_balance')).rejects.toThrow()
    expect((await (await connect()).call('get_balance')).isError).toBe(false)
  })

  test('ends with 0 by a signal', async () => {
    const { server, connect } = await serve()
    await connect()
    server.kill('SIGTERM')
    expect((await server.ended).code).toBe(0)
  })
})
