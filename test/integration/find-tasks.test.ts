import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { newTaskId, taskIdFrom } from '../../server/src/core/domain/ids.ts'
import { productNames } from '../../server/src/core/domain/products.ts'
import { taskErrorCodes, taskStatuses } from '../../server/src/core/domain/tasks/task-states.ts'
import { recountUsage } from '../../server/src/database/reconciliation/recount-usage.ts'
import { createAdministration } from '../../server/src/operator/administration.ts'
import { serviceOperations } from '../../server/src/operator/operations/service.ts'
import { filterOf, taskFilters } from '../../server/src/operator/operations/task-filters.ts'
import { openServiceOfFile, type TestAccount } from '../support/service.ts'
import { acceptImage } from './support/tasks.ts'

const backlog = 10_000
const ended = 5_000
const dayMs = 86_400_000
const tiers = ['1k', '2k', '4k']
const engines = ['gpu-1', 'gpu-2', 'fal']

/** All rows, read without any of the service's code. */
let rows: readonly Row[]

interface Row {
  readonly id: string
  readonly account_id: string
  readonly api_key_id: string | null
  readonly type: string
  readonly tier: string
  readonly status: string
  readonly provider: string | null
  readonly error_code: string | null
  readonly created_at: bigint
  readonly completed_at: bigint | null
}

const service = await openServiceOfFile()
const operator = createAdministration(service.database)
const accounts = await Promise.all(
  ['Ada', 'Ada Ltd', 'Grace'].map(async (name) => {
    const account = await service.createAccount('100.00')
    await operator.setAccount(account.accountId, { name, reference: `ref ${name}` })
    const { apiKeys } = await operator.showAccount(account.accountId)
    return { ...account, keyId: apiKeys[0]?.keyId ?? '' }
  }),
)
beforeAll(async () => {
  await useService()
  await plantTasks()
  rows = await service.database.read((db) =>
    db
      .selectFrom('tasks')
      .select(['id', 'account_id', 'api_key_id', 'type', 'tier', 'status', 'provider', 'error_code'])
      .select(['created_at', 'completed_at'])
      .execute(),
  )
})

/** What the service itself has counted. */
let user: TestAccount

async function useService(): Promise<void> {
  user = await service.createAccount('10.00')
  service.provider.mockStart({ kind: 'rejected', message: 'no' })
  for (let count = 0; count < 3; count += 1) await acceptImage(user)
  await service.runQueue()
}

/** Ended tasks of four days with everything mixed, and a backlog that is newer than all of them. */
async function plantTasks(): Promise<void> {
  const startMs = Date.now() - 4 * dayMs
  const codes = taskErrorCodes.slice(1, 4)
  const codeOf = (index: number) =>
    index % 100 < 80 ? 'INVALID_INPUT' : (codes[Math.floor(index / 10) % 3] ?? null)
  const taskOf = (index: number) => {
    const isWaiting = index >= ended
    // Several end in the same millisecond, as tasks that are settled together do.
    const createdAtMs = startMs + Math.floor(index / 5) * 500_000
    const status = isWaiting
      ? 'QUEUED'
      : index % 10 < 3
        ? 'FAILED'
        : index % 10 < 4
          ? 'CANCELLED'
          : 'SUCCEEDED'
    const owner = accounts[index % 7 === 0 ? 0 : 1 + (index % 2)]
    return {
      id: isWaiting ? newTaskId(Date.now() + 60_000 + index) : newTaskId(createdAtMs + (index % 5)),
      account_id: owner?.accountId ?? '',
      api_key_id: index % 3 === 0 ? null : (owner?.keyId ?? null),
      type: productNames[index % 4] ?? 'image.generate',
      tier: tiers[index % 3] ?? '1k',
      status: status as 'FAILED',
      parameters: '{"prompt":"x","widthPx":1,"heightPx":1}',
      cost: 20_000n,
      created_at: BigInt(isWaiting ? Date.now() : createdAtMs),
      completed_at: isWaiting ? null : BigInt(createdAtMs + 9_000),
      queue_position: BigInt(index),
      attempt: 1n,
      epoch: 1n,
      provider: isWaiting || status === 'CANCELLED' ? null : (engines[Math.floor(index / 10) % 3] ?? null),
      output: status === 'SUCCEEDED' ? '[]' : null,
      error_code: status === 'FAILED' ? codeOf(index) : null,
      error_message: status === 'FAILED' ? 'no' : null,
    }
  }
  const total = ended + backlog
  for (let from = 0; from < total; from += 250) {
    const values = Array.from({ length: Math.min(250, total - from) }, (_, index) => taskOf(from + index))
    await service.database.transaction(async (tx) => {
      await tx.db.insertInto('tasks').values(values).execute()
      const waiting = values.filter(({ completed_at: at }) => at === null)
      if (waiting.length > 0)
        await tx.db
          .insertInto('task_queue')
          .values(
            waiting.map((task) => ({ product: task.type, position: task.queue_position, task_id: task.id })),
          )
          .execute()
    })
  }
  // What the service would have counted.
  for (const { accountId } of accounts) {
    await recountUsage(service.database, accountId)
    await service.database.transaction((tx) =>
      sql`update accounts set tasks_open =
        (select count(*) from tasks where account_id = accounts.id and status = 'QUEUED')
        where id = ${accountId}`.execute(tx.db),
    )
  }
}

type Given = { readonly [Name in keyof typeof taskFilters]?: string }

/** As the command and the API read it. */
function inputOf(given: Given) {
  const fields = Object.entries(taskFilters).map(([name, { parse }]) => {
    const text = given[name as keyof Given]
    return [name, text === undefined ? undefined : parse?.(text)] as const
  })
  return Object.fromEntries(fields) as Parameters<typeof filterOf>[0]
}

/** The ids of all pages, and how many pages stopped before they were full. */
async function listAll(given: Given, { limit = 400, readMsMax = 10_000 } = {}) {
  const { account, ...others } = inputOf(given)
  const accountId = account && (await operator.resolveAccount(account))
  const query = { ...filterOf({ ...others, account }), accountId, limit, readMsMax }
  const ids: string[] = []
  let [partial, total] = [0, undefined as number | undefined]
  for (let cursor: string | undefined; ; ) {
    const page = await operator.listTasks({ ...query, cursor })
    expect(page.tasks.length).toBeLessThanOrEqual(limit)
    ids.push(...page.tasks.map(({ id }) => id))
    if (page.read !== undefined) partial += 1
    total = page.total ?? total
    if (page.next === undefined) return { ids, partial, total }
    cursor = page.next
  }
}

const dateOf = (atMs: number) => new Date(atMs).toISOString().slice(0, 10)
const yesterday = dateOf(Date.now() - dayMs)
const [dayFromMs, dayBeforeMs] = [Date.parse(yesterday), Date.parse(yesterday) + dayMs]
const isOn = (at: bigint | null) => at !== null && at >= dayFromMs && at < dayBeforeMs

interface Case {
  readonly given: Given
  readonly matches: (row: Row) => boolean
}

function cases(): Case[] {
  const [first, second] = accounts
  const key = second?.keyId ?? ''
  const byStatus = taskStatuses.map((status) => ({
    given: { status },
    matches: (row: Row) => row.status === status,
  }))
  const narrowed: Case[] = [
    { given: { engine: 'gpu-2' }, matches: (row) => row.provider === 'gpu-2' },
    { given: { tier: '2k' }, matches: (row) => row.tier === '2k' },
    { given: { product: 'video.generate' }, matches: (row) => row.type === 'video.generate' },
    { given: { account: 'ref Ada Ltd' }, matches: (row) => row.account_id === second?.accountId },
    { given: { key }, matches: (row) => row.api_key_id === key },
    { given: { day: yesterday }, matches: (row) => isOn(row.completed_at) },
    {
      given: { createdFrom: yesterday, createdBefore: dateOf(dayBeforeMs) },
      matches: (row) => isOn(row.created_at),
    },
    {
      given: { endedFrom: `${yesterday}T12:00:00Z` },
      matches: ({ completed_at: at }) => at !== null && at >= dayFromMs + dayMs / 2,
    },
  ]
  const both = narrowed.flatMap((one) =>
    byStatus.map((other) => ({
      given: { ...one.given, ...other.given },
      matches: (row: Row) => one.matches(row) && other.matches(row),
    })),
  )
  const codes = taskErrorCodes.map((errorCode) => ({
    given: { errorCode },
    matches: (row: Row) => row.error_code === errorCode,
  }))
  return [
    { given: {}, matches: () => true },
    ...byStatus,
    ...narrowed,
    ...both,
    ...codes,
    {
      given: { errorCode: 'INVALID_INPUT', engine: 'gpu-1', day: yesterday, account: first?.accountId ?? '' },
      matches: (row) =>
        row.error_code === 'INVALID_INPUT' &&
        row.provider === 'gpu-1' &&
        isOn(row.completed_at) &&
        row.account_id === first?.accountId,
    },
    {
      given: { id: taskIdFrom(Date.now()).slice(0, 3), status: 'FAILED' },
      matches: (row) => row.id.startsWith(taskIdFrom(Date.now()).slice(0, 3)) && row.status === 'FAILED',
    },
  ]
}

test('every filter and pair of filters lists exactly the tasks that a scan of the table finds, each once, behind a backlog of 10,000', async () => {
  for (const { given, matches } of cases()) {
    const { ids, total } = await listAll(given)
    const expected = rows.filter(matches).map(({ id }) => id)
    expect([given, ids.length, [...ids].sort()]).toEqual([given, expected.length, expected.sort()])
    if (total !== undefined && given.account === undefined && given.key === undefined)
      expect([given, total]).toEqual([given, expected.length])
  }
})

describe('a page that has read for as long as it may', () => {
  test.each<[string, Given, number | null]>([
    ['waiting tasks', { status: 'QUEUED', engine: 'none' }, backlog],
    ['failed tasks', { errorCode: 'INVALID_INPUT', engine: 'none' }, null],
    ['all tasks', { engine: 'none' }, null],
    ['ended tasks', { status: 'CANCELLED', engine: 'none' }, null],
  ])('of %s says how far it has come, and the next ones go on there', async (_, given, of) => {
    const { ids, partial } = await listAll(given, { limit: 50, readMsMax: 0 })
    expect(partial).toBeGreaterThan(0)
    expect(ids).toEqual((await listAll(given)).ids)
    const page = await operator.listTasks({ ...filterOf(inputOf(given)), limit: 500, readMsMax: 0 })
    if (of !== null) expect(page.read).toMatchObject({ tasks: 1_000, of })
    else expect(page.read?.tasks).toBeGreaterThanOrEqual(1_000)
  })
})

test('failed tasks are found at once behind everything else', async () => {
  const page = await operator.listTasks({ status: 'FAILED', limit: 5 })
  const failed = rows.filter(({ status }) => status === 'FAILED')
  expect(page.total).toBe(failed.length)
  const newest = failed
    .map(({ id }) => id)
    .sort()
    .reverse()
  expect(page.tasks.map(({ id }) => id)).toEqual(newest.slice(0, 5))
  expect(page.read).toBeUndefined()
})

test('an account is named by its id, reference or name, or by a beginning that is its alone', async () => {
  const [ada, limited, grace] = accounts.map(({ accountId }) => accountId)
  for (const [text, id] of [
    [ada ?? '', ada],
    ['ref Ada Ltd', limited],
    ['ada', ada],
    ['ADA L', limited],
    ['Gra', grace],
  ] as const)
    expect(await operator.resolveAccount(text)).toBe(id)
  await expect(operator.resolveAccount('Ad')).rejects.toThrow('Several accounts match Ad')
  await expect(operator.resolveAccount('Linus')).rejects.toThrow('There is no account Linus.')
  await expect(operator.listTasks({ keyId: 'none', limit: 1 })).rejects.toThrow('There is no API key none.')
})

test('what an account used counts its tasks before they are read', async () => {
  const { accountId } = user
  const totals = await Promise.all(
    ([undefined, 'FAILED', 'SUCCEEDED', 'CANCELLED'] as const).map(
      async (status) => (await operator.listTasks({ accountId, status, limit: 10 })).total,
    ),
  )
  expect(totals).toEqual([3, 1, 2, 0])
})

test.each([
  ['status', 'DONE', 'Allowed choices are QUEUED'],
  ['errorCode', 'OOPS', 'Allowed choices are INVALID_INPUT'],
  ['day', '2026-02-30', 'It must be a day such as'],
  ['endedFrom', 'noon', 'It must be a day such as'],
  ['createdBefore', '2026-03-01T25:00Z', 'It must be a day such as'],
  ['tier', 'é', 'visible ASCII'],
] as const)('the filter %s refuses %s', (name, text, message) => {
  expect(() => inputOf({ [name]: text })).toThrow(message)
})

test('the command and the API have one list of filters', () => {
  const { input } = serviceOperations.find((row) => 'http' in row && row.http === 'GET /tasks') ?? {
    input: {},
  }
  expect(Object.keys(input)).toEqual([...Object.keys(taskFilters), 'limit', 'cursor'])
})
