import { Webhook } from 'standardwebhooks'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type RunningProgram, startProgram, untilPrinted } from '../../test/support/running-program.ts'

const program = new URL('receiver.ts', import.meta.url).pathname
const secret = `whsec_${Buffer.from('a secret of this test, 32 bytes.').toString('base64')}`

let receiver: RunningProgram
let url: string
beforeEach(async () => {
  receiver = await startProgram([program], { PORT: '0', WEBHOOK_SECRET: secret })
  url = `${receiver.url}/hook`
})
afterEach(() => receiver.stop())

test('the receiver of the example prints a signed message once, however often it comes', async () => {
  const printed = untilPrinted(receiver.child, /^.* m1\n.* m2\n/)
  for (const id of ['m1', 'm1', 'm2']) expect(await deliver(id)).toBe(204)
  expect((await printed)[0]).toBe('generation.succeeded m1\ngeneration.succeeded m2\n')
})

test('the receiver of the example rejects a message that somebody else has signed', async () => {
  const other = `whsec_${Buffer.from('a secret of others, of 32 bytes.').toString('base64')}`
  expect(await deliver('m1', other)).toBe(401)
})

test('the receiver of the example reads no more of a stranger than 64 KB', async () => {
  const response = await fetch(url, { method: 'POST', body: new Uint8Array(64 * 1024 + 1) })
  expect(response.status).toBe(413)
})

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
