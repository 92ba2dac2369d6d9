import { describe, expect, test } from 'vitest'
import { setStage } from './support/command.ts'

const hostile = '\u001b]0;a title\u0007\u001b[2J\u009b31m'
const left = ']0;a title[2J31m'

describe('control characters of a server', () => {
  const stage = () =>
    setStage({
      async respond(request, service) {
        const response = await service.handle(request)
        if (!request.url.endsWith('/me') || response === undefined) return response
        if (request.headers.get('authorization') === 'Bearer refused') {
          const error = { status: 400, code: 'INVALID_REQUEST', message: `no${hostile}`, requestId: 'mock' }
          return Response.json(error, { status: 400 })
        }
        return Response.json({ id: 'account', balance: '1.00', currency: `USD${hostile}` })
      },
    })

  test('reach no terminal, neither in a result nor in an error', async () => {
    const { run } = await stage()
    expect((await run(['balance'])).output).toBe(`1.00 USD${left}\n`)
    const { words } = await run(['balance'], { env: { MEDIAGEN_API_KEY: 'refused' } })
    expect(words).toBe(`mediagen: no${left}\n`)
  })

  test('are escaped in JSON', async () => {
    const { run } = await stage()
    const { output } = await run(['balance', '--json'])
    expect(output).not.toMatch(/(?!\n)\p{Cc}/u)
    expect(JSON.parse(output)).toMatchObject({ currency: `USD${hostile}` })
  })
})
