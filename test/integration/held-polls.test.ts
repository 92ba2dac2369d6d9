import { request } from 'node:http'
import { connect } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startHttpService } from '../../server/src/commands/http-service.ts'
import type { Task } from '../../server/src/core/domain/tasks/task.ts'
import { findFreePort } from '../support/free-port.ts'
import {
  startTestService,
  type TestAccount,
  type TestResponse,
  type TestService,
} from '../support/service.ts'
import { heldBy, untilHeld } from '../support/until-holds.ts'

const generation = { prompt: 'a lighthouse' }

async function accept(account: TestAccount): Promise<string> {
  return (await account.call('POST', '/api/v1/images/generations', generation)).body.id
}

const poll = (account: TestAccount, taskId: string, prefer?: string, seen?: string): Promise<TestResponse> =>
  account.call('GET', `/api/v1/tasks/${taskId}`, undefined, {
    ...(prefer !== undefined && { Prefer: prefer }),
    ...(seen !== undefined && { 'If-None-Match': seen }),
  })

const tagOf = ({ headers }: TestResponse): string | undefined => headers.get('ETag') ?? undefined

const appliedOf = ({ headers }: TestResponse): string | null => headers.get('Preference-Applied')

const succeed = ({ run }: TestService, task: Task) =>
  run.settleWriter.write({
    task,
    move: 'succeed',
    output: [{ key: 'results/a/1-0.png', contentType: 'image/png', sizeBytes: 5 }],
  })

describe('a held poll', () => {
  test('gets its response when a worker begins the task, and again when it ends it', async () => {
    const service = await startTestService()
    const account = await service.createAccount()
    const taskId = await accept(account)
    const begun = poll(account, taskId, 'wait=30')
    await untilHeld(service, 1)
    const [task] = await service.claim()
    expect((await begun).body).toMatchObject({ id: task?.id, status: 'PROCESSING' })
    expect(appliedOf(await begun)).toBe('wait=30')
    const ended = poll(account, taskId, 'wait=30')
    await untilHeld(service, 1)
    await succeed(service, task ?? expect.fail('nothing was claimed'))
    expect((await ended).body).toMatchObject({ status: 'SUCCEEDED', output: { images: [{ sizeBytes: 5 }] } })
    expect(appliedOf(await ended)).toBe('wait=30')
  })

  test('gets the same task when its time is over', async () => {
    const service = await startTestService()
    const account = await service.createAccount()
    const taskId = await accept(account)
    const plain = await poll(account, taskId)
    const startedMs = performance.now()
    const held = await poll(account, taskId, 'respond-async, wait=1')
    expect(performance.now() - startedMs).toBeGreaterThanOrEqual(990)
    expect(held.body).toEqual(plain.body)
    expect([appliedOf(plain), appliedOf(held)]).toEqual([null, 'wait=1'])
  })

  test.each(['SUCCEEDED', 'FAILED', 'CANCELLED'] as const)(
    'of a task that is %s gets its response at once',
    async (status) => {
      const service = await startTestService()
      const account = await service.createAccount()
      if (status === 'FAILED') service.provider.mockStart({ kind: 'rejected', message: 'no' })
      const taskId = await accept(account)
      if (status === 'CANCELLED') await account.call('POST', `/api/v1/tasks/${taskId}/cancel`)
      else await service.runQueue()
      const startedMs = performance.now()
      const held = await poll(account, taskId, 'wait=30')
      expect(performance.now() - startedMs).toBeLessThan(20_000)
      expect([held.body.status, appliedOf(held)]).toEqual([status, 'wait=30'])
    },
  )

  test('of an unknown id is rejected at once, and of another account’s task exactly alike', async () => {
    const service = await startTestService()
    const [owner, stranger] = [await service.createAccount(), await service.createAccount()]
    const taskId = await accept(owner)
    const startedMs = performance.now()
    const foreign = await poll(stranger, taskId, 'wait=30')
    const unknown = await poll(stranger, '0'.repeat(24), 'wait=30')
    const malformed = await poll(stranger, 'x'.repeat(65), 'wait=30')
    expect(performance.now() - startedMs).toBeLessThan(20_000)
    expect([foreign.status, unknown.status, malformed.status]).toEqual([404, 404, 400])
    expect({ ...foreign.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' })
    expect([appliedOf(foreign), appliedOf(unknown)]).toEqual([null, null])
  })

  test.each(['wait', 'wait=abc', 'wait=0', 'wait=-1', 'return=minimal', 'code=404', ''])(
    'is not asked for by Prefer: %s, which changes nothing',
    async (prefer) => {
      const service = await startTestService()
      const account = await service.createAccount()
      const response = await poll(account, await accept(account), prefer)
      expect([response.status, response.body.status, appliedOf(response)]).toEqual([200, 'QUEUED', null])
    },
  )

  test('may name its preferences in several header lines, as any list', async () => {
    const service = await startTestService()
    const account = await service.createAccount()
    const taskId = await accept(account)
    await account.call('POST', `/api/v1/tasks/${taskId}/cancel`)
    const { status, headers } = await new Promise<{ status: unknown; headers: object }>((resolve, reject) => {
      const sent = request(
        `${service.baseUrl}/api/v1/tasks/${taskId}`,
        { headers: { Authorization: `Bearer ${account.apiKey}`, Prefer: ['respond-async', 'wait=5'] } },
        (response) => {
          response.resume()
          resolve({ status: response.statusCode, headers: response.headers })
        },
      )
      sent.once('error', reject).end()
    })
    expect([status, headers]).toEqual([200, expect.objectContaining({ 'preference-applied': 'wait=5' })])
  })

  test('does not count as a slow request: its hold is no part of the measured duration', async () => {
    const service = await startTestService()
    const account = await service.createAccount()
    const taskId = await accept(account)
    const startedMs = performance.now()
    await poll(account, taskId, 'wait=1')
    const tookSeconds = (performance.now() - startedMs) / 1000
    const metrics = await (await fetch(`${service.baseUrl}/metrics`)).text()
    const seconds =
      /^http_server_request_duration_seconds_sum\{operation="getTask",.*http_response_status_code="200"\} (.+)$/m.exec(
        metrics,
      )
    expect(Number(seconds?.[1])).toBeLessThan(tookSeconds - 0.9)
  })
})

describe('a held poll that says what its client has seen', () => {
  test('gets its response at once after a change that came before it, from the order’s response on', async () => {
    const service = await startTestService()
    const account = await service.createAccount()
    const ordered = await account.call('POST', '/api/v1/images/generations', generation)
    const taskId: string = ordered.body.id
    const [task = expect.fail('nothing was claimed')] = await service.claim()
    const startedMs = performance.now()
    const begun = await poll(account, taskId, 'wait=30', tagOf(ordered))
    expect(performance.now() - startedMs).toBeLessThan(20_000)
    expect([begun.status, begun.body.status, appliedOf(begun)]).toEqual([200, 'PROCESSING', 'wait=30'])
    const ended = poll(account, taskId, 'wait=30', tagOf(begun))
    await untilHeld(service, 1)
    await succeed(service, task)
    expect([(await ended).body.status, tagOf(await ended)]).toEqual(['SUCCEEDED', undefined])
  })

  test('gets 304 and no body if nothing has changed when its time is over', async () => {
    const service = await startTestService()
    const account = await service.createAccount()
    const ordered = await account.call('POST', '/api/v1/images/generations', generation)
    const startedMs = performance.now()
    const held = await poll(account, ordered.body.id, 'wait=1', tagOf(ordered))
    expect(performance.now() - startedMs).toBeGreaterThanOrEqual(990)
    expect([held.status, held.body, appliedOf(held), tagOf(held)]).toEqual([
      304,
      undefined,
      'wait=1',
      tagOf(ordered),
    ])
    expect(held.headers.get('X-Request-Id')).toMatch(/^[!-~]+$/)
  })

  test('outlasts each state in its list, within its own time', async () => {
    const service = await startTestService()
    const account = await service.createAccount()
    const taskId = await accept(account)
    const held = poll(account, taskId, 'wait=30', 'W/"QUEUED", W/"PROCESSING"')
    const short = poll(account, taskId, 'wait=10', '*')
    await untilHeld(service, 2)
    const startedMs = performance.now()
    const [task = expect.fail('nothing was claimed')] = await service.claim()
    expect([(await short).status, tagOf(await short)]).toEqual([304, 'W/"PROCESSING"'])
    expect(performance.now() - startedMs).toBeLessThan(20_000)
    expect(await heldBy(service)).toBe(1)
    await succeed(service, task)
    expect((await held).body.status).toBe('SUCCEEDED')
  })

  test('is held all the same with a tag that was damaged on its way', async () => {
    const service = await startTestService()
    const account = await service.createAccount()
    const held = poll(account, await accept(account), 'wait=30', 'W/QUEUED')
    await untilHeld(service, 1)
    await service.claim()
    expect((await held).body.status).toBe('PROCESSING')
  })

  test('gets 304 at once, and not said to be held, where no hold is granted', async () => {
    const service = await startTestService({ environment: { HELD_POLLS_MAX: '0' } })
    const account = await service.createAccount()
    const response = await poll(account, await accept(account), 'wait=30', 'W/"QUEUED"')
    expect([response.status, appliedOf(response)]).toEqual([304, null])
  })
})

describe('a poll with If-None-Match alone', () => {
  test('gets 304 as long as the task is in that state, and with the task after a change', async () => {
    const service = await startTestService()
    const account = await service.createAccount()
    const taskId = await accept(account)
    const first = await poll(account, taskId)
    const unchanged = await poll(account, taskId, undefined, tagOf(first))
    expect([unchanged.status, unchanged.body, tagOf(unchanged)]).toEqual([304, undefined, tagOf(first)])
    await service.claim()
    const begun = await poll(account, taskId, undefined, tagOf(first))
    expect([begun.status, begun.body.status]).toEqual([200, 'PROCESSING'])
    expect(tagOf(begun)).not.toBe(tagOf(first))
  })

  test('of a result never hides its fresh link, whatever it names', async () => {
    const service = await startTestService()
    const account = await service.createAccount()
    const taskId = await accept(account)
    await service.runQueue()
    const urls = new Set<string>()
    for (const tag of [undefined, '*', 'W/"SUCCEEDED"', 'W/"PROCESSING"']) {
      service.advance(60_000)
      const response = await poll(account, taskId, undefined, tag)
      expect([response.status, tagOf(response)]).toEqual([200, undefined])
      urls.add(response.body.output.images[0].url)
    }
    expect(urls.size).toBe(4)
  })

  test('of an unknown task is rejected as without it', async () => {
    const service = await startTestService()
    const account = await service.createAccount()
    expect((await poll(account, '0'.repeat(24), undefined, '*')).status).toBe(404)
  })
})

describe('the held polls of an account', () => {
  test('are bounded by a setting: one more gets its response at once, and does not say that it was held', async () => {
    const service = await startTestService({ environment: { HELD_POLLS_MAX: '2' } })
    const [account, other] = [await service.createAccount(), await service.createAccount()]
    const taskId = await accept(account)
    const held = [poll(account, taskId, 'wait=30'), poll(account, taskId, 'wait=30')]
    await untilHeld(service, 2)
    const oneMore = await poll(account, taskId, 'wait=30')
    expect([oneMore.status, oneMore.body.status, appliedOf(oneMore)]).toEqual([200, 'QUEUED', null])
    const othersTask = await accept(other)
    const others = poll(other, othersTask, 'wait=30')
    await untilHeld(service, 3)
    await account.call('POST', `/api/v1/tasks/${taskId}/cancel`)
    await other.call('POST', `/api/v1/tasks/${othersTask}/cancel`)
    for (const response of await Promise.all([...held, others])) expect(appliedOf(response)).toBe('wait=30')
  })
})

describe('a client that goes away', () => {
  test('frees its place, whether it resets its connection or ends it politely', async () => {
    const service = await startTestService()
    const account = await service.createAccount()
    const taskId = await accept(account)
    const leave = ['end', 'resetAndDestroy'] as const
    for (const way of leave) {
      const socket = connect(Number(new URL(service.baseUrl).port), '127.0.0.1')
      onTestFinished(() => void socket.destroy())
      socket.write(
        `GET /api/v1/tasks/${taskId} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${account.apiKey}\r\nPrefer: wait=30\r\n\r\n`,
      )
      await untilHeld(service, 1)
      socket[way]()
      await untilHeld(service, 0)
    }
  })
})

describe('a process that stops', () => {
  test('responds to its held polls at once, holds no more, and is closed long before they would have ended', async () => {
    const service = await startTestService()
    const account = await service.createAccount()
    const taskId = await accept(account)
    const port = await findFreePort()
    const config = { ...service.parts.config, port }
    const stopping = await startHttpService({ ...service.parts, config }, { onAccepted: () => undefined })
    const baseUrl = `http://127.0.0.1:${port}`
    const held = fetch(`${baseUrl}/api/v1/tasks/${taskId}`, {
      headers: { Authorization: `Bearer ${account.apiKey}`, Prefer: 'wait=30' },
    })
    await untilHeld({ baseUrl }, 1)
    const startedMs = performance.now()
    await stopping.close()
    expect(performance.now() - startedMs).toBeLessThan(20_000)
    const response = await held
    expect(response.status).toBe(200)
    expect(response.headers.get('Preference-Applied')).toBeNull()
    expect(response.headers.get('Connection')).toBe('close')
  })
})

describe('polls that arrive together', () => {
  test('each get their own task, and with none of another account', async () => {
    const service = await startTestService()
    const accounts = [await service.createAccount(), await service.createAccount()]
    const owned = await Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        const account = accounts[index % 2] ?? expect.fail('there are two')
        return { account, taskId: await accept(account) }
      }),
    )
    const responses = await Promise.all(
      owned.flatMap(({ taskId }) =>
        accounts.map(async (account) => ({ account, taskId, response: await poll(account, taskId) })),
      ),
    )
    for (const { account, taskId, response } of responses) {
      const isOwn = owned.some((one) => one.taskId === taskId && one.account === account)
      expect(isOwn ? response.body.id : response.body.code).toBe(isOwn ? taskId : 'TASK_NOT_FOUND')
    }
  })
})
