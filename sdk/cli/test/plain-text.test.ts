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
    expect(words).toBe(`mediagen: no${left}.\n  INVALID_REQUEST, request mock\n`)
  })

  test('are escaped in JSON', async () => {
    const { run } = await stage()
    const { output } = await run(['balance', '--json'])
    expect(output).not.toMatch(/(?!\n)\p{Cc}/u)
    expect(JSON.parse(output)).toMatchObject({ currency: `USD${hostile}` })
  })
})

describe('line feeds and marks of direction of a server', () => {
  const task = {
    id: 'a',
    type: 'image.generate',
    status: 'FAILED',
    createdAt: '2026-01-01T00:00:00.000Z',
    cost: { amount: '0.02', currency: 'US\u202eD', state: 'refunded' },
    error: { code: 'C\nfake  SUCCEEDED', message: 'one\nfake2  SUCCEEDED' },
    output: null,
  }
  const refused = { status: 400, code: 'INVALID_REQUEST', message: 'no\nmediagen: paid', requestId: 'r' }
  const account = { id: 'account', balance: '1.00', currency: 'U\u2066S\nD\u2029' }
  const stage = () =>
    setStage({
      async respond(request, service) {
        const { pathname } = new URL(request.url)
        if (pathname.endsWith('/tasks')) return Response.json({ tasks: [task, task], nextCursor: null })
        if (pathname.endsWith('/tasks/a')) return Response.json(task)
        if (pathname.endsWith('/me')) return Response.json(account)
        if (pathname.endsWith('/pricing')) return Response.json(refused, { status: 400 })
        return service.handle(request)
      },
    })

  test('begin no line and reorder none, in a table, a result or an error', async () => {
    const { run } = await stage()
    const line = /^a +FAILED C fake {2}SUCCEEDED +0\.02 USD +refunded +image\.generate +2026\S+Z +-$/
    const [, ...rows] = (await run(['tasks', 'list'])).output.trimEnd().split('\n')
    expect(rows).toHaveLength(2)
    for (const row of rows) expect(row).toMatch(line)
    expect((await run(['tasks', 'get', 'a'])).output.split('\n')).toHaveLength(2)
    expect((await run(['balance'])).output).toBe('1.00 US D\n')
    expect((await run(['prices'])).words).toMatch(
      /^mediagen: no mediagen: paid\.\n {2}INVALID_REQUEST, request \S+\n$/,
    )
  })

  test('are kept in JSON, as escapes', async () => {
    const { run } = await stage()
    const { output } = await run(['balance', '--json'])
    expect(output).toContain('U\\u2066S\\nD\\u2029')
    expect(JSON.parse(output)).toMatchObject(account)
  })
})
