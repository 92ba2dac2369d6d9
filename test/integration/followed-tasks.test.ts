import { beforeEach, describe, expect, test } from 'vitest'
import type { Task } from '../../server/src/core/domain/tasks/task.ts'
import { openServiceOfFile, type TestAccount, type TestResponse } from '../support/service.ts'
import { heldBy, untilHeld } from '../support/until-holds.ts'
import { acceptImage } from './support/tasks.ts'

let account: TestAccount
const service = await openServiceOfFile({ environment: { HELD_POLLS_MAX: '2' } })
beforeEach(async () => {
  account = await service.createAccount()
})

const follow = (
  ids: readonly string[],
  { wait, seen, from = account }: { wait?: number; seen?: string | null; from?: TestAccount } = {},
): Promise<TestResponse> =>
  from.call('GET', `/api/v1/tasks?${ids.map((id) => `id=${id}`).join('&')}`, undefined, {
    ...(wait !== undefined && { Prefer: `wait=${wait}` }),
    ...(seen && { 'If-None-Match': seen }),
  })

const tagOf = ({ headers }: TestResponse) => headers.get('ETag')
const appliedOf = ({ headers }: TestResponse) => headers.get('Preference-Applied')

/** Ids of new tasks, newest first, as a response has them. */
async function acceptImages(count: number): Promise<string[]> {
  const ids: string[] = []
  for (let index = 0; index < count; index += 1) {
    ids.unshift(await acceptImage(account))
    service.advance(10)
  }
  return ids
}

async function claimAll(): Promise<Task[]> {
  return service.claim(100)
}

const succeed = (task: Task) =>
  service.run.settleWriter.write({
    task,
    move: 'succeed',
    output: [{ key: 'results/a/1-0.png', contentType: 'image/png', sizeBytes: 5 }],
  })

describe('a request about several tasks', () => {
  test('has these and no others, in the order of the list; unknown ids and those of others are absent', async () => {
    const ids = await acceptImages(3)
    await acceptImage(account)
    const foreign = await acceptImage(await service.createAccount())
    const { body } = await follow([...ids, foreign, '0'.repeat(24), 'x y', ids[0] ?? ''])
    expect(body.tasks.map(({ id }: { id: string }) => id)).toEqual(ids)
    expect(body.nextCursor).toBeNull()
    const none = await follow([foreign], { wait: 30 })
    expect([none.body.tasks, tagOf(none)]).toEqual([[], null])
    await service.runQueue()
  })

  test.each(['status=QUEUED', 'limit=3', 'cursor=x', 'createdFrom=2026-01-01T00:00:00Z'])(
    'goes without %s, held or not',
    async (query) => {
      for (const headers of [{}, { Prefer: 'wait=30' }]) {
        const refused = await account.call('GET', `/api/v1/tasks?id=a&${query}`, undefined, headers)
        const path = `/${query.split('=')[0]}`
        expect([refused.status, refused.body.details[0]]).toEqual([
          400,
          { path, message: 'must be left out with id' },
        ])
      }
    },
  )

  test('takes 100 ids and no more', async () => {
    const ids = Array.from({ length: 101 }, (_, index) => `id${index}`)
    expect((await follow(ids.slice(1), { wait: 30 })).status).toBe(200)
    expect((await follow(ids)).status).toBe(400)
    expect((await follow(ids, { wait: 30 })).status).toBe(400)
  })

  test('is 304 while the tag is that of their states, and another tag once one of them has changed', async () => {
    const ids = await acceptImages(3)
    const first = await follow(ids)
    const again = await follow(ids, { seen: tagOf(first) })
    expect([again.status, tagOf(again)]).toEqual([304, tagOf(first)])
    await account.call('POST', `/api/v1/tasks/${ids[1]}/cancel`)
    const changed = await follow(ids, { seen: tagOf(first) })
    expect([changed.status, changed.body.tasks[1].status]).toEqual([200, 'CANCELLED'])
    expect(tagOf(changed)).not.toBe(tagOf(first))
    await service.runQueue()
  })

  test('has no tag, and fresh links each time, once all of them are finished', async () => {
    const ids = await acceptImages(2)
    const { headers } = await follow(ids)
    await service.runQueue()
    const finished = await follow(ids, { wait: 30, seen: headers.get('ETag') })
    expect([finished.status, tagOf(finished), appliedOf(finished)]).toEqual([200, null, 'wait=30'])
    expect(finished.body.tasks[0].output.images[0].url).toMatch(/^http/)
  })
})

describe('a held request about several tasks', () => {
  test('ends at the first change of any of them, and counts as one held poll', async () => {
    const ids = await acceptImages(20)
    const held = follow(ids, { wait: 30 })
    await untilHeld(service, 1)
    await account.call('POST', `/api/v1/tasks/${ids[7]}/cancel`)
    const response = await held
    expect(response.body.tasks[7].status).toBe('CANCELLED')
    expect([response.status, appliedOf(response)]).toEqual([200, 'wait=30'])
    expect(await heldBy(service)).toBe(0)
    await service.runQueue()
  })

  test('never misses a change between two requests: every state of every task is seen by tags alone', async () => {
    const ids = await acceptImages(5)
    const seenStates = new Map(ids.map((id) => [id, new Set<string>()]))
    let tag: string | null = null
    const work = (async () => {
      for (const task of await claimAll()) await succeed(task)
    })()
    for (;;) {
      const response = await follow(ids, { wait: 30, seen: tag })
      expect(response.status).toBe(200)
      for (const { id, status } of response.body.tasks) seenStates.get(id)?.add(status)
      tag = tagOf(response)
      if (tag === null) break
    }
    await work
    expect([...seenStates.values()].every((states) => states.has('SUCCEEDED'))).toBe(true)
  })

  test('is answered at once when a task changed after the tag was given', async () => {
    const ids = await acceptImages(2)
    const first = await follow(ids)
    await account.call('POST', `/api/v1/tasks/${ids[0]}/cancel`)
    const response = await follow(ids, { wait: 30, seen: tagOf(first) })
    expect([response.status, response.body.tasks[0].status]).toEqual([200, 'CANCELLED'])
    expect(await heldBy(service)).toBe(0)
    await service.runQueue()
  })

  test('is 304 at the end of its time if nothing has changed', async () => {
    const ids = await acceptImages(2)
    const first = await follow(ids)
    const response = await follow(ids, { wait: 1, seen: tagOf(first) })
    expect([response.status, tagOf(response), appliedOf(response)]).toEqual([304, tagOf(first), 'wait=1'])
    await service.runQueue()
  })

  test('beyond the limit of held polls gets its response at once, without a hold', async () => {
    const ids = await acceptImages(3)
    const held = [follow(ids, { wait: 30 }), follow(ids, { wait: 30 })]
    await untilHeld(service, 2)
    const third = await follow(ids, { wait: 30 })
    expect([third.status, appliedOf(third)]).toEqual([200, null])
    await account.call('POST', `/api/v1/tasks/${ids[0]}/cancel`)
    for (const response of await Promise.all(held)) expect(appliedOf(response)).toBe('wait=30')
    await service.runQueue()
  })
})
