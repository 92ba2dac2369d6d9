import { type ChildProcess, spawn } from 'node:child_process'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { CallToolResultSchema, ListRootsRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { findFreePort } from '../support/free-port.ts'
import { untilPrinted } from '../support/running-program.ts'
import { createMachine, type Machine } from './support/service-process.ts'

/** The command as `npx mediagen` finds it in the checkout. */
const program = fileURLToPath(new URL('../../node_modules/.bin/mediagen', import.meta.url))
const photos = fileURLToPath(new URL('../../examples/basics', import.meta.url))

let machine: Machine
let env: Record<string, string>

beforeAll(async () => {
  machine = await createMachine({}, { quickEngine: true })
  await machine.start('serve')
  const { apiKey } = await machine.createAccount('20.00')
  const { PATH = '' } = process.env
  env = {
    PATH,
    MEDIAGEN_API_KEY: apiKey,
    MEDIAGEN_BASE_URL: machine.baseUrl,
    MEDIAGEN_MCP_TOKEN: 'of-this-test',
  }
})
afterAll(() => machine.remove())

/** As a host does for a server that it starts itself. */
function onStdio(args: readonly string[]): Transport {
  return new StdioClientTransport({
    command: process.execPath,
    args: [program, ...args],
    env,
    stderr: 'ignore',
  })
}

/** As a host does for one that is there. */
async function overHttp(args: readonly string[]): Promise<Transport> {
  const port = await findFreePort()
  const server: ChildProcess = spawn(process.execPath, [program, ...args, '--http', String(port)], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  onTestFinished(() => void server.kill('SIGKILL'))
  await untilPrinted(server, /Serving /)
  const headers = { authorization: `Bearer ${env.MEDIAGEN_MCP_TOKEN}` }
  return new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${port}/mcp`), {
    requestInit: { headers },
  })
}

test.each([
  ['standard input and output', onStdio],
  ['HTTP', overHttp],
])('an agent over %s makes, transforms and animates images within its limit', async (name, connect) => {
  const out = join(machine.folder, name.replaceAll(' ', '-'))
  await mkdir(out)
  const client = new Client({ name: 'test', version: '1.0.0' }, { capabilities: { roots: {} } })
  client.setRequestHandler(ListRootsRequestSchema, () => ({ roots: [{ uri: pathToFileURL(photos).href }] }))
  await client.connect(await connect(['mcp', '--out', out, '--max-spend', '1.00']))
  onTestFinished(() => client.close())
  const messages: string[] = []
  const call = async (tool: string, input: Record<string, unknown>) => {
    const onprogress = ({ message = '' }) => void messages.push(message)
    const options = { onprogress, resetTimeoutOnProgress: true }
    const result = await client.callTool({ name: tool, arguments: input }, CallToolResultSchema, options)
    return CallToolResultSchema.parse(result)
  }
  const headOf = async (contentType: string, result: Awaited<ReturnType<typeof call>>) => {
    expect(result.isError).not.toBe(true)
    const link = result.content.find((part) => part.type === 'resource_link')
    expect(link).toMatchObject({ mimeType: contentType })
    const bytes = await readFile(new URL(link?.type === 'resource_link' ? link.uri : ''))
    return bytes.toString('latin1', 0, 8)
  }
  const balance = async () => Number((await call('get_balance', {})).structuredContent?.balance)

  const before = await balance()
  const image = await call('generate_image', { prompt: 'a lighthouse in a storm' })
  expect(await headOf('image/png', image)).toContain('PNG')
  const painted = await call('transform_image', {
    image: join(photos, 'photo.jpg'),
    effectId: 'watercolour',
  })
  expect(await headOf('image/jpeg', painted)).toContain('\u00ff\u00d8\u00ff')
  const video = await call('animate_image', {
    image: join(photos, 'photo.jpg'),
    effectId: 'push-in',
    durationSeconds: 5,
  })
  expect(await headOf('video/mp4', video)).toContain('ftyp')
  expect(messages.some((message) => /^(queued|processing)/.test(message))).toBe(true)

  const rejected = await call('generate_video', {
    prompt: 'waves',
    resolution: '1080p',
    durationSeconds: 15,
  })
  expect(rejected.isError).toBe(true)
  expect(JSON.stringify(rejected.content)).toMatch(/is left of the spend limit of 1\.00 USD/)
  const { spending } = (await call('get_balance', {})).structuredContent ?? {}
  expect(before - (await balance())).toBeCloseTo(Number(Object(spending).spent), 6)
})
