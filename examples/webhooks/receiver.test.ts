import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface, type Interface } from 'node:readline'
import { Webhook } from 'standardwebhooks'
import { afterEach, beforeEach, expect, test } from 'vitest'

const program = new URL('receiver.ts', import.meta.url).pathname
const secret = `whsec_${Buffer.from('a secret of this test, 32 bytes.').toString('base64')}`

let receiver: ChildProcess
let output: Interface
let url: string
beforeEach(async () => {
  receiver = spawn(process.execPath, [program], {
    env: { ...process.env, NODE_OPTIONS: '', PORT: '0', WEBHOOK_SECRET: secret },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (receiver.stdout === null) throw new Error('the receiver has no output')
  output = createInterface(receiver.stdout)
  const [line] = await once(output, 'line')
  url = `${String(line).replace('Listening on ', '')}/hook`
})
afterEach(async () => {
  receiver.kill()
  await once(receiver, 'exit')
})

test('the receiver of the example prints a signed message once, however often it comes', async () => {
  const twoLines = readLines(2)
  for (const id of ['m1', 'm1', 'm2']) expect(await deliver(id)).toBe(204)
  expect(await twoLines).toEqual(['generation.succeeded m1', 'generation.succeeded m2'])
})

test('the receiver of the example rejects a message that somebody else has signed', async () => {
  const other = `whsec_${Buffer.from('a secret of others, of 32 bytes.').toString('base64')}`
  expect(await deliver('m1', other)).toBe(401)
})

test('the receiver of the example reads no more of a stranger than 64 KB', async () => {
  const response = await fetch(url, { method: 'POST', body: new Uint8Array(64 * 1024 + 1) })
  expect(response.status).toBe(413)
})

async function readLines(count: number): Promise<string[]> {
  const lines: string[] = []
  for await (const line of output) if (lines.push(line) === count) break
  return lines
}

async function deliver(id: string, signedBy = secret): Promise<number> {
  const body = JSON.stringify({ type: 'generation.succeeded', data: {} })
  const now = new Date()
  const headers = {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': new Webhook(signedBy).sign(id, now, body),
  }
  return (await fetch(url, { method: 'POST', headers, body })).status
}
