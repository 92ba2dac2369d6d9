import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { fakeUseCases, startTestHttp } from '../support/test-http.ts'
import { listen } from './listen.ts'

/** A service whose account can be read only after `release` has been called. */
async function startHeldService() {
  let release = (): void => undefined
  let arrived = (): void => undefined
  const hasArrived = new Promise<void>((resolve) => {
    arrived = resolve
  })
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const getAccount = async () => {
    arrived()
    await held
    return { id: 'a', balance: '1.00', currency: 'USD' }
  }
  const service = await startTestHttp({ useCases: { ...fakeUseCases([]), getAccount } })
  return { service, release, hasArrived }
}

describe('closing', () => {
  test('lets a request under way finish, and then hangs up', async () => {
    const { service, release, hasArrived } = await startHeldService()
    const pending = service.call('/api/v1/me')
    await hasArrived
    const closed = service.close()
    await expect(fetch(`${service.url}/healthz`)).rejects.toThrow()
    release()
    const response = await pending
    expect(response.status).toBe(200)
    expect(response.headers.get('Connection')).toBe('close')
    await closed
  })

  test('hangs up after a response that was already on its way, too', async () => {
    let finish = (): void => undefined
    const server = await listen(
      (_request, response) => {
        response.writeHead(200).write('first half, ')
        finish = () => response.end('second half')
      },
      { host: '127.0.0.1', port: 0 },
    )
    const response = await fetch(`http://127.0.0.1:${server.port}/`)
    const closed = server.close({ graceMs: 60_000 })
    finish()
    expect(await response.text()).toBe('first half, second half')
    await closed
  })

  test('does not wait for idle connections', async () => {
    const service = await startTestHttp()
    const socket = connect(service.port, '127.0.0.1')
    const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()))
    socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
    await new Promise<void>((resolve) => socket.once('data', () => resolve()))
    await service.close()
    await ended
  })

  test('cuts what has not ended by the end of the grace', async () => {
    const { service, release, hasArrived } = await startHeldService()
    const response = service.call('/api/v1/me')
    const failed = expect(response).rejects.toThrow()
    await hasArrived
    await service.close({ graceMs: 20 })
    await failed
    release()
  })
})

describe('closing with a connection that sent too many requests', () => {
  test('cuts it by the end of the grace, too', async () => {
    let begun = (): void => undefined
    const hasBegun = new Promise<void>((resolve) => {
      begun = resolve
    })
    const server = await listen(() => begun(), { host: '127.0.0.1', port: 0 })
    const socket = connect(server.port, '127.0.0.1')
    const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()))
    socket.on('error', () => undefined)
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(20))
    await hasBegun
    await server.close({ graceMs: 20 })
    await ended
  })
})

describe('listening', () => {
  test('fails with the reason when the port is taken', async () => {
    const service = await startTestHttp()
    const second = listen(() => undefined, { host: '127.0.0.1', port: service.port })
    await expect(second).rejects.toMatchObject({ code: 'EADDRINUSE' })
    await service.close()
  })

  test('responds to one request after another on the same connection', async () => {
    const service = await startTestHttp()
    const response = await service.raw(
      'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\nGET /nowhere HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
    )
    expect(response.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 404'])
    await service.close()
  })
})
