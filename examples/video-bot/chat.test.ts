import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface, type Interface } from 'node:readline'
import { startMockServer } from '@mediagen/sdk/testing'
import { expect, onTestFinished, test } from 'vitest'
import { findFreePort } from '../../test/support/free-port.ts'

const secret = `whsec_${Buffer.from('a secret of this test, 32 bytes.').toString('base64')}`

test('the bot makes the video that the stand-in for the chat asks for, and the stand-in saves it', async () => {
  const service = await startMockServer({ port: 0, queuedMs: 0, processingMs: 100 })
  onTestFinished(() => service.close())
  const folder = await mkdtemp(join(tmpdir(), 'mediagen-chat-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const chatPort = String(await findFreePort())
  const bot = start('server.ts', [], folder, {
    PORT: String(await findFreePort()),
    CHAT_URL: `http://127.0.0.1:${chatPort}/bot`,
    MEDIAGEN_API_KEY: 'any',
    MEDIAGEN_BASE_URL: service.url,
  })
  const [line] = await once(bot, 'line')
  const botUrl = `${String(line).replace('Listening on ', '')}/messages`
  const chat = start('chat.ts', ['video: waves'], folder, { PORT: chatPort, BOT_URL: botUrl })
  const lines: string[] = []
  for await (const said of chat) if (lines.push(said) === 3) break
  expect(lines.slice(1)).toEqual(['{"reply":"It is being made."}', 'Here it is. Saved video.mp4'])
  expect((await readFile(join(folder, 'video.mp4'))).toString('latin1', 4, 8)).toBe('ftyp')
})

/** Runs a program of the example until the test ends; gives its output. */
function start(name: string, args: string[], cwd: string, settings: Record<string, string>): Interface {
  const running = spawn(process.execPath, [new URL(name, import.meta.url).pathname, ...args], {
    cwd,
    env: { ...process.env, NODE_OPTIONS: '', CHAT_SECRET: secret, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(async () => {
    running.kill()
    await once(running, 'exit')
  })
  if (running.stdout === null) throw new Error(`${name} has no output`)
  return createInterface(running.stdout)
}
