import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { openServiceOfFile, type TestAccount } from '../support/service.ts'
import { pngOf } from './support/images.ts'
import { acceptImage } from './support/tasks.ts'

let account: TestAccount
const service = await openServiceOfFile({ environment: { HELD_POLLS_MAX: '2' } })
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

/** Cancelled tasks of the account that are newer than this one. */
async function insertCancelled(oldest: string, count: number, prompt?: string): Promise<void> {
  await service.database.transaction(async (tx) => {
    const task = await tx.db
      .selectFrom('tasks')
      .selectAll()
      .where('id', '=', oldest)
      .executeTakeFirstOrThrow()
    for (let from = 0; from < count; from += 200) {
      const rows = Array.from({ length: 200 }, (_, index) => ({
        ...task,
        id: `z${String(from + index).padStart(23, '0')}`,
        status: 'CANCELLED' as const,
        output: null,
        completed_at: task.created_at,
        created_at: task.created_at + BigInt(1 + from + index),
        ...(prompt !== undefined && { parameters: JSON.stringify({ prompt, widthPx: 1, heightPx: 1 }) }),
      }))
      await tx.db.insertInto('tasks').values(rows).execute()
    }
  })
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

  test('says what each task was ordered with, as a request that orders the same again', async () => {
    const { id: assetId } = (await account.upload(pngOf(400, 300), 'image/png')).body
    const image = { prompt: 'a lighthouse\nat night', negativePrompt: 'people', resolution: '2k' }
    const filledIn = [
      ['images/generations', image, { ...image, aspectRatio: '1:1' }],
      [
        'videos/generations',
        { prompt: 'waves', durationSeconds: 4 },
        { prompt: 'waves', resolution: '720p', aspectRatio: '16:9', durationSeconds: 4 },
      ],
      [
        'images/transformations',
        { assetId, prompt: 'in winter' },
        { assetId, prompt: 'in winter', resolution: 'hd' },
      ],
      [
        'videos/transformations',
        { assetId, effectId: 'push-in', aspectRatio: '1:1' },
        { assetId, effectId: 'push-in', resolution: 'hd', aspectRatio: '1:1', durationSeconds: 5 },
      ],
    ] as const
    for (const [path, sent, request] of filledIn) {
      const { id } = (await account.call('POST', `/api/v1/${path}`, sent)).body
      expect((await account.call('GET', `/api/v1/tasks/${id}`)).body.request).toEqual(request)
      const again = (await account.call('POST', `/api/v1/${path}`, request)).body
      const tasks = (await list(`?id=${id}&id=${again.id}`)).body.tasks
      expect(tasks.map((task: { request: object }) => task.request)).toEqual([request, request])
      expect(tasks[0].cost).toEqual(tasks[1].cost)
    }
    expect((await list()).body.tasks.every((task: { request?: object }) => task.request !== undefined)).toBe(
      true,
    )
  })

  test('is searched by a text of the prompt in any case, alike on both databases', async () => {
    const prompts = [
      'A Café in Paris',
      'cafe',
      'STRASSE am Fluß',
      '100% "wool"_\\',
      'ΟΔΟΣ',
      'lake',
      'The caf\u0065\u0301s',
      // Compared as it is: to normalize it takes quadratic time.
      `marks ${'\u0301'.repeat(900)}${'\u0316'.repeat(900)}`,
    ]
    const ids = new Map<string, string>()
    for (const prompt of prompts) ids.set(await acceptImage(account, prompt), prompt)
    const found = async (text: string) =>
      idsOf((await list(`?prompt=${encodeURIComponent(text)}`)).body).map((id) => ids.get(id))
    expect(await found('café')).toEqual(['The caf\u0065\u0301s', 'A Café in Paris'])
    expect(await found('CAF')).toEqual(['The caf\u0065\u0301s', 'cafe', 'A Café in Paris'])
    expect(await found('straße')).toEqual(['STRASSE am Fluß'])
    expect(await found('οδος')).toEqual(['ΟΔΟΣ'])
    expect(await found(`S ${'\u0301'.repeat(190)}`)).toEqual([prompts.at(-1)])
    for (const text of ['100%', '"wool"', '_\\']) expect(await found(text)).toEqual(['100% "wool"_\\'])
    expect(await found('%')).toEqual(['100% "wool"_\\'])
    expect(await found('sea')).toEqual([])
    // Of the prompt, not of what is stored beside it.
    for (const text of ['prompt', 'widthPx', '1:1']) expect(await found(text)).toEqual([])
    expect((await list('?prompt=lake&status=SUCCEEDED')).body.tasks).toEqual([])
  })

  test.each([
    ['another prompt', (cursor: string) => `?limit=1&prompt=light&cursor=${cursor}`],
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
    'prompt=',
    `prompt=${'x'.repeat(201)}`,
    'prompt=%00',
    'prompt=a&id=b',
  ])('refuses %s', async (query) => {
    expect((await list(`?${query}`)).status).toBe(400)
  })

  test('reads a limited number of rows per page where few tasks match, and still finds every match', async () => {
    const [oldest = ''] = await acceptImages(1)
    await service.runQueue()
    const { database } = service
    await insertCancelled(oldest, 2_400)
    const { body: first } = await list('?status=SUCCEEDED')
    expect(first.tasks).toEqual([])
    const { body: second } = await list(`?status=SUCCEEDED&cursor=${first.nextCursor}`)
    expect([idsOf(second), second.nextCursor]).toEqual([[oldest], null])
    await database.transaction((tx) => tx.db.deleteFrom('tasks').where('id', 'like', 'z%').execute())
  })

  test('reads a limited number of prompts per page, and still finds every match', async () => {
    // A process trusts a key for three seconds, which pass for nobody here: none of the reads is that of the key.
    vi.useFakeTimers({ toFake: ['performance'] })
    onTestFinished(() => void vi.useRealTimers())
    const oldest = await acceptImage(account, 'the only owl')
    await insertCancelled(oldest, 1_200, 'a fox')
    const read = vi.spyOn(service.database, 'read')
    const { body: first } = await list('?prompt=owl')
    // Five reads of 100 tasks with their prompts, and one of what is shown.
    expect([first.tasks, read.mock.calls.length]).toEqual([[], 6])
    read.mockRestore()
    expect(await follow('?prompt=owl')).toEqual({ ids: [oldest], pages: 3 })
    expect(idsOf((await list('?prompt=fox&limit=100')).body)).toHaveLength(100)
    await service.database.transaction((tx) => tx.db.deleteFrom('tasks').where('id', 'like', 'z%').execute())
  })
})
