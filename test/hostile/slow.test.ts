import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createMachine, type Machine, type RunningProcess } from '../e2e/support/service-process.ts'
import { descriptorsOf, isMeasurable } from '../support/footprint.ts'
import { untilHolds } from '../support/until-holds.ts'
import { isFull } from './support/full.ts'

const connections = 200
/** The pause between two bytes of a deliberately slow client. */
const pauseMs = 900

let machine: Machine
let service: RunningProcess
let port: number
let apiKey: string
beforeAll(async () => {
  machine = await createMachine({ LOG_LEVEL: 'warn' })
  service = await machine.start('serve')
  port = Number(new URL(machine.baseUrl).port)
  apiKey = (await machine.createAccount('10.00')).apiKey
})
afterAll(() => machine.remove())

/**
 * The response to a client that sends `head` at once and then a byte now and then, until the service closed.
 */
function trickle(head: string, nextByte: string): Promise<{ text: string; durationMs: number }> {
  return new Promise((resolve) => {
    const startedAt = performance.now()
    let text = ''
    const socket: Socket = connect({ port, host: '127.0.0.1' })
    socket
      .on('error', () => undefined)
      .on('data', (chunk) => {
        text += chunk.toString()
      })
    socket.write(head)
    const timer = setInterval(() => socket.write(nextByte), pauseMs)
    socket.on('close', () => {
      clearInterval(timer)
      resolve({ text, durationMs: performance.now() - startedAt })
    })
  })
}

/** What is sent at once; a byte at a time follows. */
const heads = {
  headers: () => 'GET / HTTP/1.1\r\nX-Slow: ',
  body: () =>
    'POST /api/v1/images/generations HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n' +
    `Authorization: Bearer ${apiKey}\r\nContent-Length: 5000\r\n\r\n{`,
}

// Only with --full: each takes as long as the timeouts of the service.
describe.skipIf(!isMeasurable || !isFull).concurrent('200 clients that send a byte a second', () => {
  test.each([
    ['headers', 15_000],
    ['body', 40_000],
  ] as const)(
    'of their %s get 408 within %i ms, and others at once',
    async (part, msMax) => {
      const ended = Promise.all(
        Array.from({ length: connections }, () => trickle(heads[part](), part === 'body' ? ' ' : 'x')),
      )
      let isOver = false
      void ended.then(() => {
        isOver = true
      })
      for (; !isOver; await pause(50)) expect((await fetch(`${machine.baseUrl}/healthz`)).status).toBe(200)
      for (const { text, durationMs } of await ended) {
        expect(text).toMatch(/^HTTP\/1\.1 408 .*"code":"REQUEST_TIMEOUT"/s)
        expect(durationMs).toBeLessThan(msMax)
      }
    },
    90_000,
  )

  test('leave no connection behind', async () => {
    await untilHolds(() => expect(descriptorsOf(service.pid)).toBeLessThan(connections), 90_000)
  }, 120_000)
})
