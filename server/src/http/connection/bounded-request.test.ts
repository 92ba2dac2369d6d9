import type { RequestListener, ServerResponse } from 'node:http'
import { readJson } from '@mediagen/contract/edge'
import { errorCodes, ServiceError } from '@mediagen/contract/errors'
import { describe, expect, test } from 'vitest'
import { open, serve, statusesOf } from '../support/test-connection.ts'

const respondToJson = async (
  request: Parameters<RequestListener>[0],
  response: ServerResponse,
): Promise<void> => {
  const error = await readJson(request, response).catch((reason: unknown) => reason)
  response.writeHead(error instanceof ServiceError ? errorCodes[error.code].status : 200).end()
}

const post = (headers: string) =>
  `POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${headers}\r\n`

describe('a client that has ended its side', () => {
  function halfClosed(port: number, bytes: string): Promise<string> {
    const { socket, closed } = open(port, bytes)
    socket.end()
    return closed
  }

  test('gets the responses to all that it sent, also those that take their time', async () => {
    const port = await serve((_request, response) => void setImmediate(() => response.end()))
    const get = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'
    expect(statusesOf(await halfClosed(port, get + get))).toEqual([200, 200])
    const broken = `${get + get}GET / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n 5\r\n`
    expect(statusesOf(await halfClosed(port, broken))).toEqual([200, 200, 400])
  })
})

describe('a body in parts of a byte', () => {
  const parts = (count: number) => `${'1\r\n \r\n'.repeat(count)}0\r\n\r\n`

  test('is taken as a whole while the parts are some hundreds', async () => {
    const port = await serve(respondToJson)
    const received = open(
      port,
      post('Transfer-Encoding: chunked\r\nConnection: close\r\n') + parts(400),
    ).closed
    expect(statusesOf(await received)).toEqual([400])
  })

  test('is rejected after 500 of them, and no more is kept', async () => {
    let readable = 0
    const port = await serve((request, response) => {
      setImmediate(() => {
        readable = request.readableLength
        void respondToJson(request, response)
      })
    })
    const received = await open(port, post('Transfer-Encoding: chunked\r\n') + parts(20_000)).closed
    expect(statusesOf(received)).toEqual([400])
    expect(readable).toBeLessThan(600)
  })
})

describe('header lines', () => {
  const get = (lines: number) =>
    `GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${'a: b\r\n'.repeat(lines - 2)}\r\n`

  test.each([
    [99, 200],
    [101, 400],
  ])('of a request: with %i of them it gets %i', async (lines, status) => {
    const port = await serve((_request, response) => void response.end())
    expect(statusesOf(await open(port, get(lines)).closed)).toEqual([status])
  })
})

describe('Expect: 100-continue', () => {
  test('with an Upgrade is granted, and the connection closes after the response all the same', async () => {
    const port = await serve(respondToJson)
    const headers = 'Expect: 100-continue\r\nConnection: Upgrade\r\nUpgrade: a\r\nContent-Length: 2\r\n'
    const text = await open(port, `${post(headers)}{}GET /swallowed HTTP/1.1\r\nHost: x\r\n\r\n`).closed
    expect(statusesOf(text)).toEqual([100, 200])
    expect(text.toLowerCase()).toContain('connection: close')
  })

  test('of HTTP/1.0 is ignored, since such a client would take the 100 for its response', async () => {
    const port = await serve(respondToJson)
    const request = post('Expect: 100-continue\r\nContent-Length: 2\r\n').replace('HTTP/1.1', 'HTTP/1.0')
    expect(statusesOf(await open(port, `${request}{}`).closed)).toEqual([200])
  })
})
