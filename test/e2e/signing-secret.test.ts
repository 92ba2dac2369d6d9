import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createMachine, type ProcessAccount } from './support/service-process.ts'

const next = { SIGNING_SECRET: 'the secret that follows, long enough for the rule' }

const statusOf = async (url: string): Promise<number> => (await fetch(url)).status

async function orderImage(account: ProcessAccount): Promise<string> {
  const { body } = await account.call('POST', '/api/v1/images/generations', { prompt: 'a lighthouse' })
  expect((await account.finished(body.id)).status).toBe('SUCCEEDED')
  return body.id
}

test('the signing secret is replaced without breaking a link, and the old one ends when it is dropped', async () => {
  const machine = await createMachine({}, { quickEngine: true })
  onTestFinished(() => machine.remove())
  const first = await machine.start('serve')
  const account = await machine.createAccount('5.00')
  const id = await orderImage(account)
  const linkOf = async (): Promise<string> =>
    (await account.call('GET', `/api/v1/tasks/${id}`)).body.output.images[0].url
  const old = await linkOf()
  const reserved = (await account.call('POST', '/api/v1/uploads', { contentType: 'image/png' })).body
  expect(await statusOf(old)).toBe(200)
  await first.stop('SIGTERM')

  // The embedded mode has generated the old one.
  const previous = await readFile(join(machine.folder, 'data', 'signing-secret'), 'utf8')
  const both = await machine.start('serve', { ...next, SIGNING_SECRET_PREVIOUS: previous })
  const fresh = await linkOf()
  expect([await statusOf(old), await statusOf(fresh)]).toEqual([200, 200])
  const headers = { 'Content-Type': 'image/png' }
  expect((await fetch(reserved.uploadUrl, { method: 'PUT', headers, body: 'a file' })).status).toBe(200)
  await both.stop('SIGTERM')

  const last = await machine.start('serve', next)
  expect([await statusOf(old), await statusOf(fresh)]).toEqual([403, 200])
  await last.stop('SIGTERM')
})
