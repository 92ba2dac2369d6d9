import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestService, type TestAccount } from '../support/service.ts'
import { acceptImage } from './support/tasks.ts'

let service: Awaited<ReturnType<typeof openTestService>>
let account: TestAccount
beforeAll(async () => {
  service = await openTestService({ environment: { HELD_POLLS_MAX: '2' } })
})
afterAll(() => service.close())
beforeEach(async () => {
  account = await service.createAccount()
})

const list = (query = '', from = account) => from.call('GET', `/api/v1/tasks${query}`)
const idsOf = (body: { tasks: { id: string }[] }) => body.tasks.map(({ id }) => id)

/** Tasks of the account, a second apart, oldest first. */
async function acceptImages(count: number): Promise<string[]> {
  const ids: string[] = []
  for (let index = 0; index < count; index += 1) {
    ids.push(await acceptImage(account))
    service.advance(1_000)
  }
  return ids
}

/** All pages from a first query, and how many there were. */
async function follow(query: string) {
  const ids: string[] = []
  let cursor: string | null = null
  let pages = 0
  do {
    const { body } = await list(`${query}${cursor === null ? '' : `&cursor=${cursor}`}`)
    ids.push(...idsOf(body))
    cursor = body.nextCursor
    pages += 1
  } while (cursor !== null)
  return { ids, pages }
}

describe('a list of tasks', () => {
  test('has all of the account, newest first, once each over its pages, and none of another account', async () => {
    const ids = await acceptImages(7)
    await acceptImage(await service.createAccount())
    const newest = [...ids].reverse()
    expect(await follow('?limit=3')).toEqual({ ids: newest, pages: 3 })
    expect((await list()).body).toMatchObject({ nextCursor: null })
    expect(idsOf((await list()).body)).toEqual(newest)
    expect(await follow('?limit=7')).toEqual({ ids: newest, pages: 1 })
  })

  test('goes on where it was, whatever is accepted between two pages', async () => {
    const ids = await acceptImages(4)
    const { body: first } = await list('?limit=2')
    await acceptImages(2)
    const { body: second } = await list(`?limit=2&cursor=${first.nextCursor}`)
    expect([...idsOf(first), ...idsOf(second)]).toEqual([...ids].reverse())
    expect(second.nextCursor).toBeNull()
  })

  test('is narrowed by status, product and time, alone and together', async () => {
    const [first = '', second = '', third = ''] = await acceptImages(3)
    await account.call('POST', `/api/v1/tasks/${second}/cancel`)
    const video = (await account.call('POST', '/api/v1/videos/generations', { prompt: 'a lake' })).body
    const at = (await account.call('GET', `/api/v1/tasks/${second}`)).body.createdAt
    const found = async (query: string) => idsOf((await list(query)).body)
    expect(await found('?status=CANCELLED')).toEqual([second])
    expect(await found('?status=CANCELLED&status=QUEUED')).toEqual([video.id, third, second, first])
    expect(await found('?type=video.generate')).toEqual([video.id])
    expect(await found(`?createdFrom=${at}`)).toEqual([video.id, third, second])
    expect(await found(`?createdBefore=${at}`)).toEqual([first])
    expect(await found(`?createdFrom=${at}&status=QUEUED&type=image.generate`)).toEqual([third])
    expect(await found('?status=FAILED')).toEqual([])
  })

  test('says what each task costs, and what has become of it', async () => {
    const [cancelled = ''] = await acceptImages(2)
    await account.call('POST', `/api/v1/tasks/${cancelled}/cancel`)
    const before = (await list()).body.tasks.map(({ cost }: { cost: object }) => cost)
    expect(before).toEqual([
      { amount: '0.02', currency: 'USD', state: 'reserved' },
      { amount: '0.02', currency: 'USD', state: 'refunded' },
    ])
    await service.runQueue()
    expect((await list('?status=SUCCEEDED')).body.tasks[0].cost.state).toBe('charged')
  })

  test.each([
    ['another filter', (cursor: string) => `?status=QUEUED&cursor=${cursor}`],
    ['another time', (cursor: string) => `?createdFrom=2020-01-01T00:00:00Z&cursor=${cursor}`],
    [
      'a changed tag',
      (cursor: string) => `?cursor=${cursor.slice(0, -1)}${cursor.endsWith('A') ? 'B' : 'A'}`,
    ],
    ['other text', () => '?cursor=x'],
  ])('refuses the cursor with %s', async (_, queryOf) => {
    await acceptImages(2)
    const { body } = await list('?limit=1')
    const refused = await list(queryOf(body.nextCursor))
    expect([refused.status, refused.body.details[0].path]).toEqual([400, '/cursor'])
  })

  test('refuses the cursor of another account', async () => {
    await acceptImages(2)
    const { body } = await list('?limit=1')
    expect((await list(`?cursor=${body.nextCursor}`, await service.createAccount())).status).toBe(400)
  })

  test.each([
    'limit=0',
    'limit=101',
    'limit=x',
    'status=DONE',
    'type=image',
    'createdFrom=yesterday',
    'cursor=',
  ])('refuses %s', async (query) => {
    expect((await list(`?${query}`)).status).toBe(400)
  })

  test('reads a limited number of rows per page where few tasks match, and still finds every match', async () => {
    const [oldest = ''] = await acceptImages(1)
    await service.runQueue()
    const { database } = service
    await database.transaction(async (tx) => {
      const task = await tx.db
        .selectFrom('tasks')
        .selectAll()
        .where('id', '=', oldest)
        .executeTakeFirstOrThrow()
      for (let from = 0; from < 2_400; from += 200) {
        const rows = Array.from({ length: 200 }, (_, index) => ({
          ...task,
          id: `z${String(from + index).padStart(23, '0')}`,
          status: 'CANCELLED' as const,
          output: null,
          created_at: task.created_at + BigInt(1 + from + index),
        }))
        await tx.db.insertInto('tasks').values(rows).execute()
      }
    })
    const { body: first } = await list('?status=SUCCEEDED')
    expect(first.tasks).toEqual([])
    const { body: second } = await list(`?status=SUCCEEDED&cursor=${first.nextCursor}`)
    expect([idsOf(second), second.nextCursor]).toEqual([[oldest], null])
    await database.transaction((tx) => tx.db.deleteFrom('tasks').where('id', 'like', 'z%').execute())
  })
})
