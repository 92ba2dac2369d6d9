import { once } from 'node:events'
import { createConnection, createServer } from 'node:net'
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { listenLocally } from '../../support/listen-locally.ts'
import { startLink } from './link.ts'

/** A server that sends back what it gets, after its name. */
async function startEcho(name: string) {
  const server = await listenLocally(
    createServer((socket) => {
      socket.on('data', (chunk: Buffer) => socket.write(`${name}${chunk}`))
      socket.on('error', () => undefined)
    }),
  )
  onTestFinished(server.close)
  return server
}

async function connectOver(port: number) {
  const link = await startLink(port)
  onTestFinished(link.close)
  const socket = createConnection({ port: Number(new URL(link.urlOf('tcp://host:1')).port) })
  socket.on('error', () => undefined)
  onTestFinished(() => void socket.destroy())
  const ask = async (text: string): Promise<string> => {
    socket.write(text)
    return String((await once(socket, 'data'))[0])
  }
  return { link, socket, ask }
}

test('a slow link takes its delay each way', async () => {
  const { link, ask } = await connectOver((await startEcho('')).port)
  link.delay(60)
  const beginMs = performance.now()
  expect(await ask('a')).toBe('a')
  expect(performance.now() - beginMs).toBeGreaterThan(115)
})

test('a link that was slow passes on in order', async () => {
  const { link, ask, socket } = await connectOver((await startEcho('')).port)
  expect(await ask('a')).toBe('a')
  let got = ''
  socket.on('data', (chunk) => {
    got += chunk
  })
  link.delay(60)
  socket.write('b')
  await setImmediate()
  link.restore()
  socket.write('c')
  await expect.poll(() => got).toBe('bc')
})

test('a silent link gives no sign until it is restored', async () => {
  const { link, ask } = await connectOver((await startEcho('')).port)
  expect(await ask('a')).toBe('a')
  link.hang()
  const answer = ask('b')
  expect(await Promise.race([answer, sleep(50)])).toBe(undefined)
  link.restore()
  expect(await answer).toBe('b')
})

test('a link that leads elsewhere cuts what is open', async () => {
  const [one, other] = [await startEcho('one '), await startEcho('other ')]
  const { link, ask, socket } = await connectOver(one.port)
  expect(await ask('a')).toBe('one a')
  link.leadTo(other.port)
  await once(socket, 'close')
  const again = createConnection({ port: Number(new URL(link.urlOf('tcp://host:1')).port) })
  onTestFinished(() => void again.destroy())
  again.write('b')
  expect(String((await once(again, 'data'))[0])).toBe('other b')
})
